package io.tidemark.analysis;

import io.tidemark.analysis.document.Document;
import io.tidemark.analysis.judge.Judge;
import io.tidemark.analysis.parse.Fact;
import io.tidemark.analysis.parse.Parsed;
import io.tidemark.analysis.track.At;
import io.tidemark.analysis.track.PartReader;
import io.tidemark.analysis.track.PartWriter;
import io.tidemark.analysis.track.RunTracker;
import io.tidemark.analysis.track.StateParts;
import io.tidemark.analysis.track.Told;
import io.tidemark.model.RunId;
import io.tidemark.model.RunStatus;
import io.tidemark.model.Slice;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The run that a source is in: what is counted of its lines, around what is tracked and judged. */
final class OpenRun {

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
        new RunTracker(id, settings.chip()),
        new Judge(settings.thresholds()),
        startMillis,
        document);
  }

  private OpenRun(RunTracker tracker, Judge judge, long startMillis, Document document) {
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
        tracker.id(), tracker.memories(), tracker.lastPages(parts), judge.keys(tracker.id()));
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
    tracker.store(parts);
    Gone displaced = new EndedRuns(parts).add(keys(parts));
    tracker.drop(parts);
    return displaced;
  }

  void write(PartWriter out) {
    out.number(startMillis).number(facts).number(ignored).number(rejected).number(duplicates);
    out.number(gaps).number(gapBytes).number(quoted).text(host);
    quotedLines.write(out);
    judge.write(out);
    document.write(out);
    tracker.write(out);
  }

  static OpenRun read(RunId id, PartReader in, StateParts parts, Settings settings) {
    long start = in.number();
    long[] counts = new long[7];
    for (int i = 0; i < counts.length; i++) {
      counts[i] = in.number();
    }
    String host = in.text();
    QuotedLines quotedLines = new QuotedLines();
    quotedLines.read(in);
    Judge judge = Judge.read(in, settings.thresholds());
    Document document = Document.read(in);
    OpenRun run =
        new OpenRun(RunTracker.read(id, settings.chip(), in, parts), judge, start, document);
    run.facts = counts[0];
    run.ignored = counts[1];
    run.rejected = counts[2];
    run.duplicates = counts[3];
    run.gaps = counts[4];
    run.gapBytes = counts[5];
    run.quoted = counts[6];
    run.quotedLines = quotedLines;
    run.host = host;
    return run;
  }
}
