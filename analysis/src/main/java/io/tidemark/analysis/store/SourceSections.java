package io.tidemark.analysis.store;

import io.tidemark.analysis.log.Generations;
import io.tidemark.analysis.log.HeldLines;
import io.tidemark.analysis.log.LineTimes;
import io.tidemark.analysis.state.Sections;
import io.tidemark.analysis.state.StateParts;
import io.tidemark.analysis.state.StateParts.Store;
import io.tidemark.analysis.unwrap.Unwrapper;
import java.util.List;

/**
 * The hot part of a source: its read progress, the sections of its first open run, and the lines
 * that wait for their last part or their next line.
 */
public final class SourceSections {

  private static final String SOURCE = "source";
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
   * @param first number of the first open run; {@link StoredOpenRuns#NONE} if none is open
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
   * @throws IllegalStateException if the part cannot be read
   */
  public static SourceSections read(String source, StateParts parts) {
    byte[] hot = parts.get(Store.HOT, source);
    try {
      Sections in = Sections.read(hot == null ? withoutRun(0, new Generations()) : hot);
      return new SourceSections(in, in.required(SOURCE, Source.class));
    } catch (RuntimeException e) {
      throw new IllegalStateException("the stored state is of another version, or damaged", e);
    }
  }

  /** Reads only how far a source is read, and the number of its newest run. */
  static Source readSource(byte[] hot) {
    return Sections.read(hot).required(SOURCE, Source.class);
  }

  /** The hot part of a source with this number of runs, of which none is open. */
  static byte[] withoutRun(int runs, Generations progress) {
    return new Sections()
        .put(SOURCE, new Source(progress, new LineTimes(), runs, StoredOpenRuns.NONE))
        .toBytes();
  }

  /** Restores the open runs. Returns the tags of sections that were restarted. */
  public List<String> restore(StoredOpenRuns runs) {
    return List.copyOf(runs.restore(in, source.run(), source.first(), this));
  }

  /** Writes the parts of the open runs, and returns the hot part. */
  public byte[] write(StoredOpenRuns runs) {
    Sections out = new Sections();
    out.put(SOURCE, new Source(generations, times, runs.number(), runs.first()));
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
