package io.tidemark.app.logfile;

import io.tidemark.model.Refusal;
import io.tidemark.model.TerminalText;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.util.Locale;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Thrown when a log cannot be read or analysed to its end. The message is one printable sentence.
 */
public final class LogFailure extends IOException {

  private static final int MOST_CHARS = 300;

  private final boolean empty;

  private LogFailure(String sentence, @Nullable Throwable cause) {
    super(sentence, cause);
    this.empty = cause == null;
  }

  /** No line is in the log. */
  public static LogFailure empty() {
    return new LogFailure("the log is empty", null);
  }

  public boolean isEmpty() {
    return empty;
  }

  /** Reading failed at this byte of the log. */
  static LogFailure reading(long offset, IOException cause) {
    return new LogFailure(
        String.format(Locale.ROOT, "reading failed at byte %,d: %s", offset, reason(cause)), cause);
  }

  /** The analysis of the bytes from {@code from} to {@code to} failed. */
  static LogFailure analysing(long from, long to, Throwable cause) {
    return new LogFailure(
        String.format(
            Locale.ROOT, "analysis failed between bytes %,d and %,d: %s", from, to, reason(cause)),
        cause);
  }

  /**
   * Runs the work that ends an analysis.
   *
   * @param length of the log in bytes
   * @throws LogFailure when the analysis fails
   */
  public static <T> T closing(long length, Supplier<T> work) throws LogFailure {
    try {
      return work.get();
    } catch (Refusal e) {
      throw e;
    } catch (RuntimeException | StackOverflowError e) {
      throw analysing(length, length, e);
    }
  }

  /** A failure that is not related to a byte of the log. */
  public static LogFailure of(Exception cause) {
    return cause instanceof LogFailure failure
        ? failure
        : new LogFailure("report failed: " + reason(cause), cause);
  }

  private static String reason(Throwable thrown) {
    String reason;
    if (thrown instanceof NoSuchFileException) {
      reason = "the file is gone";
    } else if (thrown instanceof AccessDeniedException) {
      reason = "the file may not be read";
    } else {
      String name = thrown.getClass().getSimpleName();
      reason = thrown.getMessage() == null ? name : name + ": " + thrown.getMessage();
    }
    return TerminalText.of(
        reason.length() <= MOST_CHARS ? reason : reason.substring(0, MOST_CHARS) + "…");
  }
}
