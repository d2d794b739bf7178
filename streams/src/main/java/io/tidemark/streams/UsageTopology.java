package io.tidemark.streams;

import io.tidemark.analysis.track.StateParts;
import io.tidemark.model.wire.Topic;
import io.tidemark.model.wire.Topics;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.AutoOffsetReset;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.state.KeyValueBytesStoreSupplier;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;

/** The job as a value: one source of slices, one processor with four stores, a sink per output. */
final class UsageTopology implements Supplier<Topology> {

  static final String READ_LINES = "read-lines";
  static final String TRACK_SLICES = "track-slices";

  /** In the order in which a reader meets them. */
  static final List<Topic<?, ?>> OUTPUTS =
      List.of(
          Topics.EVENTS,
          Topics.REJECTS,
          Topics.ALERTS,
          Topics.RUNS,
          Topics.USAGE,
          Topics.OPS,
          Topics.TIMELINES,
          Topics.PLANS);

  /** Small segments and an eager cleaner: a restore reads what is live, not what was. */
  private static final Map<String, String> CHANGELOG =
      Map.of(
          TopicConfig.SEGMENT_BYTES_CONFIG, Integer.toString(16 * 1024 * 1024),
          TopicConfig.MIN_CLEANABLE_DIRTY_RATIO_CONFIG, "0.2",
          TopicConfig.MAX_MESSAGE_BYTES_CONFIG, Integer.toString(Topics.MAX_RECORD_BYTES));

  private final SourceAnalysis.Loader loader;
  private final LongConsumer tracked;
  private final Function<String, KeyValueBytesStoreSupplier> stores;

  /**
   * Keeps its state on disk: without a persistent store a killed process could not be fenced at
   * once.
   *
   * @param tracked told the time of each slice that was taken in
   */
  UsageTopology(SourceAnalysis.Loader loader, LongConsumer tracked) {
    this(loader, tracked, Stores::persistentKeyValueStore);
  }

  /**
   * Keeps its state where it is told to.
   *
   * @param stores makes the store of a name
   */
  UsageTopology(
      SourceAnalysis.Loader loader,
      LongConsumer tracked,
      Function<String, KeyValueBytesStoreSupplier> stores) {
    this.loader = loader;
    this.tracked = tracked;
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
        new SliceValue(),
        Topics.LINES.name());
    topology.addProcessor(TRACK_SLICES, () -> new SliceTracker(loader, tracked), READ_LINES);
    for (StateParts.Store store : StateParts.Store.values()) {
      topology.addStateStore(builder(store), TRACK_SLICES);
    }
    OUTPUTS.forEach(output -> addSink(topology, output));
    return topology;
  }

  /** Noun by key, as the changelog topic of each ends in it. */
  static String nameOf(StateParts.Store store) {
    return switch (store) {
      case HOT -> "hot-by-source";
      case OPS -> "ops-by-key";
      case TIMELINES -> "timelines-by-page";
      case PLANS -> "plans-by-page";
    };
  }

  static String sink(Topic<?, ?> output) {
    return "write-" + output.name();
  }

  private static <K, V> void addSink(Topology topology, Topic<K, V> output) {
    topology.addSink(
        sink(output),
        output.name(),
        output.key().serializer(),
        output.value().serializer(),
        TRACK_SLICES);
  }

  /** Cached, to write a part once. */
  private StoreBuilder<KeyValueStore<String, byte[]>> builder(StateParts.Store store) {
    return Stores.keyValueStoreBuilder(
            stores.apply(nameOf(store)), Serdes.String(), Serdes.ByteArray())
        .withCachingEnabled()
        .withLoggingEnabled(CHANGELOG);
  }
}
