package io.tidemark.streams;

import io.tidemark.analysis.Changes;
import io.tidemark.analysis.Gone;
import io.tidemark.analysis.Outcome;
import io.tidemark.model.EventBatch;
import io.tidemark.model.MemoryEvent;
import io.tidemark.model.MemoryKey;
import io.tidemark.model.Reject;
import io.tidemark.model.wire.Topic;
import io.tidemark.model.wire.Topics;
import java.util.List;
import java.util.Map;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/** Forwards what the analysis says, each kind to its topic's sink. */
final class Outputs {

  /**
   * Most events in one record. An ordinary slice holds far fewer; a slice made to burst a record's
   * limit is told in several.
   */
  static final int MAX_EVENTS = 1024;

  private final ProcessorContext<Object, Object> context;

  Outputs(ProcessorContext<Object, Object> context) {
    this.context = context;
  }

  void outcome(String source, Outcome outcome, long timeMillis) {
    for (Outcome.RunEvents run : outcome.events()) {
      List<MemoryEvent> events = run.events();
      for (int from = 0; from < events.size(); from += MAX_EVENTS) {
        int to = Math.min(from + MAX_EVENTS, events.size());
        forward(Topics.EVENTS, run.run(), new EventBatch(events.subList(from, to)), timeMillis);
      }
    }
    for (Reject reject : outcome.rejects()) {
      forward(Topics.REJECTS, source, reject, timeMillis);
    }
  }

  void changes(Changes changes, long timeMillis) {
    forward(Topics.ALERTS, changes.alerts(), timeMillis);
    forward(Topics.RUNS, changes.runs(), timeMillis);
    forward(Topics.USAGE, changes.usage(), timeMillis);
    forward(Topics.OPS, changes.ops(), timeMillis);
    forward(Topics.TIMELINES, changes.timelines(), timeMillis);
    forward(Topics.PLANS, changes.plans(), timeMillis);
    changes.gone().forEach(run -> forget(run, timeMillis));
  }

  /** A record without a value lets compaction forget its key. */
  private void forget(Gone run, long timeMillis) {
    run.alerts().forEach(key -> forward(Topics.ALERTS, key, null, timeMillis));
    run.pages(key -> forward(Topics.PLANS, key, null, timeMillis));
    for (MemoryKey key : run.memories()) {
      forward(Topics.TIMELINES, key, null, timeMillis);
      forward(Topics.OPS, key, null, timeMillis);
      forward(Topics.USAGE, key, null, timeMillis);
    }
    forward(Topics.RUNS, run.run(), null, timeMillis);
  }

  private <K, V> void forward(Topic<K, V> topic, Map<K, V> records, long timeMillis) {
    records.forEach((key, value) -> forward(topic, key, value, timeMillis));
  }

  @SuppressWarnings("NullAway") // a sink writes a value of null as a tombstone
  private <K, V> void forward(Topic<K, V> topic, K key, @Nullable V value, long timeMillis) {
    context.forward(new Record<Object, Object>(key, value, timeMillis), UsageTopology.sink(topic));
  }
}
