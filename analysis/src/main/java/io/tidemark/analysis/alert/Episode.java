package io.tidemark.analysis.alert;

import io.tidemark.analysis.state.PartReader;
import io.tidemark.analysis.state.PartWriter;
import io.tidemark.model.Alert;
import io.tidemark.model.LogPosition;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** An alert as it begins, worsens and ends; the mutable side of {@link Alert}. */
final class Episode {

  private long startMillis;
  private long lastMillis;
  private @Nullable Long endMillis;
  private long times;
  private String sentence = "";

  /** The sentence of the worst line since it was last asked for: most are never asked for. */
  private @Nullable Supplier<String> words;

  private double worst;
  private long startOffset;
  private long offset;
  private boolean dirty;

  /**
   * A line shows the condition; answers whether the alert begins with it.
   *
   * @param badness what the sentence of the worst line is chosen by
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

  /** A line does not show it; answers whether the alert is over with that. */
  boolean unshown(LogPosition at, long windowMillis) {
    setBack(at.timeMillis());
    return at.timeMillis() - lastMillis > windowMillis
        && end(new LogPosition(at.offset(), lastMillis + windowMillis));
  }

  /** Its lines had the time of their reading: the log states only now when it was written. */
  private void setBack(long millis) {
    if (endMillis == null && times > 0 && millis < lastMillis) {
      startMillis = Math.min(startMillis, millis);
      lastMillis = millis;
      dirty = true;
    }
  }

  /** Answers whether it was active. */
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

  /** The public record when anything changed since it was last asked for, else {@code null}. */
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

  /** As it was; published again, since its last publication may be lost with the process. */
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
