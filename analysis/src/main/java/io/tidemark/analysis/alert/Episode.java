package io.tidemark.analysis.alert;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.tidemark.analysis.state.Stored;
import io.tidemark.model.alert.Alert;
import io.tidemark.model.log.LogPosition;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The state of an alert over time; the mutable side of {@link Alert}. */
@Stored
final class Episode {

  private long startMillis;
  private long lastMillis;
  private @Nullable Long endMillis;
  private long times;
  private String sentence = "";

  /**
   * Builds the sentence of the worst line so far. It is lazy, since most sentences are never read.
   */
  private transient @Nullable Supplier<String> words;

  private double worst;
  private long startOffset;
  private long offset;

  /** A restored alert is published again, since its last publication may be lost. */
  private transient boolean dirty = true;

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

  /** Takes back that the alert began. Returns whether it was active. */
  boolean withdraw() {
    boolean active = end(new LogPosition(offset, lastMillis));
    times -= active ? 1 : 0;
    return active;
  }

  @JsonProperty("sentence")
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
}
