package io.tidemark.analysis.system.zant;

import io.tidemark.analysis.line.Bytes;
import io.tidemark.analysis.line.LineFormat;
import io.tidemark.analysis.line.Needles;
import io.tidemark.analysis.line.Parsed;
import io.tidemark.analysis.line.Parsed.Ignored;
import io.tidemark.analysis.message.LineRows;
import io.tidemark.analysis.message.RowCursor;
import java.util.List;

/**
 * Z-Ant's static plans, each one line of JSON, and the rows of {@code lines.txt}: the generator's
 * progress around them, and its tracing allocator. Z-Ant prints the line feed first and has no line
 * prefix.
 */
final class ZantFormat extends LineFormat {

  private static final byte[] OLD_PLAN = Bytes.of("[{\"name\":");
  private static final byte[] EMPTY_PLAN = Bytes.of("[]");
  private static final byte[] NEW_PLAN = Bytes.of("{\"metadata\":");
  private static final Needles OLD_MEMBER = new Needles(List.of("\"backing_buffer\":"));
  private static final Needles NEW_MEMBER = new Needles(List.of("\"tensors\":["));
  private static final byte[] DEBUG = Bytes.of("debug(");
  private static final byte[] ERROR = Bytes.of("error(");
  private static final LineRows TRAIL = new LineRows(ZantFormat.class, "=");
  private static final LineRows ALLOCATOR = new LineRows(ZantFormat.class, "level");
  private static final int MAX_BYTES = 256;

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
      case ' ', 'C', 'S', 'W' ->
          TRAIL.mayRead(bytes, start, end, 0) ? row(TRAIL, bytes, start, end) : Ignored.IGNORED;
      case 'd', 'e' ->
          Bytes.startsWith(bytes, start, end, DEBUG) || Bytes.startsWith(bytes, start, end, ERROR)
              ? row(ALLOCATOR, bytes, start, end)
              : Ignored.IGNORED;
      default -> Ignored.IGNORED;
    };
  }

  private Parsed row(LineRows rows, byte[] bytes, int start, int end) {
    return end - start > MAX_BYTES
        ? Ignored.IGNORED
        : rows.read(new RowCursor(name, bytes, start, start, null, start, end), 0);
  }

  private static Parsed plan(byte[] bytes, int start, int end) {
    if (end - start == EMPTY_PLAN.length && Bytes.startsWith(bytes, start, end, EMPTY_PLAN)) {
      return new ZantPlan(null, null, List.of(), 0);
    }
    // JSON of other programs begins alike; only a plan has buffers, or tensors if it is empty.
    boolean plan =
        Bytes.startsWith(bytes, start, end, OLD_PLAN)
            ? OLD_MEMBER.find(bytes, start, end) >= 0
            : Bytes.startsWith(bytes, start, end, NEW_PLAN)
                && NEW_MEMBER.find(bytes, start, end) >= 0;
    return plan ? ZantPlanReader.read(bytes, start, end) : Ignored.IGNORED;
  }
}
