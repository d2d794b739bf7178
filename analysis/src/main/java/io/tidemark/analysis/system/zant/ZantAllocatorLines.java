package io.tidemark.analysis.system.zant;

import io.tidemark.analysis.line.Bytes;
import io.tidemark.analysis.line.Needles;
import io.tidemark.analysis.line.Parsed;
import io.tidemark.analysis.line.Parsed.Ignored;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Lines of Z-Ant's tracing allocator, printed by Zig's own log function: {@code level(scope): }.
 */
final class ZantAllocatorLines {

  private static final int MAX_BYTES = 256;
  private static final Needles ANY =
      new Needles(
          List.of("): a t ", "): f t ", " - success - ", " - failure - ", " - failure: OutOfMem"));
  private static final Pattern HELD =
      Pattern.compile("\\w+\\((\\w+)\\): ([af]) t\\s+(-?\\d{1,13}) l (\\d{1,13})(?!\\d)");
  private static final Pattern RESIZED =
      Pattern.compile(
          "\\w+\\((\\w+)\\): (?:shrink|expand) - (success|failure) - (\\d{1,13}) to (\\d{1,13}),");
  // The scope is repeated before the message, as Zig prints a literal.
  private static final Pattern NO_ROOM =
      Pattern.compile(
          "\\w+\\((\\w+)\\): (?:\\S+ )?alloc - failure: OutOfMemory - len: (\\d{1,13}),");

  private ZantAllocatorLines() {}

  static Parsed parse(byte[] bytes, int start, int end) {
    if (end - start > MAX_BYTES || ANY.find(bytes, start, end) < 0) {
      return Ignored.IGNORED;
    }
    String line = Bytes.text(bytes, start, end);
    Matcher held = HELD.matcher(line);
    if (held.lookingAt()) {
      boolean freed = held.group(2).equals("f");
      return new ZantFact.Held(held.group(1), freed, number(held, 3), number(held, 4));
    }
    Matcher resized = RESIZED.matcher(line);
    if (resized.lookingAt()) {
      return resized.group(2).equals("success")
          ? new ZantFact.Resized(resized.group(1), number(resized, 3), number(resized, 4))
          : new ZantFact.NotResized(resized.group(1), number(resized, 3), number(resized, 4));
    }
    Matcher noRoom = NO_ROOM.matcher(line);
    return noRoom.lookingAt()
        ? new ZantFact.NoRoom(noRoom.group(1), number(noRoom, 2))
        : Ignored.IGNORED;
  }

  private static long number(Matcher line, int group) {
    return Long.parseLong(line.group(group));
  }
}
