package io.tidemark.analysis.system.tttrain;

import io.tidemark.analysis.line.LineListener;
import io.tidemark.analysis.memory.OpNameLimiter;
import io.tidemark.analysis.state.Stored;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Finds the name that users print above a training run: a line of {@code #}, the name, and another
 * line of {@code #}, directly before the trainer's first line.
 */
@Stored
final class Banner implements LineListener {

  private static final int LEAST_MARKS = 8;
  private static final int MAX_BYTES = 1024;

  private static final int LINES = 3;

  /** How much of a banner the newest lines form. */
  private enum Part {
    NOTHING,
    RULE,
    NAME,
    WHOLE
  }

  private Part part = Part.NOTHING;
  private String name = "";

  /** Number of bytes before the marks: each line of a banner has the same wrapper. */
  private int prefix;

  private transient @Nullable String above;

  /** Returns the name directly above the newest line; {@code null} if there is none. */
  @Nullable String above() {
    return above;
  }

  @Override
  public int ignoredLines() {
    return LINES;
  }

  @Override
  public void onLine(byte[] bytes, int start, int lineEnd, long number) {
    above = part == Part.WHOLE ? name : null;
    int end = lineEnd;
    while (end > start && bytes[end - 1] <= ' ' && bytes[end - 1] >= 0) {
      end--;
    }
    int marks = end;
    while (marks > start && bytes[marks - 1] == '#') {
      marks--;
    }
    if (end - marks >= LEAST_MARKS) {
      part = part == Part.NAME ? Part.WHOLE : Part.RULE;
      prefix = marks - start;
      name = part == Part.WHOLE ? name : "";
    } else if ((part == Part.RULE || part == Part.WHOLE) && end - start > prefix) {
      part = Part.NAME;
      int from = start + prefix;
      int to = Math.min(end, from + MAX_BYTES);
      name = OpNameLimiter.cut(new String(bytes, from, to - from, StandardCharsets.UTF_8).strip());
    } else {
      // Leftovers of an earlier banner would depend on how the log was sliced.
      part = Part.NOTHING;
      prefix = 0;
      name = "";
    }
  }

  /** Takes over the state of the previous run. */
  void follow(Banner before) {
    part = before.part;
    name = before.name;
    prefix = before.prefix;
  }
}
