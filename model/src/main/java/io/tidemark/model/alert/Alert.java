package io.tidemark.model.alert;

import io.tidemark.model.log.SourceLabels;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An alert over event time: the value of {@code tidemark.alerts}.
 *
 * @param startMillis when it last began
 * @param lastMillis time of the newest line that met its condition
 * @param endMillis when its condition ended; {@code null} while it is active
 * @param times how often it began in its run
 * @param sentence the worst state since it began, in words
 * @param startOffset byte offset of the line that began it
 * @param offset byte offset of the line that changed it last; of two records the higher one is
 *     newer
 */
public record Alert(
    long startMillis,
    long lastMillis,
    @Nullable Long endMillis,
    long times,
    String sentence,
    long startOffset,
    long offset) {

  /** Returns a copy with the labels of its source appended to its sentence. */
  public Alert labelled(Map<String, String> labels) {
    return labels.isEmpty()
        ? this
        : new Alert(
            startMillis,
            lastMillis,
            endMillis,
            times,
            sentence + SourceLabels.words(labels),
            startOffset,
            offset);
  }

  /** A copy that ended with its run. */
  public Alert endedAt(long millis) {
    return new Alert(startMillis, lastMillis, millis, times, sentence, startOffset, offset);
  }

  public boolean active() {
    return endMillis == null;
  }

  /**
   * Whether it is active, or was when its run ended.
   *
   * @param runEndMillis end of its run; {@code null} while the run is open
   */
  public boolean lasts(@Nullable Long runEndMillis) {
    return endMillis == null || (runEndMillis != null && endMillis >= runEndMillis);
  }
}
