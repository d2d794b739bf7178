package io.tidemark.analysis;

import io.tidemark.analysis.alert.Judge;
import io.tidemark.analysis.document.Document;
import io.tidemark.analysis.line.At;
import io.tidemark.analysis.line.Fact;
import io.tidemark.analysis.line.Parsed;
import io.tidemark.analysis.state.PartReader;
import io.tidemark.analysis.state.PartWriter;
import io.tidemark.analysis.state.SectionReader;
import io.tidemark.analysis.state.SectionWriter;
import io.tidemark.analysis.state.StateParts;
import io.tidemark.analysis.state.Told;
import io.tidemark.model.RunId;
import io.tidemark.model.RunStatus;
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
  private long facts;
  private long ignored;
  private long quoted;
  private long rejected;
  private long duplicates;
  private long gaps;
  private long gapBytes;
  private @Nullable Long endMillis;
  private @Nullable String host;
  private boolean untold = true;

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
    untold = true;
    if (parsed instanceof Fact) {
      facts++;
    } else if (parsed instanceof Parsed.Rejected) {
      rejected++;
    } else if (parsed == Parsed.Quoted.QUOTED) {
      quoted++;
    } else {
      ignored++;
    }
  }

  /** What becomes of a line by those before it. */
  Parsed judge(Parsed parsed, long number) {
    return quotedLines.judge(parsed, number);
  }

  void ignore(long lines) {
    untold = true;
    ignored += lines;
  }

  void late(long lines) {
    untold = true;
    rejected += lines;
  }

  void duplicate() {
    untold = true;
    duplicates++;
  }

  void gap(long bytes) {
    untold = true;
    gaps++;
    gapBytes += bytes;
  }

  /** Where its lines are read, when that is told; the last place counts. */
  void readOn(@Nullable String where) {
    if (where != null && !where.equals(host)) {
      untold = true;
      host = where;
    }
  }

  void end(long millis) {
    untold = true;
    endMillis = millis;
  }

  void tell(ChangesBuilder told, String generation, long next, boolean busy) {
    Told tracked = tracker.tell(busy);
    RunStatus status = null;
    // It says how far the log is told: what waits may not be behind it.
    if (untold && !tracker.waits()) {
      untold = false;
      status = status(generation, next);
      told.runs.put(tracker.id(), status);
    }
    judge.take(tracked.plans(), status == null ? null : status.training());
    if (endMillis != null) {
      judge.end(new At(next, endMillis));
    }
    judge.tell(tracker.id(), told.alerts);
    told.tracked.add(tracked);
  }

  /** All that it was told under, once its parts are stored. */
  Gone keys(StateParts parts) {
    return new Gone(
        tracker.id(),
        tracker.memories(),
        new RunParts(tracker.id(), parts).lastPages(),
        judge.keys(tracker.id()));
  }

  private RunStatus status(String generation, long next) {
    return new RunStatus(
        generation,
        next,
        tracker.formats(),
        new RunStatus.Lines(facts, ignored, rejected, duplicates, quoted),
        gaps,
        gapBytes,
        tracker.snapshots(),
        tracker.flatAttribution(),
        tracker.failures().newest(),
        tracker.failures().count(),
        tracker.failures().declined(),
        tracker.turnedAway(),
        tracker.training(),
        startMillis,
        endMillis,
        host);
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
  @Nullable Gone leave(StateParts parts) {
    store(parts);
    Gone displaced = new EndedRuns(parts).add(keys(parts));
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
    out.number(startMillis).number(facts).number(ignored).number(rejected).number(duplicates);
    out.number(gaps).number(gapBytes).number(quoted).text(host);
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
              counted.readCounts(section);
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
    OpenRun counts =
        new OpenRun(
            RunTracker.begin(id, systems),
            new Judge(settings.thresholds()),
            startMillis,
            Document.none(systems.formats()),
            systems);
    counts.readCounts(in);
    counts.quotedLines.read(in);
    Judge judge = Judge.read(in, settings.thresholds());
    Document document = Document.read(in, systems.formats());
    RunTracker tracker = VersionNine.read(id, systems, in, new RunParts(id, parts));
    OpenRun run = new OpenRun(tracker, judge, startMillis, document, systems);
    run.facts = counts.facts;
    run.ignored = counts.ignored;
    run.rejected = counts.rejected;
    run.duplicates = counts.duplicates;
    run.gaps = counts.gaps;
    run.gapBytes = counts.gapBytes;
    run.quoted = counts.quoted;
    run.host = counts.host;
    run.quotedLines = counts.quotedLines;
    return run;
  }

  private void readCounts(PartReader in) {
    facts = in.number();
    ignored = in.number();
    rejected = in.number();
    duplicates = in.number();
    gaps = in.number();
    gapBytes = in.number();
    quoted = in.number();
    host = in.text();
  }

  private static QuotedLines readQuotedLines(PartReader in) {
    QuotedLines quotedLines = new QuotedLines();
    quotedLines.read(in);
    return quotedLines;
  }
}
