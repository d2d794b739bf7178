package io.tidemark.analysis.message;

import io.tidemark.analysis.memory.OpNameLimiter;
import java.util.Map;

/** What was stated shortly before: every layer that passes a failure on prints it again. */
final class RecentStatements {

  private static final int MOST = 64;

  /** Lines within which equal statements are one. */
  private static final long WITHIN = 256;

  private final Map<String, Long> lines;

  /**
   * Creates a view of stored statements.
   *
   * @param lines by statement, oldest first: the line that counted last
   */
  RecentStatements(Map<String, Long> lines) {
    this.lines = lines;
  }

  /** Whether nothing like it was stated shortly before, and remembers it. */
  boolean isNew(String what, long line) {
    if (isRecent(what, line)) {
      return false;
    }
    String key = OpNameLimiter.cut(what);
    lines.remove(key);
    lines.put(key, line);
    if (lines.size() > MOST) {
      lines.remove(lines.keySet().iterator().next());
    }
    return true;
  }

  boolean isRecent(String what, long line) {
    Long before = lines.get(OpNameLimiter.cut(what));
    return before != null && line - before <= WITHIN;
  }
}
