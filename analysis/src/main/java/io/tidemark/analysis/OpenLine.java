package io.tidemark.analysis;

import io.tidemark.analysis.state.PartReader;
import io.tidemark.analysis.state.PartWriter;
import io.tidemark.analysis.state.StagedParts;
import io.tidemark.analysis.state.StateParts;
import io.tidemark.model.RunId;
import io.tidemark.model.RunStatus;
import io.tidemark.model.Slice;
import io.tidemark.model.SliceOrigin;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The last line of a log as it stands, and how the state would change if the line ended there. A
 * line that would be ignored or rejected changes nothing yet: it is of no interest or half written.
 */
final class OpenLine {

  /** Before it a slice had no labels. */
  private static final int LABELLED = 2;

  private static final int OLDEST = 1;
  private static final int VERSION = LABELLED;

  private final Slice slice;
  private final Changes changes;
  private final boolean alerted;

  /** What a later slice makes of an open line. */
  enum Fate {
    /** It is still open. */
    STAYS,
    /** Its line end came, or it is certain that none will. */
    ENDS,
    /** It went on, or another line stands there now. */
    GROWS,
    /** It was the last line of its file. */
    CLOSES
  }

  private OpenLine(Slice slice, Changes changes, boolean alerted) {
    this.slice = slice;
    this.changes = changes;
    this.alerted = alerted;
  }

  /** Reads the line on a copy of the state that the parts hold. */
  static OpenLine of(Slice slice, String source, StateParts parts, Settings settings) {
    LogAnalysis copy = LogAnalysis.load(source, new StagedParts(parts), settings);
    Map<RunId, RunStatus> before = copy.changes().runs();
    Outcome outcome = copy.after(slice.closed());
    // Runs are forgotten for good: that waits for the line's end.
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

  /** The state that is published beside that of the lines before it. */
  Changes changes() {
    return changes;
  }

  /** It begins or ends an alert. */
  boolean alerted() {
    return alerted;
  }

  /** What the next slice of the source makes of it; {@code log} is what came before. */
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

  /** Whether the same line is in a slice that begins at the same offset or before. */
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

  /** A slice that is an open line, to be stored. */
  static byte[] toBytes(Slice slice) {
    PartWriter out = new PartWriter(VERSION);
    out.text(slice.generation())
        .number(slice.offset())
        .number(slice.length())
        .flag(slice.truncated())
        .number(slice.fromMillis())
        .number(slice.toMillis())
        .text(slice.host())
        .bytes(slice.bytes());
    SliceLabels.write(slice.origin(), out);
    return out.toBytes();
  }

  /** The slice that {@link #toBytes} wrote. */
  static Slice read(byte[] stored) {
    PartReader in = new PartReader(stored, OLDEST, VERSION);
    String generation = in.word();
    long offset = in.number();
    long length = in.number();
    boolean truncated = in.flag();
    long fromMillis = in.number();
    long toMillis = in.number();
    String host = in.text();
    byte[] bytes = in.bytes();
    SliceOrigin origin =
        new SliceOrigin(host, in.version() >= LABELLED ? SliceLabels.read(in) : Map.of());
    return new Slice(
        generation, offset, length, 0, truncated, true, fromMillis, toMillis, bytes, origin);
  }
}
