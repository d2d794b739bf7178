package io.tidemark.analysis.store;

import io.tidemark.analysis.alert.Judge;
import io.tidemark.analysis.document.Document;
import io.tidemark.analysis.run.OpenRun;
import io.tidemark.analysis.run.RunParts;
import io.tidemark.analysis.run.RunTracker;
import io.tidemark.analysis.run.Settings;
import io.tidemark.analysis.state.Sections;
import io.tidemark.analysis.state.StateParts;
import io.tidemark.model.log.RunId;

/** The stored sections of an open run: counts, alerts and document, around {@link RunSections}. */
final class OpenRunSections {

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
