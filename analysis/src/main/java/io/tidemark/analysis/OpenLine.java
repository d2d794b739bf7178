package io.tidemark.analysis;

import io.tidemark.analysis.state.StagedParts;
import io.tidemark.analysis.state.StateFormat;
import io.tidemark.analysis.state.StateParts;
import io.tidemark.model.RunId;
import io.tidemark.model.RunStatus;
import io.tidemark.model.Slice;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The open last line of a log, and the state changes if the line ended here. A line that would be
 * ignored or rejected changes nothing yet: it is irrelevant or half written.
 */
final class OpenLine {

  private final Slice slice;
  private final Changes changes;
  private final boolean alerted;

  /** The effect of a later slice on an open line. */
  enum Fate {
    /** The line is still open. */
    STAYS,
    /** The line ended, or certainly gets no line end. */
    ENDS,
    /** The line grew, or another line now stands at its offset. */
    GROWS,
    /** The line was the last of its file. */
    CLOSES
  }

  private OpenLine(Slice slice, Changes changes, boolean alerted) {
    this.slice = slice;
    this.changes = changes;
    this.alerted = alerted;
  }

  /** Parses the line on a copy of the stored state. */
  static OpenLine of(Slice slice, String source, StateParts parts, Settings settings) {
    LogAnalysis copy = LogAnalysis.load(source, new StagedParts(parts), settings);
    Map<RunId, RunStatus> before = copy.changes().runs();
    Outcome outcome = copy.after(slice.closed());
    // Deleting old runs cannot be undone, so it waits for the end of the line.
    Changes after = copy.changes().withoutGone();
    boolean says = outcome.rejects().isEmpty() && says(outcome, before, after);
    return new OpenLine(slice, says ? after : Changes.NONE, says && outcome.alerted());
  }

  private static boolean says(Outcome outcome, Map<RunId, RunStatus> before, Changes after) {
    return !outcome.events().isEmpty()
        || !after.withoutRuns().isEmpty()
        || after.runs().entrySet().stream()
            .anyMatch(run -> hasMoreFacts(run.getValue(), before.get(run.getKey())));
  }

  private static boolean hasMoreFacts(RunStatus after, @Nullable RunStatus before) {
    return after.lines().fact() > (before == null ? 0 : before.lines().fact());
  }

  Slice slice() {
    return slice;
  }

  /** The state to publish on top of the state of the lines before. */
  Changes changes() {
    return changes;
  }

  /** Whether the line begins or ends an alert. */
  boolean alerted() {
    return alerted;
  }

  /**
   * Returns the effect of the next slice of the source; {@code log} is the state before the line.
   */
  Fate after(Slice next, LogAnalysis log) {
    if (!next.generation().equals(slice.generation())) {
      return next.isLost() || log.knows(next.generation()) ? Fate.STAYS : Fate.CLOSES;
    }
    if (next.end() <= slice.offset()) {
      return Fate.STAYS;
    }
    if (next.offset() > slice.offset()) {
      return Fate.CLOSES;
    }
    if (!holdsIn(next)) {
      return Fate.GROWS;
    }
    return next.isOpen() ? Fate.STAYS : Fate.ENDS;
  }

  /** Whether a slice that begins at or before the same offset contains the same line. */
  private boolean holdsIn(Slice next) {
    byte[] text = slice.bytes();
    byte[] bytes = next.bytes();
    long at = slice.offset() - next.offset();
    long end = at + text.length;
    return slice.truncated() == next.truncated()
        && end <= bytes.length
        && (next.truncated() || end == bytes.length || bytes[(int) end] == '\n')
        && Arrays.equals(text, 0, text.length, bytes, (int) at, (int) end);
  }

  /** Serializes a slice that is an open line. */
  static byte[] toBytes(Slice slice) {
    return StateFormat.write(slice);
  }

  /** Reads the output of {@link #toBytes}. */
  static Slice read(byte[] stored) {
    return StateFormat.read(stored, Slice.class);
  }
}
