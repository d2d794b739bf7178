package io.tidemark.analysis;

import io.tidemark.analysis.state.PartReader;
import io.tidemark.analysis.state.PartWriter;
import io.tidemark.analysis.state.SectionReader;
import io.tidemark.analysis.state.SectionWriter;
import io.tidemark.analysis.state.StateParts;
import io.tidemark.analysis.state.StateParts.Store;
import io.tidemark.model.RunId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/**
 * Stores the open runs of a source: the first one in the hot part, each further one in its own
 * part.
 */
final class StoredOpenRuns {

  private static final String QUOTED = "quoted lines";
  private static final String WRITERS = "writers";
  private static final String FIRST = "first open run";
  private static final int QUOTED_VERSION = 1;
  private static final int WRITERS_VERSION = 1;
  private static final int FIRST_VERSION = 1;

  private final OpenRuns runs;
  private final StateParts parts;
  private final Settings settings;

  /** Numbers of the runs that have their own part. */
  private final Set<Integer> apart = new TreeSet<>();

  /** Whether a run was open when the state was stored. */
  private boolean stored;

  StoredOpenRuns(OpenRuns runs, StateParts parts, Settings settings) {
    this.runs = runs;
    this.parts = parts;
    this.settings = settings;
  }

  void write(PartWriter out) {
    out.number(runs.number()).flag(runs.first() != null);
  }

  /** Restores the number of runs and whether one was open. */
  void read(PartReader in) {
    runs.restoreNumber(in.count());
    stored = in.flag();
  }

  /**
   * Writes the sections of the first run, and the parts of all other changed runs.
   *
   * @param lines number of lines of the newest file so far
   */
  void store(SectionWriter out, long lines) {
    OpenRun first = runs.first();
    if (first != null) {
      OpenRunSections.writeCounts(first, out);
      Writers writers = runs.writers();
      out.section(QUOTED, QUOTED_VERSION, writers.bare()::writeQuotedLines);
      OpenRunSections.write(first, out);
      first.store(parts);
      if (first.number() != runs.number()) {
        out.section(FIRST, FIRST_VERSION, section -> section.number(first.number()));
      }
      if (!writers.named().isEmpty() || writers.bare().lines() != lines) {
        out.section(WRITERS, WRITERS_VERSION, writers::write);
      }
    }
    Set<Integer> before = new TreeSet<>(apart);
    apart.clear();
    for (OpenRun run : runs.all()) {
      if (run != first) {
        if (run.drainUnstored()) {
          storeApart(run);
        }
        apart.add(run.number());
      }
    }
    before.removeAll(apart);
    before.forEach(run -> parts.put(Store.HOT, key(run), null));
  }

  private void storeApart(OpenRun run) {
    SectionWriter part = new SectionWriter(SourceSections.VERSION);
    OpenRunSections.writeCounts(run, part);
    OpenRunSections.write(run, part);
    parts.put(Store.HOT, key(run.number()), part.toBytes());
    run.store(parts);
  }

  private String prefix() {
    return runs.source() + "\0open\0";
  }

  private String key(int run) {
    return prefix() + String.format(Locale.ROOT, "%08d", run);
  }

  /** Restores the open run, if any, from a state without sections. */
  void restoreVersionNine(PartReader in, long lines) {
    if (stored) {
      QuotedLines quoted = new QuotedLines();
      int newest = runs.number();
      runs.put(newest, OpenRunSections.readVersionNine(id(newest), in, parts, settings, quoted));
      restoreBare(quoted, newest, lines);
    }
  }

  /**
   * Restores the open runs, if any. Returns the tags of sections that were restarted.
   *
   * @param millis time of the last line
   * @param lines number of lines of the newest file so far
   */
  List<String> restore(SectionReader in, long millis, long lines) {
    if (!stored) {
      return in.restarted();
    }
    int lowest = in.orRestart(FIRST, FIRST_VERSION, PartReader::count, runs::number);
    runs.put(lowest, OpenRunSections.read(id(lowest), millis, in, parts, settings));
    restoreBare(
        in.orRestart(QUOTED, QUOTED_VERSION, StoredOpenRuns::quotedLines, QuotedLines::new),
        lowest,
        lines);
    runs.restoreWriters(
        in.orRestart(WRITERS, WRITERS_VERSION, StoredOpenRuns::writers, runs::writers));
    List<String> restarted = new ArrayList<>(in.restarted());
    parts.scan(
        Store.HOT,
        prefix(),
        (key, bytes) -> {
          try {
            int run = Integer.parseInt(key.substring(prefix().length()));
            SectionReader part = new SectionReader(bytes, SourceSections.VERSION);
            runs.put(run, OpenRunSections.read(id(run), millis, part, parts, settings));
            apart.add(run);
            restarted.addAll(part.restarted());
          } catch (RuntimeException e) {
            // Only this worker's run is lost; the others continue.
            restarted.add(key.substring(runs.source().length() + 1));
          }
        });
    restarted.addAll(runs.compareRestored());
    return restarted;
  }

  private void restoreBare(QuotedLines quoted, int run, long lines) {
    runs.writers().beginFile(run);
    runs.writers().bare().restore(quoted, lines);
  }

  private RunId id(int run) {
    return new RunId(runs.source(), run);
  }

  private static QuotedLines quotedLines(PartReader in) {
    QuotedLines quotedLines = new QuotedLines();
    quotedLines.read(in);
    return quotedLines;
  }

  private static Writers writers(PartReader in) {
    Writers writers = new Writers();
    writers.read(in);
    return writers;
  }
}
