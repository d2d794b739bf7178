package io.tidemark.streams.publish;

import io.tidemark.analysis.run.Changes;
import io.tidemark.analysis.run.Outcome;
import io.tidemark.analysis.run.Tombstones;
import io.tidemark.model.event.EventBatch;
import io.tidemark.model.event.MemoryEvent;
import io.tidemark.model.memory.MemoryKey;
import io.tidemark.model.wire.Topic;
import io.tidemark.model.wire.Topics;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Serialises the results of the analysis for their topics, and emits them. Both steps are separate:
 * a record that cannot be serialised or is too large is found before any is emitted.
 */
public final class Outputs {

  /**
   * Most events in one record. An ordinary slice has far fewer; a slice built to exceed the record
   * limit is published in several records.
   */
  public static final int MAX_EVENTS = 1024;

  private final Publication publication;
  private final LongSupplier clock;
  private long emitted;

  /**
   * @param clock time of records about the job itself, since the log may be years old
   */
  public Outputs(Publication publication, LongSupplier clock) {
    this.publication = publication;
    this.clock = clock;
  }

  /** The events and rejects of a slice. */
  public static List<Outgoing> of(String source, Outcome outcome, long timeMillis) {
    List<Outgoing> records = new ArrayList<>();
    for (Outcome.RunEvents run : outcome.events()) {
      List<MemoryEvent> events = run.events();
      for (int from = 0; from < events.size(); from += MAX_EVENTS) {
        int to = Math.min(from + MAX_EVENTS, events.size());
        EventBatch batch = new EventBatch(events.subList(from, to));
        records.add(Outgoing.of(Topics.EVENTS, run.run(), batch, timeMillis));
      }
    }
    outcome
        .rejects()
        .forEach(reject -> records.add(Outgoing.of(Topics.REJECTS, source, reject, timeMillis)));
    return records;
  }

  public static List<Outgoing> of(Changes changes, long timeMillis) {
    List<Outgoing> records = new ArrayList<>();
    add(records, Topics.ALERTS, changes.alerts(), timeMillis);
    add(records, Topics.RUNS, changes.runs(), timeMillis);
    add(records, Topics.USAGE, changes.usage(), timeMillis);
    add(records, Topics.OPS, changes.ops(), timeMillis);
    add(records, Topics.TIMELINES, changes.timelines(), timeMillis);
    add(records, Topics.PLANS, changes.plans(), timeMillis);
    changes.gone().forEach(run -> records.addAll(tombstones(run, timeMillis)));
    return records;
  }

  public static List<Outgoing> tombstones(Tombstones run, long timeMillis) {
    List<Outgoing> records = new ArrayList<>(tombstonesOfFigures(run, timeMillis));
    records.add(Outgoing.of(Topics.RUNS, run.run(), null, timeMillis));
    return records;
  }

  /** Tombstones of all keys of a run but that of its status. */
  public static List<Outgoing> tombstonesOfFigures(Tombstones run, long timeMillis) {
    List<Outgoing> records = new ArrayList<>();
    run.alerts().forEach(key -> records.add(Outgoing.of(Topics.ALERTS, key, null, timeMillis)));
    run.pages(key -> records.add(Outgoing.of(Topics.PLANS, key, null, timeMillis)));
    for (MemoryKey key : run.memories()) {
      records.add(Outgoing.of(Topics.TIMELINES, key, null, timeMillis));
      records.add(Outgoing.of(Topics.OPS, key, null, timeMillis));
      records.add(Outgoing.of(Topics.USAGE, key, null, timeMillis));
    }
    return records;
  }

  private static <K, V> void add(
      List<Outgoing> records, Topic<K, V> topic, Map<K, V> values, long timeMillis) {
    values.forEach((key, value) -> records.add(Outgoing.of(topic, key, value, timeMillis)));
  }

  /** Emits records in order; an exception here is an error of Kafka. */
  public void emit(List<Outgoing> records) {
    emitted += records.size();
    publication.emit(records);
  }

  public long emitted() {
    return emitted;
  }

  public long nowMillis() {
    return clock.getAsLong();
  }
}
