package io.tidemark.analysis.store;

import io.tidemark.analysis.alert.Judge;
import io.tidemark.analysis.document.Document;
import io.tidemark.analysis.log.Writer;
import io.tidemark.analysis.log.Writers;
import io.tidemark.analysis.run.OpenRun;
import io.tidemark.analysis.run.OpenRuns;
import io.tidemark.analysis.run.RunParts;
import io.tidemark.analysis.run.RunTracker;
import io.tidemark.analysis.run.Settings;
import io.tidemark.analysis.state.Sections;
import io.tidemark.analysis.state.StateParts;
import io.tidemark.analysis.state.StateParts.Store;
import io.tidemark.model.log.RunId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/**
 * Stores the open runs of a source: the first one in the hot part, each further one in its own
 * part.
 */
public final class StoredOpenRuns {

  /** No run is open. */
  static final int NONE = 0;

  private static final String WRITERS = "writers";

  private final OpenRuns runs;
  private final StateParts parts;
  private final Settings settings;

  /** Numbers of the runs that have their own part. */
  private final Set<Integer> apart = new TreeSet<>();

  public StoredOpenRuns(OpenRuns runs, StateParts parts, Settings settings) {
    this.runs = runs;
    this.parts = parts;
    this.settings = settings;
  }

  /** Number of the newest run. */
  int number() {
    return runs.number();
  }

  /** Number of the first open run. */
  int first() {
    OpenRun first = runs.first();
    return first == null ? NONE : first.number();
  }

  /** Writes the sections of the first run, and the parts of all other changed runs. */
  void store(Sections out) {
    OpenRun first = runs.first();
    if (first != null) {
      out.put(WRITERS, runs.writers());
      OpenRunSections.write(first, out);
      first.store(parts);
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
    Sections part = new Sections();
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

  /**
   * Restores the open runs, if any. Returns the tags of sections that were restarted.
   *
   * @param number of the newest run
   * @param first number of the first open run
   */
  List<String> restore(Sections in, int number, int first, SourceSections source) {
    runs.restoreNumber(number);
    if (first == NONE) {
      return in.restarted();
    }
    long millis = source.times.last();
    runs.put(first, OpenRunSections.read(id(first), millis, in, parts, settings));
    runs.restoreWriters(
        in.orRestart(
            WRITERS, Writers.class, () -> Writers.ofBare(first, source.generations.lines())));
    List<String> restarted = new ArrayList<>(in.restarted());
    List<String> broken = new ArrayList<>();
    parts.scan(
        Store.HOT,
        prefix(),
        (key, bytes) -> {
          try {
            int run = Integer.parseInt(key.substring(prefix().length()));
            Sections part = Sections.read(bytes);
            runs.put(run, OpenRunSections.read(id(run), millis, part, parts, settings));
            apart.add(run);
            restarted.addAll(part.restarted());
          } catch (RuntimeException e) {
            // Only this worker's run is lost, and its next line begins the next one.
            broken.add(key);
            restarted.add(key.substring(runs.source().length() + 1));
          }
        });
    broken.forEach(key -> drop(key.substring(prefix().length()), key));
    restarted.addAll(runs.compareRestored());
    return restarted;
  }

  private void drop(String number, String key) {
    parts.put(Store.HOT, key, null);
    if (number.matches("\\d{1,9}")) {
      runs.writers().follow(Integer.parseInt(number), Writer.NO_RUN);
      new RunParts(id(Integer.parseInt(number)), parts).drop();
    }
  }

  private RunId id(int run) {
    return new RunId(runs.source(), run);
  }

  /**
   * The stored sections of an open run: counts, alerts and document, around {@link RunSections}.
   */
  private static final class OpenRunSections {

    private static final String COUNTS = "counts";
    private static final String ALERTS = "alerts";
    private static final String DOCUMENT = "document";

    private OpenRunSections() {}

    static void write(OpenRun run, Sections out) {
      out.put(COUNTS, run.state());
      out.put(ALERTS, run.judge.state());
      out.put(DOCUMENT, run.document.section().write());
      RunSections.write(run.tracker, run.settings.systems(), out);
    }

    /**
     * Restores a run.
     *
     * @param millis start of the run if its counts restart
     */
    static OpenRun read(RunId id, long millis, Sections in, StateParts parts, Settings settings) {
      Judge judge =
          in.orRestart(
              ALERTS,
              Judge.State.class,
              state -> new Judge(settings.thresholds(), state),
              () -> new Judge(settings.thresholds()));
      Document document =
          in.orRestart(
              DOCUMENT,
              section -> document(section, settings),
              () -> Document.none(settings.systems().formats()));
      RunTracker tracker = RunSections.read(id, settings.systems(), in, new RunParts(id, parts));
      return in.orRestart(
          COUNTS,
          OpenRun.State.class,
          state -> new OpenRun(tracker, judge, state, document, settings),
          () -> new OpenRun(tracker, judge, millis, document, settings));
    }

    private static Document document(byte[] section, Settings settings) {
      Document document = Document.none(settings.systems().formats());
      document.section().read(section);
      return document;
    }
  }
}
