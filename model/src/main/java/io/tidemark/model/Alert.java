package io.tidemark.model;

import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An alert over event time: the value of {@code tidemark.alerts}.
 *
 * @param startMillis when it began, the last time that it did
 * @param lastMillis the newest line that showed its condition
 * @param endMillis when its condition was over; {@code null} while it is active
 * @param times how often it began in its run
 * @param sentence the worst that it showed since it began, for people
 * @param startOffset byte offset of the line that began it
 * @param offset byte offset of the line that changed it last; of two records the higher is newer
 */
public record Alert(
    long startMillis,
    long lastMillis,
    @Nullable Long endMillis,
    long times,
    String sentence,
    long startOffset,
    long offset) {

  /** The same, with the labels of its source behind its sentence. */
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

  public Alert {
    Objects.requireNonNull(sentence, "sentence");
  }

  public boolean active() {
    return endMillis == null;
  }
}
