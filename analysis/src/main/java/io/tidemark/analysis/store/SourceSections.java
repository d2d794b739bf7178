package io.tidemark.analysis.store;

import io.tidemark.analysis.log.Generations;
import io.tidemark.analysis.log.HeldLines;
import io.tidemark.analysis.log.LineTimes;
import io.tidemark.analysis.run.OpenRuns;
import io.tidemark.analysis.state.Sections;
import io.tidemark.analysis.state.StateFormat;
import io.tidemark.analysis.state.StateParts;
import io.tidemark.analysis.state.StateParts.Store;
import io.tidemark.analysis.unwrap.Unwrapper;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The hot part of a source: its read progress, the sections of its first open run, and the lines
 * that wait for their last part or their next line.
 */
public final class SourceSections {

  private static final String SOURCE = "source";

  /** After its first byte: the part as version 0.1 wrote it, without names of values. */
  private static final String WITHOUT_NAMES = "\f" + SOURCE;

  private static final String OPEN_LINES = "open lines";
  private static final String HELD_LINES = "held lines";

  public final Generations generations;
  public final LineTimes times;
  public final Unwrapper unwrapper;
  public final HeldLines held;
  private final Source source;
  private final Sections in;

  /**
   * The section without which nothing else can be used.
   *
   * @param run number of the newest run
   * @param first number of the first open run; {@link OpenRuns#NONE} if none is open
   */
  record Source(Generations generations, LineTimes times, int run, int first) {}

  private SourceSections(Sections in, Source source) {
    this.in = in;
    this.source = source;
    this.generations = source.generations();
    this.times = source.times();
    this.unwrapper = in.orRestart(OPEN_LINES, Unwrapper.class, Unwrapper::new);
    this.held = in.orRestart(HELD_LINES, HeldLines.class, HeldLines::new);
  }

  /**
   * Reads the hot part of a source; an unknown source starts empty.
   *
   * @throws OtherVersion if another version wrote the part
   * @throws IllegalStateException if the part is damaged
   */
  public static SourceSections read(String source, StateParts parts) {
    byte[] hot = parts.get(Store.HOT, source);
    if (hot == null) {
      return new SourceSections(new Sections(), begun(0, new Generations()));
    }
    try {
      Sections in = Sections.read(hot);
      return new SourceSections(in, in.required(SOURCE, Source.class));
    } catch (RuntimeException e) {
      if (isOfOtherVersion(hot)) {
        throw new OtherVersion(e);
      }
      throw new IllegalStateException("the stored state is damaged", e);
    }
  }

  /** Damage leaves neither a layout of before nor a whole object whose names or values differ. */
  private static boolean isOfOtherVersion(byte[] hot) {
    if (new String(hot, StandardCharsets.ISO_8859_1).startsWith(WITHOUT_NAMES, 1)) {
      return true;
    }
    try {
      byte[] section = StateFormat.isWhole(hot) ? Sections.read(hot).section(SOURCE) : new byte[0];
      return section == null || StateFormat.isWhole(section);
    } catch (RuntimeException e) {
      return true;
    }
  }

  /** Reads only how far a source is read, and the number of its newest run. */
  static Source readSource(byte[] hot) {
    return Sections.read(hot).required(SOURCE, Source.class);
  }

  /** The hot part of a source with this number of runs, of which none is open. */
  static byte[] withoutRun(int runs, Generations progress) {
    return new Sections().put(SOURCE, begun(runs, progress)).toBytes();
  }

  private static Source begun(int runs, Generations progress) {
    return new Source(progress, new LineTimes(), runs, OpenRuns.NONE);
  }

  /** Restores the open runs. Returns the tags of sections that were restarted. */
  public List<String> restore(OpenRuns runs) {
    return List.copyOf(
        runs.restore(in, source.run(), source.first(), times.last(), generations.lines()));
  }

  /** Writes the parts of the open runs, and returns the hot part. */
  public byte[] write(OpenRuns runs) {
    Sections out = new Sections();
    out.put(SOURCE, new Source(generations, times, runs.number(), runs.firstNumber()));
    runs.store(out);
    if (unwrapper.open() > 0) {
      out.put(OPEN_LINES, unwrapper);
    }
    if (held.any()) {
      out.put(HELD_LINES, held);
    }
    return out.toBytes();
  }
}
