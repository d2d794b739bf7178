package io.tidemark.analysis.track;

import io.tidemark.analysis.parse.Chip;
import io.tidemark.analysis.parse.Fact;
import io.tidemark.analysis.parse.Formats;
import io.tidemark.analysis.parse.KeyValueRecord;
import io.tidemark.analysis.parse.Parsed;
import io.tidemark.analysis.parse.TenstorrentFact;
import io.tidemark.analysis.parse.TtTrainFact;
import io.tidemark.analysis.track.StateParts.Store;
import io.tidemark.model.MemoryEvent;
import io.tidemark.model.MemoryKey;
import io.tidemark.model.RunId;
import io.tidemark.model.RunStatus;
import io.tidemark.model.Training;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One run: its devices, its plans, its training, and the formats it was told in. */
public final class RunTracker {

  private final RunId id;
  private final List<String> formats = new ArrayList<>();
  private final TtTrainTracker training = new TtTrainTracker();
  private final PlanTrackers plans;
  private Devices devices = new Devices();

  /**
   * A run of which nothing was told yet.
   *
   * @param chip what a compiler compiles for, unless the log names another
   */
  public RunTracker(RunId id, @Nullable Chip chip) {
    this.id = id;
    this.plans = new PlanTrackers(id.source(), chip);
  }

  public RunId id() {
    return id;
  }

  /** Whether this line is of another run than all that was told so far. */
  public boolean begins(Fact fact) {
    if (fact instanceof TenstorrentFact) {
      return fact instanceof TenstorrentFact.ProcessStarted && toldAnything();
    }
    return fact instanceof TtTrainFact line && training.begins(line);
  }

  private boolean toldAnything() {
    return devices.snapshots() > 0
        || devices.failures().count() > 0
        || plans.any()
        || training.any();
  }

  /** Records a fact; answers why it cannot be, as far as the lines before it tell. */
  public Parsed.@Nullable Rejected take(Fact fact, At at, Consumer<MemoryEvent> events) {
    if (fact instanceof TenstorrentFact line) {
      // Before all that asks whose it is: whether a fact is none of a family takes long to tell.
      spoke(fact, at, events);
      devices.take(line, at, events);
      return null;
    }
    if (fact instanceof KeyValueRecord) {
      spoke(fact, at, events);
      plans.take(fact, at, events);
      return null;
    }
    boolean expected = !(fact instanceof TtTrainFact line) || training.expects(line);
    if (!expected || !plans.expects(fact, at) || !devices.expects(fact)) {
      return null;
    }
    spoke(fact, at, events);
    plans.take(fact, at, events);
    if (fact instanceof TtTrainFact line) {
      training.take(line, at, events);
    }
    devices.take(fact, at, events);
    Devices.Refused refused = devices.takeRefused();
    return refused == null
        ? null
        : new Parsed.Rejected(fact.format(), refused.column(), refused.reason());
  }

  private void spoke(Fact fact, At at, Consumer<MemoryEvent> events) {
    String format = fact.format();
    if (formats.isEmpty()) {
      events.accept(new MemoryEvent.RunStarted(at.offset(), at.timeMillis(), format));
    }
    if (!formats.contains(format)) {
      formats.add(format);
    }
  }

  /** Roughly what it holds on the heap, bytes: what grows with a log, not what every run has. */
  public long weightBytes() {
    return devices.weightBytes() + plans.weightBytes();
  }

  /** Closes what is open. */
  public void end(At at, Consumer<MemoryEvent> events) {
    devices.end(at, events);
    plans.end(at, events);
    training.end(events);
  }

  /** Lines of the log are missing here. */
  public void gap(Consumer<MemoryEvent> events) {
    devices.gap(events);
  }

  public long snapshots() {
    return devices.snapshots();
  }

  public boolean flatAttribution() {
    return formats.contains(Formats.TENSTORRENT) && devices.snapshots() > 0 && !devices.opLines();
  }

  public List<String> formats() {
    return formats;
  }

  public Failures failures() {
    return devices.failures();
  }

  /** What there was no room for; {@code null} for nothing. */
  public RunStatus.@Nullable TurnedAway turnedAway() {
    return devices.turnedAway();
  }

  /** {@code null} while the log holds no trainer's summary. */
  public @Nullable Training training() {
    return training.training();
  }

  /**
   * What changed since it was last asked for.
   *
   * @param busy more is to come at once: what takes long to sum up may wait
   */
  public Told tell(boolean busy) {
    Told told = Told.nothing();
    devices.tell(id, told);
    plans.tell(busy, id, told.plans());
    return told;
  }

  /** Something that changed was kept back when it was last asked for. */
  public boolean waits() {
    return plans.waits();
  }

  /** Every memory that was ever told of. */
  public Set<MemoryKey> memories() {
    return devices.parts().memories(id);
  }

  /** Every plan that was ever told of, with its last page, once its parts are stored. */
  public Map<String, Integer> lastPages(StateParts parts) {
    return PlanTrackers.lastPages(each -> scan(parts, Store.PLANS, each));
  }

  /** Puts the parts of its own that changed: ops, pages of timelines and of plans. */
  public void store(StateParts parts) {
    devices.parts().storeOps((key, bytes) -> parts.put(Store.OPS, prefix() + key, bytes));
    devices
        .parts()
        .storeTimelines((key, bytes) -> parts.put(Store.TIMELINES, prefix() + key, bytes));
    plans.store((key, bytes) -> parts.put(Store.PLANS, prefix() + key, bytes));
  }

  /** Deletes its parts: the run is over and told. */
  public void drop(StateParts parts) {
    for (Store store : List.of(Store.OPS, Store.TIMELINES, Store.PLANS)) {
      List<String> keys = new ArrayList<>();
      parts.scan(store, prefix(), (key, bytes) -> keys.add(key));
      keys.forEach(key -> parts.put(store, key, null));
    }
  }

  private String prefix() {
    return id.source() + '\0' + id.number() + '\0';
  }

  /** Its share of the hot part. */
  public void write(PartWriter out) {
    out.number(formats.size());
    formats.forEach(out::text);
    plans.write(out);
    training.write(out);
    devices.write(out);
  }

  /** Takes it back, and its other parts from where they are kept. */
  public static RunTracker read(RunId id, @Nullable Chip chip, PartReader in, StateParts parts) {
    RunTracker run = new RunTracker(id, chip);
    for (int left = in.count(); left > 0; left--) {
      run.formats.add(in.word());
    }
    run.plans.read(in);
    run.training.read(in);
    run.devices = Devices.read(in);
    run.scan(parts, Store.OPS, run.devices.parts()::restoreOp);
    run.scan(parts, Store.TIMELINES, run.devices.parts()::restoreTimeline);
    run.scan(parts, Store.PLANS, run.plans::restore);
    return run;
  }

  private void scan(StateParts parts, Store store, BiConsumer<String, byte[]> each) {
    int prefix = prefix().length();
    parts.scan(store, prefix(), (key, bytes) -> each.accept(key.substring(prefix), bytes));
  }
}
