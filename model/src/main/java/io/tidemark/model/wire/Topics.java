package io.tidemark.model.wire;

import io.tidemark.model.ByteSize;
import io.tidemark.model.alert.Alert;
import io.tidemark.model.alert.AlertKey;
import io.tidemark.model.event.EventBatch;
import io.tidemark.model.log.OwnerRecord;
import io.tidemark.model.log.Position;
import io.tidemark.model.log.Reject;
import io.tidemark.model.log.RunId;
import io.tidemark.model.log.Slice;
import io.tidemark.model.memory.MemoryKey;
import io.tidemark.model.memory.MemoryTimeline;
import io.tidemark.model.memory.MemoryUsage;
import io.tidemark.model.memory.OpTable;
import io.tidemark.model.plan.PlanKey;
import io.tidemark.model.plan.PlanRecord;
import io.tidemark.model.run.RunStatus;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.serialization.Serdes;

/**
 * All topics, in the order of the data flow. Their prefix is that of the process: two Tidemarks on
 * one Kafka have different ones. Decisions: docs/decisions/ingest.md.
 */
public final class Topics {

  /** System property of the prefix; read once, when this class is loaded. */
  public static final String PREFIX_PROPERTY = "tidemark.topic-prefix";

  /** Begins the names of topics, before a dot, and of the groups of consumers, before a dash. */
  public static final String PREFIX = System.getProperty(PREFIX_PROPERTY, "tidemark");

  /** Limit of a record that carries log text: a line of maximum length, with a margin. */
  public static final int MAX_RECORD_BYTES = 4 * (int) ByteSize.MIB;

  /**
   * How far a record's time may be ahead of the broker's clock. Kafka's own limit is an hour, which
   * a wrong time zone exceeds.
   */
  public static final Duration MOST_AHEAD = Duration.ofDays(1);

  /** Positions of tailers; key: generation. */
  public static final Topic<String, Position> POSITIONS =
      new Topic<>(
          PREFIX + ".positions", 1, compacted(), Serdes.String(), JsonSerde.of(Position.class));

  /**
   * Ownership of sources by tailers, and heartbeats of tailers; key: source or tailer. A single
   * partition gives one order. Small segments limit the heartbeats read at a start.
   */
  public static final Topic<String, OwnerRecord> OWNERS =
      new Topic<>(
          PREFIX + ".owners",
          1,
          with(compacted(), "segment.bytes", (int) ByteSize.MIB),
          Serdes.String(),
          JsonSerde.of(OwnerRecord.class));

  /** Log text in slices; key: source. */
  public static final Topic<String, Slice> LINES =
      new Topic<>(PREFIX + ".lines", 8, kept(), Serdes.String(), new SliceSerde());

  /** All typed events, in order; key: run. */
  public static final Topic<RunId, EventBatch> EVENTS =
      new Topic<>(PREFIX + ".events", 8, kept(), Keys.RUN, new EventsSerde());

  /** Rejected lines with reasons; key: source. */
  public static final Topic<String, Reject> REJECTS =
      new Topic<>(PREFIX + ".rejects", 4, kept(), Serdes.String(), JsonSerde.of(Reject.class));

  /** State of runs. */
  public static final Topic<RunId, RunStatus> RUNS =
      new Topic<>(PREFIX + ".runs", 4, compacted(), Keys.RUN, JsonSerde.of(RunStatus.class));

  /** Memory per run × device × memory. */
  public static final Topic<MemoryKey, MemoryUsage> USAGE =
      new Topic<>(PREFIX + ".usage", 4, compacted(), Keys.MEMORY, JsonSerde.of(MemoryUsage.class));

  /** Per-op use and peaks, one table per run × device × memory. */
  public static final Topic<MemoryKey, OpTable> OPS =
      new Topic<>(PREFIX + ".ops", 4, compacted(), Keys.MEMORY, JsonSerde.of(OpTable.class));

  /** The use of one memory over a run, in buckets; per run × device × memory. */
  public static final Topic<MemoryKey, MemoryTimeline> TIMELINES =
      new Topic<>(
          PREFIX + ".timelines", 4, compacted(), Keys.MEMORY, JsonSerde.of(MemoryTimeline.class));

  /** Static plans and their intervals. */
  public static final Topic<PlanKey, PlanRecord> PLANS =
      new Topic<>(PREFIX + ".plans", 4, compacted(), Keys.PLAN, JsonSerde.of(PlanRecord.class));

  /** Alerts over event time, one per rule, run and memory. */
  public static final Topic<AlertKey, Alert> ALERTS =
      new Topic<>(PREFIX + ".alerts", 4, compacted(), Keys.ALERT, JsonSerde.of(Alert.class));

  /**
   * Records that no program could read, and slices whose analysis failed, unchanged; key and value:
   * bytes.
   */
  public static final Topic<byte[], byte[]> DEAD_LETTERS =
      new Topic<>(PREFIX + ".dead-letters", 1, kept(), Serdes.ByteArray(), Serdes.ByteArray());

  /** All of the above. */
  public static final List<Topic<?, ?>> ALL =
      List.of(
          POSITIONS,
          OWNERS,
          LINES,
          EVENTS,
          REJECTS,
          RUNS,
          USAGE,
          OPS,
          TIMELINES,
          PLANS,
          ALERTS,
          DEAD_LETTERS);

  /**
   * The topics of the board. Each is a table by key, rebuilt by reading the topic from its start.
   */
  public static final List<Topic<?, ?>> BOARD = List.of(RUNS, USAGE, OPS, TIMELINES, PLANS, ALERTS);

  /** What a tailer writes and reads. */
  public static final List<Topic<?, ?>> OF_INGEST = List.of(LINES, POSITIONS, OWNERS);

  /** What the streams job reads and writes, besides its own changelogs. */
  public static final List<Topic<?, ?>> OF_STREAMS =
      ALL.stream().filter(topic -> !OF_INGEST.contains(topic) || topic.equals(LINES)).toList();

  /** What a sink reads. */
  public static final List<Topic<?, ?>> OF_SINK =
      OF_STREAMS.stream()
          .filter(topic -> !topic.equals(LINES) && !topic.equals(DEAD_LETTERS))
          .toList();

  private Topics() {}

  private static Map<String, String> kept() {
    return Map.of(
        "cleanup.policy", "delete",
        "retention.ms", Long.toString(Duration.ofDays(7).toMillis()),
        "message.timestamp.after.max.ms", Long.toString(MOST_AHEAD.toMillis()),
        "max.message.bytes", Integer.toString(MAX_RECORD_BYTES));
  }

  /** Small segments and early cleaning; otherwise a rebuild reads up to 1 GB per partition. */
  private static Map<String, String> compacted() {
    return Map.of(
        "cleanup.policy", "compact",
        "segment.bytes", Long.toString(16 * ByteSize.MIB),
        "min.cleanable.dirty.ratio", "0.2",
        "delete.retention.ms", Long.toString(Duration.ofDays(1).toMillis()),
        "message.timestamp.after.max.ms", Long.toString(MOST_AHEAD.toMillis()),
        "max.message.bytes", Integer.toString(MAX_RECORD_BYTES));
  }

  private static Map<String, String> with(Map<String, String> config, String key, int value) {
    Map<String, String> all = new HashMap<>(config);
    all.put(key, Integer.toString(value));
    return all;
  }
}
