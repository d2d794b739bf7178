package io.tidemark.streams;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidemark.analysis.Settings;
import io.tidemark.model.Slice;
import io.tidemark.model.wire.Topic;
import io.tidemark.model.wire.Topics;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.test.TestRecord;

/** The job run on paper: say slices in, let the clock go on, read what every topic was told. */
final class Transcript implements AutoCloseable {

  /** Time of the first slice; each next one is a millisecond later. */
  static final long START_MILLIS = 1_700_000_000_000L;

  private final Path stateDir;
  private final SourceAnalysis.Loader loader;
  private final Map<String, Long> offsets;
  private final TopologyTestDriver driver;
  private long millis = START_MILLIS;

  Transcript(Path stateDir, SourceAnalysis.Loader loader) {
    this(stateDir, loader, new HashMap<>());
  }

  private Transcript(Path stateDir, SourceAnalysis.Loader loader, Map<String, Long> offsets) {
    this.stateDir = stateDir;
    this.loader = loader;
    this.offsets = offsets;
    Map<String, Object> nowhere = Map.of("bootstrap.servers", "localhost:1");
    Properties properties =
        JobProperties.of(new StreamsJobConfig(nowhere, stateDir, "paper", Settings.DEFAULT));
    // In a transaction the driver forgets what was sent before a record was processed: the dead
    // letters. It commits after every record either way.
    properties.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.AT_LEAST_ONCE);
    // Its slices are read in the first seconds of all time: they are no backlog.
    driver =
        new TopologyTestDriver(
            new UsageTopology(loader, readMillis -> {}).get(), properties, Instant.EPOCH);
  }

  /** The source's next bytes. */
  Transcript slice(String source, String text) {
    return sliceAt(source, offsets.getOrDefault(source, 0L), text.getBytes(UTF_8));
  }

  /** Bytes at an offset of the teller's choice. */
  Transcript sliceAt(String source, long offset, byte[] bytes) {
    int lines = Math.max(1, (int) new String(bytes, UTF_8).lines().count());
    Slice slice =
        new Slice("g", offset, bytes.length, lines, false, false, START_MILLIS, millis, bytes);
    driver
        .createInputTopic(
            Topics.LINES.name(), Topics.LINES.key().serializer(), Topics.LINES.value().serializer())
        .pipeInput(source, slice, millis++);
    offsets.merge(source, slice.end(), Math::max);
    return this;
  }

  /** A log from byte {@code from} on, in slices of at least {@code sliceBytes} of whole lines. */
  Transcript log(String source, int from, byte[] log, int sliceBytes) {
    int start = from;
    while (start < log.length) {
      int end = Math.min(log.length, start + sliceBytes);
      while (end < log.length && log[end - 1] != '\n') {
        end++;
      }
      sliceAt(source, start, Arrays.copyOfRange(log, start, end));
      start = end;
    }
    return this;
  }

  /** A record that no tailer wrote. */
  Transcript raw(String key, byte[] value) {
    driver
        .createInputTopic(Topics.LINES.name(), new StringSerializer(), new ByteArraySerializer())
        .pipeInput(key, value, millis++);
    return this;
  }

  Transcript flush() {
    driver.advanceWallClockTime(SliceTracker.FLUSH_INTERVAL);
    return this;
  }

  /** What was told on a topic since it was last read. */
  <K, V> List<TestRecord<K, V>> records(Topic<K, V> topic) {
    return driver
        .createOutputTopic(topic.name(), topic.key().deserializer(), topic.value().deserializer())
        .readRecordsToList();
  }

  <K, V> List<V> values(Topic<K, V> topic) {
    return records(topic).stream().map(TestRecord::getValue).toList();
  }

  /** The newest value of every key, as a reader of a compacted topic keeps it. */
  <K, V> Map<K, V> board(Topic<K, V> topic) {
    Map<K, V> board = new HashMap<>();
    records(topic).forEach(told -> board.put(told.getKey(), told.getValue()));
    return board;
  }

  /**
   * The next process with this one's stores. The driver wipes its state folder when closed, so the
   * stores are carried over by hand, as a restore from the changelogs would.
   */
  Transcript restarted() {
    Map<String, Map<String, byte[]>> stored = new HashMap<>();
    driver.getAllStateStores().keySet().forEach(name -> stored.put(name, contents(name)));
    driver.close();
    Transcript next = new Transcript(stateDir, loader, offsets);
    stored.forEach(
        (name, parts) -> {
          KeyValueStore<String, byte[]> store = next.driver.getKeyValueStore(name);
          parts.forEach(store::put);
        });
    next.millis = millis;
    return next;
  }

  private Map<String, byte[]> contents(String name) {
    Map<String, byte[]> contents = new HashMap<>();
    try (KeyValueIterator<String, byte[]> all =
        driver.<String, byte[]>getKeyValueStore(name).all()) {
      all.forEachRemaining(part -> contents.put(part.key, part.value));
    }
    return contents;
  }

  @Override
  public void close() {
    driver.close();
  }
}
