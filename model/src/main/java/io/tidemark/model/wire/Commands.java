package io.tidemark.model.wire;

import io.tidemark.model.SkipCommand;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/**
 * Commands in {@code tidemark.lines}. A command has its source's key, so it is ordered with the
 * source's slices. The header {@value #COMMAND} distinguishes it from a slice.
 */
public final class Commands {

  private static final String COMMAND = "command";
  private static final String SKIP = "skip";
  private static final String RECORD = "record";
  private static final String NONE = "none";

  private Commands() {}

  /** Whether a record with these headers is a command, valid or not. */
  public static boolean isCommand(Headers headers) {
    return headers.lastHeader(COMMAND) != null;
  }

  /** Returns the headers of a command, whose record has no value. */
  public static Headers headers(SkipCommand command) {
    Long record = command.record();
    String which = record == null ? NONE : Long.toString(record);
    return new RecordHeaders()
        .add(COMMAND, SKIP.getBytes(StandardCharsets.UTF_8))
        .add(RECORD, which.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Parses the output of {@link #headers}.
   *
   * @throws IllegalArgumentException if it is no command of this version
   */
  public static SkipCommand read(Headers headers) {
    String command = text(headers.lastHeader(COMMAND));
    String which = text(headers.lastHeader(RECORD));
    if (!SKIP.equals(command) || which == null) {
      throw new IllegalArgumentException(
          "command '%s' for record '%s': want skip, and a number or none"
              .formatted(command, which));
    }
    return new SkipCommand(which.equals(NONE) ? null : Long.valueOf(which));
  }

  private static @Nullable String text(@Nullable Header header) {
    return header == null || header.value() == null
        ? null
        : new String(header.value(), StandardCharsets.UTF_8);
  }
}
