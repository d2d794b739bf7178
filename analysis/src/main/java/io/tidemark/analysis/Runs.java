package io.tidemark.analysis;

import io.tidemark.analysis.document.Document;
import io.tidemark.analysis.line.Fact;
import io.tidemark.analysis.line.Parsed;
import io.tidemark.analysis.state.PartReader;
import io.tidemark.analysis.state.PartWriter;
import io.tidemark.analysis.state.SectionReader;
import io.tidemark.analysis.state.SectionWriter;
import io.tidemark.analysis.state.StateParts;
import io.tidemark.model.LogPosition;
import io.tidemark.model.MemoryEvent;
import io.tidemark.model.Reject;
import io.tidemark.model.RunId;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The runs of one source, one after the other: the open one, how it gives way to the next, and what
 * they reported since the last call.
 */
final class Runs {

  private final String source;
  private final StateParts parts;
  private final Settings settings;
  private final Generations generations;
  private final OutcomeBuilder outcome = new OutcomeBuilder();
  private final ChangesBuilder changes = new ChangesBuilder();
  private final Consumer<MemoryEvent> events = this::took;
  private @Nullable OpenRun run;
  private int number;

  /** A run was open when the state was stored. */
  private boolean stored;

  private long storedMillis;

  /**
   * @param generations published with each run: how far its log is read
   */
  Runs(String source, StateParts parts, Settings settings, Generations generations) {
    this.source = source;
    this.parts = parts;
    this.settings = settings;
    this.generations = generations;
  }

  OpenRun open() {
    OpenRun open = run;
    if (open == null) {
      throw new IllegalStateException(source + ": no run for generation " + generations.newest());
    }
    return open;
  }

  /** The open run, whose listeners are shown the line. */
  OpenRun openAt(LineAt line) {
    OpenRun open = open();
    open.tracker.show(line);
    return open;
  }

  /** The next run; the one before must be over. */
  void begin(long millis, Document document, @Nullable String host) {
    RunId id = new RunId(source, ++number);
    OpenRun next = new OpenRun(id, millis, document, settings);
    next.readOn(host);
    run = next;
  }

  /**
   * Ends the open run, if there is one: closes what stands open in it and publishes its last state.
   */
  void end(LogPosition at, String reason) {
    OpenRun open = run;
    if (open == null) {
      return;
    }
    open.tracker.end(at, events);
    outcome.add(new MemoryEvent.RunEnded(at, reason));
    outcome.endBatch(open.tracker.id());
    open.end(at.timeMillis());
    open.publish(changes, generations.newest(), generations.next(), false);
    outcome.alerted(open.judge.drainTurned());
    Tombstones displaced = open.leave(parts);
    if (displaced != null) {
      changes.gone.add(displaced);
    }
    run = null;
  }

  /** Records a fact; answers why it cannot be. */
  Parsed.@Nullable Rejected apply(Fact fact, LogPosition at) {
    return open().tracker.apply(fact, at, events);
  }

  boolean isOpen() {
    return run != null;
  }

  /** Lines of a generation whose run is over: counted and kept, and facts of no other run. */
  void late(LateLines late) {
    open().late(late.lines());
    outcome.add(late.reject());
  }

  void reject(Reject reject) {
    outcome.add(reject);
  }

  /** So many bytes of the log are missing here. */
  void gap(long bytes, LogPosition at) {
    OpenRun open = open();
    open.gap(bytes);
    open.tracker.gap(at, events);
  }

  private void took(MemoryEvent event) {
    outcome.add(event);
    OpenRun open = run;
    if (open != null) {
      open.judge.apply(event);
    }
  }

  /** The events since the last one. */
  Outcome outcome() {
    OpenRun open = run;
    if (open != null) {
      outcome.endBatch(open.tracker.id());
      outcome.alerted(open.judge.drainTurned());
    }
    return outcome.drain();
  }

  /**
   * The public state that changed since the last call.
   *
   * @param busy more is to come at once: sums over all buffers of a large plan may wait
   */
  Changes changes(boolean busy) {
    OpenRun open = run;
    if (open != null) {
      open.publish(changes, generations.newest(), generations.next(), busy);
    }
    return changes.drain();
  }

  long weightBytes() {
    OpenRun open = run;
    return open == null ? 0 : open.tracker.weightBytes();
  }

  void write(PartWriter out) {
    out.number(number).flag(run != null);
  }

  /**
   * Restores how many runs there were.
   *
   * @param millis time of the last line
   */
  void read(PartReader in, long millis) {
    storedMillis = millis;
    number = in.count();
    stored = in.flag();
  }

  /** Writes the sections of the open run, and its other parts through. */
  void store(SectionWriter out) {
    OpenRun open = run;
    if (open != null) {
      open.write(out);
      open.store(parts);
    }
  }

  /** Restores the open run, if one was stored before there were sections. */
  void restoreVersionNine(PartReader in) {
    if (stored) {
      run = OpenRun.readVersionNine(new RunId(source, number), in, parts, settings);
    }
  }

  /** Restores the open run, if one was stored. */
  void restore(SectionReader in) {
    if (stored) {
      run = OpenRun.read(new RunId(source, number), storedMillis, in, parts, settings);
    }
  }
}
