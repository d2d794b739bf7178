package io.tidemark.analysis.log;

import io.tidemark.model.log.LineEnds;
import io.tidemark.model.log.Reject;
import io.tidemark.model.log.Slice;
import java.nio.charset.StandardCharsets;

/**
 * Lines appended to a file after a newer generation of its log began. They count as rejects and
 * become facts of no run.
 *
 * @param reject one reject for all lines, at the position of the first
 */
public record LateLines(long lines, Reject reject) {

  private static final int MAX_BYTES = 1024;

  /**
   * Takes the lines that begin at offset {@code next} or later, after {@code counted} earlier
   * lines.
   */
  public static LateLines of(Slice slice, long next, long counted) {
    byte[] bytes = slice.bytes();
    int start = (int) Math.max(0, Math.min(bytes.length, next - slice.offset()));
    int end = LineEnds.next(bytes, start, bytes.length);
    int ends = LineEnds.count(bytes, start, bytes.length);
    long late = slice.truncated() ? 1 : Math.max(1, slice.unterminated() ? ends + 1 : ends);
    String text =
        new String(bytes, start, Math.min(end - start, MAX_BYTES), StandardCharsets.UTF_8);
    return new LateLines(
        late,
        new Reject(
            slice.generation(),
            slice.offset() + start,
            counted + 1,
            1,
            "log",
            "%d lines came after a newer file of the log".formatted(late),
            text));
  }
}
