package io.tidemark.analysis;

import io.tidemark.analysis.alert.Judge;
import io.tidemark.analysis.document.Document;
import io.tidemark.analysis.state.PartReader;
import io.tidemark.analysis.state.SectionReader;
import io.tidemark.analysis.state.SectionWriter;
import io.tidemark.analysis.state.StateParts;
import io.tidemark.model.FileStatus;
import io.tidemark.model.RunId;
import io.tidemark.model.SliceOrigin;
import java.util.Map;

/** The stored sections of an open run: counts, alerts and origin, around {@link RunSections}. */
final class OpenRunSections {

  private static final String COUNTS = "counts";
  private static final String ALERTS = "alerts";
  private static final String DOCUMENT = "document";
  private static final String WORKER = "worker";
  private static final String LABELS = "labels";
  private static final String CONTRADICTIONS = "contradictions";
  private static final String FILE = "file";
  private static final String START = "start";
  private static final int COUNTS_VERSION = 1;
  private static final int ALERTS_VERSION = 1;
  private static final int DOCUMENT_VERSION = 1;
  private static final int WORKER_VERSION = 1;
  private static final int LABELS_VERSION = 1;
  private static final int CONTRADICTIONS_VERSION = 1;
  private static final int FILE_VERSION = 1;
  private static final int START_VERSION = 1;

  private OpenRunSections() {}

  static void writeCounts(OpenRun run, SectionWriter out) {
    out.section(
        COUNTS,
        COUNTS_VERSION,
        section -> {
          run.counts.write(section.number(run.startMillis));
          section.text(run.origin.host());
        });
  }

  /** Writes all sections after the counts. */
  static void write(OpenRun run, SectionWriter out) {
    out.section(ALERTS, ALERTS_VERSION, run.judge::write);
    out.section(DOCUMENT, DOCUMENT_VERSION, run.document::write);
    RunSections.write(run.tracker, run.settings.systems(), out);
    if (run.worker() != null) {
      out.section(WORKER, WORKER_VERSION, section -> section.text(run.worker()));
    }
    FileStatus file = run.origin.file();
    if (file != null) {
      out.section(
          FILE,
          FILE_VERSION,
          section -> section.number(file.sizeBytes()).figure(file.changedMillis()));
    }
    if (run.start.isUnderWay()) {
      out.section(START, START_VERSION, run.start::write);
    }
    if (!run.origin.labels().isEmpty()) {
      out.section(LABELS, LABELS_VERSION, section -> SliceLabels.write(run.origin, section));
    }
    Long contradictions = run.tracker.contradictions();
    if (contradictions != null) {
      out.section(
          CONTRADICTIONS, CONTRADICTIONS_VERSION, section -> section.number(contradictions));
    }
  }

  static OpenRun read(
      RunId id, long millis, SectionReader in, StateParts parts, Settings settings) {
    LogSystems systems = settings.systems();
    Judge judge =
        in.orRestart(
            ALERTS,
            ALERTS_VERSION,
            section -> Judge.read(section, settings.thresholds()),
            () -> new Judge(settings.thresholds()));
    Document document =
        in.orRestart(
            DOCUMENT,
            DOCUMENT_VERSION,
            section -> Document.read(section, systems.formats()),
            () -> Document.none(systems.formats()));
    RunTracker tracker = RunSections.read(id, systems, in, new RunParts(id, parts));
    OpenRun run =
        in.orRestart(
            COUNTS,
            COUNTS_VERSION,
            section -> {
              OpenRun counted = new OpenRun(tracker, judge, section.number(), document, settings);
              counted.counts.read(section);
              counted.origin = new SliceOrigin(section.text(), Map.of());
              return counted;
            },
            () -> new OpenRun(tracker, judge, millis, document, settings));
    tracker.restoreContradictions(
        in.orRestart(CONTRADICTIONS, CONTRADICTIONS_VERSION, PartReader::number, () -> 0L));
    Map<String, String> labels =
        in.orRestart(LABELS, LABELS_VERSION, SliceLabels::read, Map::<String, String>of);
    FileStatus file = in.orRestart(FILE, FILE_VERSION, OpenRunSections::file, () -> null);
    run.origin = new SliceOrigin(run.origin.host(), labels, null, file);
    run.start = in.orRestart(START, START_VERSION, StartSearch::read, StartSearch::over);
    run.worker = in.orRestart(WORKER, WORKER_VERSION, PartReader::text, () -> null);
    return run;
  }

  private static FileStatus file(PartReader in) {
    return new FileStatus(in.number(), in.figure());
  }

  /** Reads a run that was stored before version 10, which introduced sections. */
  static OpenRun readVersionNine(
      RunId id, PartReader in, StateParts parts, Settings settings, QuotedLines quotedLines) {
    LogSystems systems = settings.systems();
    long startMillis = in.number();
    RunCounts counts = new RunCounts();
    counts.read(in);
    String host = in.text();
    quotedLines.read(in);
    Judge judge = Judge.read(in, settings.thresholds());
    Document document = Document.read(in, systems.formats());
    RunTracker tracker = VersionNine.read(id, systems, in, new RunParts(id, parts));
    OpenRun run = new OpenRun(tracker, judge, startMillis, document, settings);
    run.counts = counts;
    run.origin = new SliceOrigin(host, Map.of());
    return run;
  }
}
