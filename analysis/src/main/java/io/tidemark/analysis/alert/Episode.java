package io.tidemark.analysis.alert;

import io.tidemark.analysis.state.PartReader;
import io.tidemark.analysis.state.PartWriter;
import io.tidemark.model.Alert;
import io.tidemark.model.LogPosition;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The state of an alert over time; the mutable side of {@link Alert}. */
final class Episode {

  private long startMillis;
  private long lastMillis;
  private @Nullable Long endMillis;
  private long times;
  private String sentence = "";

  /**
   * Builds the sentence of the worst line so far. It is lazy, since most sentences are never read.
   */
  private @Nullable Supplier<String> words;

  private double worst;
  private long startOffset;
  private long offset;
  private boolean dirty;

  /**
   * Records a line that meets the condition. Returns whether the alert begins with it.
   *
   * @param badness severity; the sentence of the worst line is kept
   */
  boolean shown(LogPosition at, double badness, Supplier<String> says) {
    setBack(at.timeMillis());
    boolean begins = times == 0 || endMillis != null;
    if (begins) {
      startMillis = at.timeMillis();
      startOffset = at.offset();
      endMillis = null;
      times++;
    }
    if (begins || badness > worst) {
      worst = badness;
      words = says;
    }
    lastMillis = at.timeMillis();
    offset = at.offset();
    dirty = true;
    return begins;
  }

  /** Records a line that does not meet the condition. Returns whether the alert ends with it. */
  boolean unshown(LogPosition at, long windowMillis) {
    setBack(at.timeMillis());
    return at.timeMillis() - lastMillis > windowMillis
        && end(new LogPosition(at.offset(), lastMillis + windowMillis));
  }

  /** Moves the times back when the log first states a time: earlier lines had their read time. */
  private void setBack(long millis) {
    if (endMillis == null && times > 0 && millis < lastMillis) {
      startMillis = Math.min(startMillis, millis);
      lastMillis = millis;
      dirty = true;
    }
  }

  /** Ends the alert. Returns whether it was active. */
  boolean end(LogPosition at) {
    if (endMillis != null) {
      return false;
    }
    endMillis = at.timeMillis();
    offset = at.offset();
    dirty = true;
    return true;
  }

  private String sentence() {
    Supplier<String> worstWords = words;
    if (worstWords != null) {
      sentence = worstWords.get();
      words = null;
    }
    return sentence;
  }

  /** Returns the public record if anything changed since the last call, else {@code null}. */
  @Nullable Alert changed() {
    if (!dirty) {
      return null;
    }
    dirty = false;
    return new Alert(startMillis, lastMillis, endMillis, times, sentence(), startOffset, offset);
  }

  void write(PartWriter out) {
    Long end = endMillis;
    out.number(startMillis).number(lastMillis).flag(end != null).number(end == null ? 0 : end);
    out.number(times).text(sentence()).decimal(worst).number(startOffset).number(offset);
  }

  /** Restores an alert and marks it for publication, since its last publication may be lost. */
  static Episode read(PartReader in) {
    Episode episode = new Episode();
    episode.startMillis = in.number();
    episode.lastMillis = in.number();
    boolean ended = in.flag();
    long end = in.number();
    episode.endMillis = ended ? end : null;
    episode.times = in.number();
    episode.sentence = in.word();
    episode.worst = in.decimal();
    episode.startOffset = in.number();
    episode.offset = in.number();
    episode.dirty = true;
    return episode;
  }
}
