package io.tidemark.analysis.run;

import io.tidemark.analysis.document.Document;
import io.tidemark.analysis.line.Fact;
import io.tidemark.analysis.line.LineScan;
import io.tidemark.analysis.line.Parsed;
import io.tidemark.analysis.line.Parsed.Rejected;
import io.tidemark.analysis.log.Generations;
import io.tidemark.analysis.log.LateLines;
import io.tidemark.analysis.log.LineAt;
import io.tidemark.analysis.log.Tracebacks;
import io.tidemark.analysis.log.Writer;
import io.tidemark.analysis.memory.FrameOwners;
import io.tidemark.analysis.memory.Traceback;
import io.tidemark.analysis.message.Behind;
import io.tidemark.analysis.message.Message.Kind;
import io.tidemark.analysis.message.MessageFact;
import io.tidemark.analysis.state.StateParts;
import io.tidemark.model.log.LogPosition;
import io.tidemark.model.log.SliceOrigin;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The runs of one source. Each open run belongs to one writer. Also collects events and changes
 * since the last call.
 */
public final class Runs {

  private final String source;
  private final Settings settings;
  private final Generations generations;
  public final OpenRuns open;
  private final Emissions emissions = new Emissions();
  private final FrameOwners frames;

  /** Origin of all open runs; {@code null} if they may differ in that. */
  private @Nullable SliceOrigin readOn;

  /** Whether lines may decide what became of a run; {@code null} until the runs are asked. */
  private @Nullable Boolean waits;

  /**
   * @param generations read progress, published with each run
   */
  public Runs(String source, StateParts parts, Settings settings, Generations generations) {
    this.source = source;
    this.settings = settings;
    this.generations = generations;
    this.frames = settings.systems().frames();
    this.open = new OpenRuns(source, parts, settings, emissions);
  }

  /** Returns the first open run, which also counts the lines of no writer. */
  public OpenRun main() {
    OpenRun first = open.first();
    if (first == null) {
      throw new IllegalStateException(source + ": no run for generation " + generations.newest());
    }
    return first;
  }

  /** Whether the next lines may decide what became of a run in which an allocation failed. */
  public boolean waits() {
    Boolean known = waits;
    if (known == null) {
      known = open.anyWaits();
      waits = known;
    }
    return known;
  }

  public boolean isOpen() {
    return open.first() != null;
  }

  /** Whether the open runs go on in the next file of a rotated log: no line says that one ended. */
  public boolean mayGoOn() {
    return isOpen()
        && !open.writers().anyEnded()
        && open.all().stream().noneMatch(run -> run.failures().failed());
  }

  /** Begins the first run of a file; earlier runs must have ended. */
  public void begin(LogPosition at, SliceOrigin origin) {
    OpenRun next = open.begin(at, null);
    next.readOn(origin);
    readOn = null;
    if (at.offset() == 0) {
      next.document = Document.begin(settings.systems().formats());
    } else {
      // The beginning of the file was not read, so the position in the program is unknown.
      next.stopPoints();
    }
    open.writers().beginFile(next.id.number());
  }

  /** Ends the open runs and publishes their last state. */
  public void end(LogPosition at, String reason) {
    new ArrayList<>(open.all()).forEach(run -> end(run, at, reason));
  }

  private void end(OpenRun run, LogPosition at, String reason) {
    run.end(at, reason);
    run.publication.publish(emissions, generations, false);
    emissions.gone.addAll(open.leave(run));
  }

  /** Sets where the lines of all open runs are read from now on. */
  public void readOn(SliceOrigin origin) {
    if (!origin.equals(readOn)) {
      open.all().forEach(run -> run.readOn(origin));
      readOn = origin;
    }
  }

  /** Returns the writer that the wrappers of a line name; they name none if it is empty. */
  public Writer writer(String name) {
    return open.writers().of(name);
  }

  /** Applies a line, given its result without context. Returns the final result. */
  public Parsed onLine(Writer writer, Parsed alone, LineAt of) {
    Parsed parsed = writer.judge(alone);
    LineAt line = writer.isKnown() ? of.asLine(writer.lines()) : of;
    if (parsed instanceof Fact || parsed instanceof Rejected) {
      main().document = null;
    }
    OpenRun run = null;
    if (parsed instanceof Fact fact) {
      run = open.of(writer, fact, line.at());
      if (run == null) {
        main().devices.turnAway(writer.name);
        return parsed;
      }
      if (run.begins(fact, writer.ended)) {
        run = next(run, line.at());
      }
    }
    OpenRun shown = run == null ? runOf(writer) : run;
    Tracebacks tracebacks = open.writers().tracebacks();
    if (tracebacks != null) {
      tracebacks.onLine(writer.name, line.bytes(), line.start(), line.end(), frames);
    }
    if (alone == Parsed.Sign.TRACEBACK) {
      open.writers().beginTraceback(writer, line.bytes(), line.start(), line.end());
    }
    if (!isForeign(writer, shown)) {
      shown.show(line);
    }
    if (alone instanceof Parsed.Sign sign) {
      shown.apply(sign, line.at());
    }
    if (waits() && !(parsed instanceof Fact)) {
      behind(writer, shown, line);
    }
    shown.quoted(parsed);
    writer.ended |= parsed instanceof MessageFact message && message.is(Kind.END);
    Parsed recorded = record(run, parsed, line, traceback(writer));
    if (shown.judgeFailures(line.at()) || waits()) {
      waits = open.anyWaits();
    }
    return recorded;
  }

  /** Asks a line that states nothing what became of the runs in which an allocation failed. */
  private void behind(Writer writer, OpenRun shown, LineAt line) {
    Behind.Said said = settings.systems().behind().of(line.bytes(), line.start(), line.end());
    // The end of a program that names no writer is that of all.
    boolean all = said != null && said.kind() == Kind.CRASH && writer.name.isEmpty();
    for (OpenRun run : open.all()) {
      if (run.failures().waits() && (all || (run == shown && !isForeign(writer, run)))) {
        Traceback traceback = traceback(writer);
        if (traceback == null) {
          run.failures().owned(frames, line.bytes(), line.start(), line.end());
        } else if (traceback.isRaised()) {
          run.failures().raised();
        }
        run.behind(said, line.at());
        run.judgeFailures(line.at());
      }
    }
  }

  /** Whether a run is that of another named writer: this line says nothing of its process. */
  private static boolean isForeign(Writer writer, OpenRun run) {
    String label = writer.label();
    String worker = run.facts.worker;
    return writer.run == Writer.NO_RUN
        && label != null
        && worker != null
        && !label.startsWith(worker);
  }

  /** Starts the next run of a writer when its log says so. */
  private OpenRun next(OpenRun ended, LogPosition at) {
    end(ended, at, "another run began");
    OpenRun next = open.begin(at, ended.facts.worker);
    next.follow(ended);
    open.writers().follow(ended.id.number(), next.id.number());
    return next;
  }

  public void onRecord(Parsed parsed, LineAt line) {
    record(main(), parsed, line, null);
  }

  /** Records a fact; earlier lines of the run may make it a reject. */
  private Parsed record(
      @Nullable OpenRun run, Parsed parsed, LineAt line, @Nullable Traceback above) {
    Rejected refused =
        run != null && parsed instanceof Fact fact
            ? run.apply(fact, line, above, waits())
            : parsed instanceof Rejected rejected ? rejected : null;
    if (refused == null) {
      return parsed;
    }
    emissions.add(generations.inFile(line.reject(refused)));
    return refused;
  }

  /** Counts ignored lines of a writer's text, which is one line of the file. */
  public void pass(Writer writer, LineScan scan, long number) {
    writer.pass(scan.ignored());
    showTracebacks(writer.name, scan, number);
    OpenRun run = runOf(writer);
    if (!isForeign(writer, run)) {
      run.showIgnored(scan, number);
    }
  }

  /** Counts ignored lines without a writer; {@code number} is the number of the last. */
  public void ignore(LineScan scan, long number) {
    open.writers().bare().pass(scan.ignored());
    showTracebacks("", scan, number - scan.ignored() + 1);
    main().ignore(scan, number);
  }

  private void showTracebacks(String whole, LineScan scan, long number) {
    Tracebacks tracebacks = open.writers().tracebacks();
    if (tracebacks != null) {
      scan.showIgnored(tracebacks.within(whole, frames), number, Integer.MAX_VALUE);
    }
  }

  private @Nullable Traceback traceback(Writer writer) {
    Tracebacks known = open.writers().tracebacks();
    return known == null ? null : known.of(writer.name);
  }

  private OpenRun runOf(Writer writer) {
    OpenRun run = open.get(writer.run);
    return run == null ? main() : run;
  }

  /** Counts a line of a writer by its outcome. */
  public void count(Writer writer, Parsed parsed) {
    runOf(writer).count(parsed);
  }

  /** Counts late lines as rejects of the first open run; their own run has ended. */
  public void late(LateLines late) {
    main().changed();
    main().facts.counts.reject(late.lines());
    emissions.add(generations.inFile(late.reject()));
  }

  public void gap(long bytes, LogPosition at) {
    main().changed();
    main().facts.counts.gap(bytes);
    open.all().forEach(run -> run.gap(at));
  }

  /** Decides in every open run what waits for a further line. */
  public void rest(LogPosition at) {
    open.all().forEach(run -> run.rest(at));
  }

  /** Moves the start of every open run back to a time that a logger states. */
  public void startNoLaterThan(long millis) {
    open.all().forEach(run -> run.startNoLaterThan(millis));
    readOn = null;
  }

  /** Keys of displaced runs that the next {@link #changes} will hold. */
  public List<Tombstones> displaced() {
    return List.copyOf(emissions.gone);
  }

  public List<Tombstones> keys(StateParts parts) {
    return open.all().stream().map(run -> run.publication.keys(parts)).toList();
  }

  public Outcome outcome() {
    return emissions.outcome();
  }

  /**
   * Returns the public state that changed since the last call. All runs of a source are published
   * together, since each states how far the source is read.
   *
   * @param busy more input follows: sums over all buffers of a large plan may wait
   */
  public Changes changes(boolean busy) {
    boolean dirty = open.all().stream().anyMatch(run -> run.publication.dirty);
    for (OpenRun run : open.all()) {
      run.publication.dirty = dirty;
      run.publication.publish(emissions, generations, busy);
    }
    return emissions.changes();
  }

  public long weightBytes() {
    return open.all().stream().mapToLong(OpenRun::weightBytes).sum();
  }
}
