package io.tidemark.model.alert;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.tidemark.model.log.SourceLabels;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An alert over event time: the value of {@code tidemark.alerts}.
 *
 * @param startMillis when it last began
 * @param lastMillis time of the newest line that met its condition
 * @param endMillis when its condition ended; {@code null} while it is active
 * @param times how often it began in its run; 0 if a later line took that back
 * @param sentence the worst state since it began, in words
 * @param lines the lines that changed it
 * @param host the machine on which its log is read; {@code null} if unknown
 */
public record Alert(
    long startMillis,
    long lastMillis,
    @Nullable Long endMillis,
    long times,
    String sentence,
    @JsonUnwrapped Lines lines,
    @Nullable String host) {

  /**
   * Byte offsets of the first and the newest line that changed an alert; of two records the one
   * with the higher {@code offset} is newer.
   */
  public record Lines(long startOffset, long offset) {}

  /** An alert before the origin of its log is added. */
  public Alert(
      long startMillis,
      long lastMillis,
      @Nullable Long endMillis,
      long times,
      String sentence,
      long startOffset,
      long offset) {
    this(startMillis, lastMillis, endMillis, times, sentence, new Lines(startOffset, offset), null);
  }

  /** Returns a copy with the host of its source, and its labels appended to its sentence. */
  public Alert of(@Nullable String itsHost, Map<String, String> labels) {
    String words = sentence + SourceLabels.words(labels);
    return new Alert(startMillis, lastMillis, endMillis, times, words, lines, itsHost);
  }

  /** Byte offset of the line that began it. */
  public long startOffset() {
    return lines.startOffset();
  }

  /** Byte offset of the line that changed it last. */
  public long offset() {
    return lines.offset();
  }

  /** A copy that ended with its run. */
  public Alert endedAt(long millis) {
    return new Alert(startMillis, lastMillis, millis, times, sentence, lines, host);
  }

  /** Whether it began, and no later line took that back. */
  public boolean began() {
    return times > 0;
  }

  public boolean active() {
    return endMillis == null;
  }

  /**
   * Whether it is active, or was when its run ended, and was not taken back.
   *
   * @param runEndMillis end of its run; {@code null} while the run is open
   */
  public boolean lasts(@Nullable Long runEndMillis) {
    boolean atEnd = endMillis == null || (runEndMillis != null && endMillis >= runEndMillis);
    return atEnd && began();
  }
}
