package io.tidemark.analysis;

import io.tidemark.analysis.state.PartReader;
import io.tidemark.analysis.state.SectionReader;
import io.tidemark.analysis.state.SectionWriter;
import io.tidemark.analysis.unwrap.Unwrapper;
import java.util.List;

/**
 * The hot part of a source: read progress, the sections of its first open run, and the state of
 * unwrapping and of stated times.
 */
final class SourceSections {

  /** Version of the section layout; each section also has its own version. */
  static final int VERSION = 10;

  private static final String SOURCE = "source";
  private static final String OPEN_LINES = "open lines";
  private static final String OWN_TIMES = "own times";
  private static final int SOURCE_VERSION = 1;
  private static final int OPEN_LINES_VERSION = 1;
  private static final int OWN_TIMES_FIRST = 1;
  private static final int OWN_TIMES_VERSION = 2;

  private final Generations generations;
  private final LineTimes times;
  private final StoredOpenRuns runs;
  private final Unwrapper unwrapper;

  SourceSections(
      Generations generations, LineTimes times, StoredOpenRuns runs, Unwrapper unwrapper) {
    this.generations = generations;
    this.times = times;
    this.runs = runs;
    this.unwrapper = unwrapper;
  }

  /** Writes the parts of the open runs, and returns the hot part. */
  byte[] write() {
    SectionWriter out = new SectionWriter(VERSION);
    out.section(
        SOURCE,
        SOURCE_VERSION,
        section -> {
          generations.write(section);
          times.write(section);
          runs.write(section);
        });
    runs.store(out, generations.lines());
    if (unwrapper.open() > 0) {
      out.section(OPEN_LINES, OPEN_LINES_VERSION, unwrapper::write);
    }
    if (times.anyStated()) {
      out.section(OWN_TIMES, OWN_TIMES_VERSION, times::writeOwn);
    }
    return out.toBytes();
  }

  /**
   * Restores a source.
   *
   * @return tags of the sections that were unreadable and restarted
   */
  List<String> read(byte[] hot) {
    if (VersionNine.wrote(hot)) {
      PartReader in = new PartReader(hot, VersionNine.VERSION);
      readSource(in);
      runs.restoreVersionNine(in, generations.lines());
      return List.of();
    }
    SectionReader in = new SectionReader(hot, VERSION);
    in.required(SOURCE, SOURCE_VERSION, this::readSource);
    in.orRestart(
        OPEN_LINES,
        OPEN_LINES_VERSION,
        section -> {
          unwrapper.read(section);
          return true;
        },
        () -> unwrapper.close().isEmpty());
    in.orRestart(
        OWN_TIMES,
        OWN_TIMES_FIRST,
        OWN_TIMES_VERSION,
        section -> times.readOwn(section, OWN_TIMES_FIRST),
        () -> false);
    return runs.restore(in, times.last(), generations.lines());
  }

  /** Restores only how far the source is read, and the number of its newest run. */
  void readProgress(byte[] hot) {
    if (VersionNine.wrote(hot)) {
      readSource(new PartReader(hot, VersionNine.VERSION));
    } else {
      new SectionReader(hot, VERSION).required(SOURCE, SOURCE_VERSION, this::readSource);
    }
  }

  private void readSource(PartReader in) {
    generations.read(in);
    times.read(in);
    runs.read(in);
  }
}
