package io.tidemark.analysis;

import io.tidemark.analysis.alert.Judge;
import io.tidemark.analysis.document.Document;
import io.tidemark.analysis.line.LineScan;
import io.tidemark.analysis.line.Parsed;
import io.tidemark.analysis.state.ChangedState;
import io.tidemark.analysis.state.PartReader;
import io.tidemark.analysis.state.PartWriter;
import io.tidemark.analysis.state.SectionReader;
import io.tidemark.analysis.state.SectionWriter;
import io.tidemark.analysis.state.StateParts;
import io.tidemark.model.LogPosition;
import io.tidemark.model.ReadLines;
import io.tidemark.model.RunFailures;
import io.tidemark.model.RunId;
import io.tidemark.model.RunSource;
import io.tidemark.model.RunStatus;
import io.tidemark.model.RunTime;
import io.tidemark.model.RunTracking;
import io.tidemark.model.Slice;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The run that a source is in: what is counted of its lines, around what is tracked and judged. */
final class OpenRun {

  private static final String COUNTS = "counts";
  private static final String QUOTED = "quoted lines";
  private static final String ALERTS = "alerts";
  private static final String DOCUMENT = "document";
  private static final int COUNTS_VERSION = 1;
  private static final int QUOTED_VERSION = 1;
  private static final int ALERTS_VERSION = 1;
  private static final int DOCUMENT_VERSION = 1;

  private final LogSystems systems;
  final RunTracker tracker;
  final Judge judge;
  final Document document;
  private QuotedLines quotedLines = new QuotedLines();
  private final long startMillis;
  private RunCounts counts = new RunCounts();
  private @Nullable Long endMillis;
  private @Nullable String host;
  private boolean dirty = true;

  /**
   * @param document what the run's file may be, when the run begins with it
   */
  OpenRun(RunId id, long startMillis, Document document, Settings settings) {
    this(
        RunTracker.begin(id, settings.systems()),
        new Judge(settings.thresholds()),
        startMillis,
        document,
        settings.systems());
  }

  private OpenRun(
      RunTracker tracker, Judge judge, long startMillis, Document document, LogSystems systems) {
    this.systems = systems;
    this.tracker = tracker;
    this.judge = judge;
    this.document = document;
    this.startMillis = startMillis;
  }

  void count(Parsed parsed) {
    dirty = true;
    counts.count(parsed);
  }

  /** What becomes of a line by those before it. */
  Parsed judge(Parsed parsed, long number) {
    return quotedLines.judge(parsed, number);
  }

  /** Counts ignored lines of which the last has this number. */
  void ignore(LineScan scan, long number) {
    dirty = true;
    counts.ignore(scan.ignored());
    tracker.ignored(scan, number - scan.ignored() + 1);
  }

  void late(long lines) {
    dirty = true;
    counts.reject(lines);
  }

  void duplicate() {
    dirty = true;
    counts.duplicate();
  }

  void gap(long bytes) {
    dirty = true;
    counts.gap(bytes);
  }

  /** Where its lines are read, when that is known; the last place counts. */
  void readOn(@Nullable String where) {
    if (where != null && !where.equals(host)) {
      dirty = true;
      host = where;
    }
  }

  void end(long millis) {
    dirty = true;
    endMillis = millis;
  }

  void publish(ChangesBuilder changes, String generation, long next, boolean busy) {
    ChangedState tracked = tracker.changes(busy);
    RunStatus status = null;
    // It says how far the log is published: what waits may not be behind it.
    if (dirty && !tracker.waits()) {
      dirty = false;
      status = status(generation, next);
      changes.runs.put(tracker.id(), status);
    }
    judge.apply(tracked.plans(), status == null ? null : status.training());
    if (endMillis != null) {
      judge.end(new LogPosition(next, endMillis));
    }
    judge.publish(tracker.id(), changes.alerts);
    changes.tracked.add(tracked);
  }

  /** The keys that it is published under, once its parts are stored. */
  Tombstones keys(StateParts parts) {
    return new Tombstones(
        tracker.id(),
        tracker.memories(),
        new RunParts(tracker.id(), parts).lastPages(),
        judge.keys(tracker.id()));
  }

  private RunStatus status(String generation, long next) {
    return new RunStatus(
        new RunSource(generation, next, host),
        new ReadLines(tracker.formats(), counts.lines(), counts.gaps(), counts.gapBytes()),
        new RunTracking(tracker.snapshots(), tracker.flatAttribution(), tracker.turnedAway()),
        new RunFailures(
            tracker.failures().newest(), tracker.failures().count(), tracker.failures().declined()),
        tracker.training(),
        new RunTime(startMillis, endMillis));
  }

  /**
   * What a whole line, or a cut one's head, says as a document's; {@code null} if it is a log's.
   */
  @Nullable List<Parsed> documented(LineAt line, @Nullable String onlyFormat) {
    Slice slice = line.slice();
    List<Parsed> records =
        document.read(slice.bytes(), line.start(), line.end(), slice.truncated(), onlyFormat);
    if (!document.known() && records.isEmpty()) {
      return null;
    }
    count(Document.outcome(records));
    return records;
  }

  /** Leaves of a run that is over what may be asked for; answers the run that made room for it. */
  @Nullable Tombstones leave(StateParts parts) {
    store(parts);
    Tombstones displaced = new RunRetention(parts).add(keys(parts));
    new RunParts(tracker.id(), parts).drop();
    return displaced;
  }

  /** Puts its parts that changed, beside its sections. */
  void store(StateParts parts) {
    new RunParts(tracker.id(), parts).store(tracker, systems.systems());
  }

  void write(SectionWriter out) {
    out.section(COUNTS, COUNTS_VERSION, this::writeCounts);
    out.section(QUOTED, QUOTED_VERSION, quotedLines::write);
    out.section(ALERTS, ALERTS_VERSION, judge::write);
    out.section(DOCUMENT, DOCUMENT_VERSION, document::write);
    RunSections.write(tracker, systems, out);
  }

  private void writeCounts(PartWriter out) {
    counts.write(out.number(startMillis));
    out.text(host);
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
              OpenRun counted = new OpenRun(tracker, judge, section.number(), document, systems);
              counted.counts.read(section);
              counted.host = section.text();
              return counted;
            },
            () -> new OpenRun(tracker, judge, millis, document, systems));
    run.quotedLines =
        in.orRestart(QUOTED, QUOTED_VERSION, OpenRun::readQuotedLines, QuotedLines::new);
    return run;
  }

  /** Reads a run that was stored before there were sections. */
  static OpenRun readVersionNine(RunId id, PartReader in, StateParts parts, Settings settings) {
    LogSystems systems = settings.systems();
    long startMillis = in.number();
    RunCounts counts = new RunCounts();
    counts.read(in);
    String host = in.text();
    QuotedLines quotedLines = readQuotedLines(in);
    Judge judge = Judge.read(in, settings.thresholds());
    Document document = Document.read(in, systems.formats());
    RunTracker tracker = VersionNine.read(id, systems, in, new RunParts(id, parts));
    OpenRun run = new OpenRun(tracker, judge, startMillis, document, systems);
    run.counts = counts;
    run.host = host;
    run.quotedLines = quotedLines;
    return run;
  }

  private static QuotedLines readQuotedLines(PartReader in) {
    QuotedLines quotedLines = new QuotedLines();
    quotedLines.read(in);
    return quotedLines;
  }
}
