package io.tidemark.analysis.store;

import io.tidemark.analysis.log.Generations;
import io.tidemark.analysis.log.LineTimes;
import io.tidemark.analysis.state.Sections;
import io.tidemark.analysis.state.StateParts;
import io.tidemark.analysis.state.StateParts.Store;
import io.tidemark.analysis.unwrap.Unwrapper;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * The hot part of a source: its read progress, the sections of its first open run, and the lines
 * that wait for their last part.
 */
public final class SourceSections {

  private static final String SOURCE = "source";
  private static final String OPEN_LINES = "open lines";

  public final Generations generations;
  public final LineTimes times;
  public final Unwrapper unwrapper;
  private final Source source;
  private final Sections in;
  private final List<String> lost;

  /**
   * The section without which nothing else can be used.
   *
   * @param run number of the newest run
   * @param first number of the first open run; {@link StoredOpenRuns#NONE} if none is open
   */
  record Source(Generations generations, LineTimes times, int run, int first) {}

  private SourceSections(Sections in, Source source, List<String> lost) {
    this.in = in;
    this.source = source;
    this.lost = lost;
    this.generations = source.generations();
    this.times = source.times();
    this.unwrapper = in.orRestart(OPEN_LINES, Unwrapper.class, Unwrapper::new);
  }

  /**
   * Reads the hot part of a source; an unknown source starts empty. If the part is unreadable, the
   * source restarts: its open runs are dropped, and the next slice begins the next run.
   */
  public static SourceSections read(String source, StateParts parts) {
    byte[] hot = parts.get(Store.HOT, source);
    if (hot == null) {
      return read(withoutRun(0, new Generations()), List.of());
    }
    try {
      return read(hot, List.of());
    } catch (RuntimeException e) {
      NewBeginning.begin(source, 0, ReadProgress.unknown(), parts);
      return read(Objects.requireNonNull(parts.get(Store.HOT, source)), List.of(SOURCE));
    }
  }

  private static SourceSections read(byte[] hot, List<String> lost) {
    Sections in = Sections.read(hot);
    return new SourceSections(in, in.required(SOURCE, Source.class), lost);
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
    List<String> restarted = new ArrayList<>(lost);
    restarted.addAll(runs.restore(in, source.run(), source.first(), this));
    return List.copyOf(restarted);
  }

  /** Writes the parts of the open runs, and returns the hot part. */
  public byte[] write(StoredOpenRuns runs) {
    Sections out = new Sections();
    out.put(SOURCE, new Source(generations, times, runs.number(), runs.first()));
    runs.store(out);
    if (unwrapper.open() > 0) {
      out.put(OPEN_LINES, unwrapper);
    }
    return out.toBytes();
  }
}
