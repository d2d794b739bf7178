package io.tidemark.analysis;

import io.tidemark.analysis.document.Document;
import io.tidemark.analysis.parse.Fact;
import io.tidemark.analysis.parse.Parsed;
import io.tidemark.analysis.track.At;
import io.tidemark.analysis.track.PartReader;
import io.tidemark.analysis.track.PartWriter;
import io.tidemark.analysis.track.StateParts;
import io.tidemark.model.MemoryEvent;
import io.tidemark.model.Reject;
import io.tidemark.model.RunId;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The runs of one source, one after the other: the open one, how it gives way to the next, and what
 * they told since somebody asked.
 */
final class Runs {

  private final String source;
  private final StateParts parts;
  private final Settings settings;
  private final Generations generations;
  private final OutcomeBuilder outcome = new OutcomeBuilder();
  private final ChangesBuilder told = new ChangesBuilder();
  private final Consumer<MemoryEvent> events = this::took;
  private @Nullable OpenRun run;
  private int number;

  /**
   * @param generations told with each run: how far its log is read
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

  /** The next run; the one before must be over. */
  void begin(long millis, Document document, @Nullable String host) {
    RunId id = new RunId(source, ++number);
    OpenRun next = new OpenRun(id, millis, document, settings);
    next.readOn(host);
    run = next;
  }

  /** Ends the open run, if there is one: closes what stands open in it and tells its last state. */
  void end(At at, String reason) {
    OpenRun open = run;
    if (open == null) {
      return;
    }
    open.tracker.end(at, events);
    outcome.add(new MemoryEvent.RunEnded(at.offset(), at.timeMillis(), reason));
    outcome.endBatch(open.tracker.id());
    open.end(at.timeMillis());
    open.tell(told, generations.newest(), generations.next(), false);
    outcome.alerted(open.judge.takeTurned());
    Gone displaced = open.leave(parts);
    if (displaced != null) {
      told.gone.add(displaced);
    }
    run = null;
  }

  /** Records a fact; answers why it cannot be. */
  Parsed.@Nullable Rejected take(Fact fact, At at) {
    return open().tracker.take(fact, at, events);
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
  void gap(long bytes) {
    OpenRun open = open();
    open.gap(bytes);
    open.tracker.gap(events);
  }

  private void took(MemoryEvent event) {
    outcome.add(event);
    OpenRun open = run;
    if (open != null) {
      open.judge.take(event);
    }
  }

  /** What was told since the last one. */
  Outcome outcome() {
    OpenRun open = run;
    if (open != null) {
      outcome.endBatch(open.tracker.id());
      outcome.alerted(open.judge.takeTurned());
    }
    return outcome.take();
  }

  /**
   * The public state that changed since the last call.
   *
   * @param busy more is to come at once: sums over all buffers of a large plan may wait
   */
  Changes changes(boolean busy) {
    OpenRun open = run;
    if (open != null) {
      open.tell(told, generations.newest(), generations.next(), busy);
    }
    return told.take();
  }

  long weightBytes() {
    OpenRun open = run;
    return open == null ? 0 : open.tracker.weightBytes();
  }

  /** Writes all there is of them: what is hot into {@code out}, the rest into the parts. */
  void store(PartWriter out) {
    OpenRun open = run;
    out.number(number).flag(open != null);
    if (open != null) {
      open.write(out);
      open.tracker.store(parts);
    }
  }

  void read(PartReader in) {
    number = in.count();
    if (in.flag()) {
      run = OpenRun.read(new RunId(source, number), in, parts, settings);
    }
  }
}
