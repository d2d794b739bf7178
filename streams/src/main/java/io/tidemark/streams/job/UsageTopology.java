package io.tidemark.streams.job;

import io.tidemark.analysis.SourceAnalysis;
import io.tidemark.analysis.state.StateParts;
import io.tidemark.model.ByteSize;
import io.tidemark.model.wire.Topic;
import io.tidemark.model.wire.Topics;
import io.tidemark.streams.publish.DueFlushes;
import io.tidemark.streams.publish.Publication;
import io.tidemark.streams.publish.TopicPublication;
import io.tidemark.streams.source.Backlog;
import io.tidemark.streams.source.SliceTime;
import io.tidemark.streams.source.SourceKey;
import io.tidemark.streams.source.StoreParts;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.AutoOffsetReset;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.state.KeyValueBytesStoreSupplier;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;

/** The job's topology: one source of slices, one processor with its stores, one sink per output. */
public final class UsageTopology implements Supplier<Topology> {

  static final String READ_LINES = "read-lines";
  static final String TRACK_SLICES = "track-slices";

  /** In the order in which a reader needs them. */
  public static final List<Topic<?, ?>> OUTPUTS =
      List.of(
          Topics.EVENTS,
          Topics.REJECTS,
          Topics.ALERTS,
          Topics.RUNS,
          Topics.USAGE,
          Topics.OPS,
          Topics.TIMELINES,
          Topics.PLANS);

  public static final List<String> STORES =
      Stream.of(StateParts.Store.values()).map(StoreParts::nameOf).toList();

  /** Small segments and frequent compaction: a restore reads live records instead of old ones. */
  public static final Map<String, String> CHANGELOG =
      Map.of(
          TopicConfig.CLEANUP_POLICY_CONFIG,
          TopicConfig.CLEANUP_POLICY_COMPACT,
          TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG,
          "CreateTime",
          TopicConfig.MESSAGE_TIMESTAMP_AFTER_MAX_MS_CONFIG,
          Long.toString(Topics.MOST_AHEAD.toMillis()),
          TopicConfig.SEGMENT_BYTES_CONFIG,
          Long.toString(16 * ByteSize.MIB),
          TopicConfig.MIN_CLEANABLE_DIRTY_RATIO_CONFIG,
          "0.2",
          TopicConfig.MAX_MESSAGE_BYTES_CONFIG,
          Integer.toString(Topics.MAX_RECORD_BYTES));

  private final SourceAnalysis.Loader loader;
  private final JobEnvironment job;
  private final Function<String, KeyValueBytesStoreSupplier> stores;

  /**
   * Keeps its state on disk. Without a persistent store, a killed process could not be fenced at
   * once.
   */
  public UsageTopology(SourceAnalysis.Loader loader, JobEnvironment job) {
    this(loader, job, Stores::persistentKeyValueStore);
  }

  /**
   * Keeps its state in the given stores.
   *
   * @param stores creates the store of a name
   */
  UsageTopology(
      SourceAnalysis.Loader loader,
      JobEnvironment job,
      Function<String, KeyValueBytesStoreSupplier> stores) {
    this.loader = loader;
    this.job = job;
    this.stores = stores;
  }

  @Override
  public Topology get() {
    Topology topology = new Topology();
    topology.addSource(
        AutoOffsetReset.earliest(),
        READ_LINES,
        new SliceTime(),
        new SourceKey(),
        Topics.LINES.value().deserializer(),
        Topics.LINES.name());
    AtomicLong slices = new AtomicLong();
    topology.addProcessor(TRACK_SLICES, () -> new SliceTracker(loader, job, slices), READ_LINES);
    STORES.forEach(store -> topology.addStateStore(builder(store), TRACK_SLICES));
    topology.addStateStore(BeforeCommit.builder(), TRACK_SLICES);
    OUTPUTS.forEach(output -> addSink(topology, output));
    addSink(topology, Topics.DEAD_LETTERS);
    return topology;
  }

  private static void addSink(Topology topology, Topic<?, ?> output) {
    topology.addSink(
        TopicPublication.sink(output.name()),
        output.name(),
        new ByteArraySerializer(),
        new ByteArraySerializer(),
        TRACK_SLICES);
  }

  /** Builds a cached store, so that a part is written once per commit. */
  private StoreBuilder<KeyValueStore<String, byte[]>> builder(String name) {
    return Stores.keyValueStoreBuilder(stores.apply(name), Serdes.String(), Serdes.ByteArray())
        .withCachingEnabled()
        .withLoggingEnabled(CHANGELOG);
  }

  /**
   * Dependencies of the topology on the surrounding process.
   *
   * @param meters count what it does
   * @param publications creates the publication of a task
   * @param backlog records that existed before the start
   * @param due due times of its flushes
   * @param nanos measures what a source takes
   */
  public record JobEnvironment(
      StreamsMeters meters,
      Function<ProcessorContext<byte[], byte[]>, Publication> publications,
      Backlog backlog,
      DueFlushes due,
      LongSupplier nanos) {}
}
