package io.tidemark.analysis.system.zant;

import io.tidemark.analysis.line.Bytes;
import io.tidemark.analysis.line.LineFormat;
import io.tidemark.analysis.line.Needles;
import io.tidemark.analysis.line.Parsed;
import io.tidemark.analysis.line.Parsed.Ignored;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Z-Ant's static plans, each one line of JSON, the generator's progress lines around them, and the
 * lines of its tracing allocator. Z-Ant prints the line feed first and has no line prefix.
 */
final class ZantFormat extends LineFormat {

  private static final byte[] OLD_PLAN = Bytes.of("[{\"name\":");
  private static final byte[] EMPTY_PLAN = Bytes.of("[]");
  private static final byte[] NEW_PLAN = Bytes.of("{\"metadata\":");
  private static final Needles OLD_MEMBER = new Needles(List.of("\"backing_buffer\":"));
  private static final Needles NEW_MEMBER = new Needles(List.of("\"tensors\":["));
  private static final int MAX_TRAIL_BYTES = 256;

  /** Beginnings of progress lines, which exclude most lines of any log. */
  private static final List<byte[]> TRAIL =
      Stream.of(" Pre-", " Post-", "Computed ", "Static ", "Will ").map(Bytes::of).toList();

  private static final Pattern FUSION =
      Pattern.compile(
          "^ ((?:Pre|Post)-Fusion (?:nodes|LINK TENSORS|FUSED_LINK TENSORS)): (\\d{1,18})");
  private static final Pattern BUFFERS =
      Pattern.compile("^Computed backing buffers with (v0|v1|branch and bound): (\\d{1,18})");
  private static final Pattern FLAG =
      Pattern.compile("^(Will execute static memory planning with flag: \\S+)");

  ZantFormat(String name) {
    super(name);
  }

  @Override
  public boolean mayBegin(byte first) {
    return "[{ CSWde".indexOf(first) >= 0;
  }

  @Override
  public Parsed unmarked(byte[] bytes, int head, int start, int end) {
    if (start == end) {
      return Ignored.IGNORED;
    }
    return switch (bytes[start]) {
      case '[', '{' -> plan(bytes, start, end);
      case ' ', 'C', 'S', 'W' -> trail(bytes, start, end);
      case 'd', 'e' -> ZantAllocatorLines.parse(bytes, start, end);
      default -> Ignored.IGNORED;
    };
  }

  private static Parsed plan(byte[] bytes, int start, int end) {
    if (end - start == EMPTY_PLAN.length && Bytes.startsWith(bytes, start, end, EMPTY_PLAN)) {
      return new ZantFact.Plan(null, null, List.of(), 0);
    }
    // JSON of other programs begins alike; only a plan has buffers, or tensors if it is empty.
    boolean plan =
        Bytes.startsWith(bytes, start, end, OLD_PLAN)
            ? OLD_MEMBER.find(bytes, start, end) >= 0
            : Bytes.startsWith(bytes, start, end, NEW_PLAN)
                && NEW_MEMBER.find(bytes, start, end) >= 0;
    return plan ? ZantPlanReader.read(bytes, start, end) : Ignored.IGNORED;
  }

  private static boolean mayBeTrail(byte[] bytes, int start, int end) {
    for (byte[] head : TRAIL) {
      if (Bytes.startsWith(bytes, start, end, head)) {
        return true;
      }
    }
    return false;
  }

  private static Parsed trail(byte[] bytes, int start, int end) {
    if (end - start > MAX_TRAIL_BYTES || !mayBeTrail(bytes, start, end)) {
      return Ignored.IGNORED;
    }
    String line = Bytes.text(bytes, start, end);
    if (line.equals(ZantFact.Trail.PLANNING)) {
      return new ZantFact.Trail(line, -1);
    }
    Matcher fusion = FUSION.matcher(line);
    if (fusion.find()) {
      return new ZantFact.Trail(fusion.group(1), Long.parseLong(fusion.group(2)));
    }
    Matcher buffers = BUFFERS.matcher(line);
    if (buffers.find()) {
      return new ZantFact.Trail(buffers.group(1) + " buffers", Long.parseLong(buffers.group(2)));
    }
    Matcher flag = FLAG.matcher(line);
    return flag.find() ? new ZantFact.Trail(flag.group(1), -1) : Ignored.IGNORED;
  }

  /**
   * Lines of Z-Ant's tracing allocator, printed by Zig's own log function: {@code level(scope): }.
   */
  private static final class ZantAllocatorLines {

    private static final int MAX_BYTES = 256;
    private static final Needles ANY =
        new Needles(
            List.of(
                "): a t ", "): f t ", " - success - ", " - failure - ", " - failure: OutOfMem"));
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
}
