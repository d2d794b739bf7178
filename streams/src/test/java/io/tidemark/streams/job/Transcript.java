package io.tidemark.streams.job;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tidemark.analysis.SourceAnalysis;
import io.tidemark.analysis.run.Settings;
import io.tidemark.model.log.Slice;
import io.tidemark.model.wire.Topic;
import io.tidemark.model.wire.Topics;
import io.tidemark.streams.JobProperties;
import io.tidemark.streams.StreamsJobConfig;
import io.tidemark.streams.job.UsageTopology.JobEnvironment;
import io.tidemark.streams.publish.DueFlushes;
import io.tidemark.streams.publish.FlushTimer;
import io.tidemark.streams.publish.Publication;
import io.tidemark.streams.publish.TopicPublication;
import io.tidemark.streams.source.Backlog;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.function.Function;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.test.TestRecord;

/**
 * Runs the job with a test driver: feeds slices, advances the clock, and reads what was published
 * on every topic.
 */
public final class Transcript implements AutoCloseable {

  /** Time of the first slice; each next one is a millisecond later. */
  static final long START_MILLIS = 1_700_000_000_000L;

  private final Path stateDir;
  private final SourceAnalysis.Loader loader;
  private final Function<ProcessorContext<byte[], byte[]>, Publication> publications;
  private final Map<String, Long> offsets;
  private final MeterRegistry meters = new SimpleMeterRegistry();
  private final TopologyTestDriver driver;
  private long millis = START_MILLIS;
  private String generation = "g";

  /** How often state began anew, as the meter shows it. */
  int sectionsRestarted() {
    return (int) meters.get(StreamsMeters.RESTARTED).counter().count();
  }

  public Transcript(Path stateDir, SourceAnalysis.Loader loader) {
    this(stateDir, loader, TopicPublication::new);
  }

  /** With another way to its readers than the topics. */
  Transcript(
      Path stateDir,
      SourceAnalysis.Loader loader,
      Function<ProcessorContext<byte[], byte[]>, Publication> publications) {
    this(stateDir, loader, publications, new HashMap<>());
  }

  private Transcript(
      Path stateDir,
      SourceAnalysis.Loader loader,
      Function<ProcessorContext<byte[], byte[]>, Publication> publications,
      Map<String, Long> offsets) {
    this.stateDir = stateDir;
    this.loader = loader;
    this.publications = publications;
    this.offsets = offsets;
    Map<String, Object> nowhere = Map.of("bootstrap.servers", "localhost:1");
    Properties properties =
        JobProperties.of(new StreamsJobConfig(nowhere, stateDir, "paper", Settings.DEFAULT, null));
    // In a transaction the driver drops records sent before a record was processed: the dead
    // letters. It commits after every record in any case.
    properties.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.AT_LEAST_ONCE);
    // Its slices are read in the first seconds of the epoch, so that they are no backlog.
    driver =
        new TopologyTestDriver(
            new UsageTopology(loader, environment()).get(), properties, Instant.EPOCH);
  }

  private JobEnvironment environment() {
    return new JobEnvironment(
        new StreamsMeters(meters), publications, Backlog.none(), new DueFlushes(), () -> 0);
  }

  int slicesIgnored() {
    return (int) meters.get(StreamsMeters.IGNORED).counter().count();
  }

  /** What the meter of waiting slices shows. */
  double waitingBytes() {
    return meters.get(StreamsMeters.WAITING).gauge().value();
  }

  /** A store of the job, to read or change. */
  KeyValueStore<String, byte[]> store(String name) {
    return driver.getKeyValueStore(name);
  }

  /** The next slices belong to another file, from its beginning. */
  Transcript newFile(String generation) {
    this.generation = generation;
    offsets.clear();
    return this;
  }

  /** The next slices of a source continue a file that was read up to {@code offset}. */
  Transcript continuing(String generation, String source, long offset) {
    newFile(generation);
    offsets.put(source, offset);
    return this;
  }

  /** The source's next bytes. */
  public Transcript slice(String source, String text) {
    return sliceAt(source, offsets.getOrDefault(source, 0L), text.getBytes(UTF_8));
  }

  /** Bytes at any offset. */
  Transcript sliceAt(String source, long offset, byte[] bytes) {
    int lines = Math.max(1, (int) new String(bytes, UTF_8).lines().count());
    Slice slice =
        new Slice(
            generation, offset, bytes.length, lines, false, false, START_MILLIS, millis, bytes);
    Headers headers = new RecordHeaders();
    byte[] key = source == null ? null : source.getBytes(UTF_8);
    Topics.LINES.value().serializer().serialize(Topics.LINES.name(), headers, slice);
    raw(key, bytes, headers);
    offsets.merge(source, slice.end(), Math::max);
    return this;
  }

  /** The source's unfinished last line, as version 0.1 sent it; the next slice replaces it. */
  Transcript preview(String source, String text) {
    byte[] bytes = text.getBytes(UTF_8);
    long offset = offsets.getOrDefault(source, 0L);
    Slice slice =
        new Slice(generation, offset, bytes.length, 0, false, true, START_MILLIS, millis, bytes);
    Headers headers = new RecordHeaders();
    Topics.LINES.value().serializer().serialize(Topics.LINES.name(), headers, slice);
    return raw(source.getBytes(UTF_8), bytes, headers);
  }

  /** A log from byte {@code from} on, in slices of whole lines of at least {@code sliceBytes}. */
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
    return raw(key.getBytes(UTF_8), value, new RecordHeaders());
  }

  /** A record between two slices that changes the time of neither. */
  Transcript foreign(byte[] key, byte[] value, Headers headers) {
    raw(key, value, headers);
    millis--;
    return this;
  }

  Transcript raw(byte[] key, byte[] value, Headers headers) {
    driver
        .createInputTopic(Topics.LINES.name(), new ByteArraySerializer(), new ByteArraySerializer())
        .pipeInput(new TestRecord<>(key, value, headers, millis++));
    return this;
  }

  /** The next slices are read this much later. */
  Transcript later(long laterMillis) {
    millis += laterMillis;
    return this;
  }

  public Transcript flush() {
    driver.advanceWallClockTime(FlushTimer.FLUSH_INTERVAL);
    return this;
  }

  /** The keys written to a store's changelog since the last call. */
  List<String> changelog(String store) {
    return driver
        .createOutputTopic(
            JobProperties.APPLICATION_ID + "-" + store + "-changelog",
            new StringDeserializer(),
            new ByteArrayDeserializer())
        .readRecordsToList()
        .stream()
        .map(TestRecord::getKey)
        .toList();
  }

  /** The records published on a topic since it was last read. */
  public <K, V> List<TestRecord<K, V>> records(Topic<K, V> topic) {
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
    records(topic).forEach(published -> board.put(published.getKey(), published.getValue()));
    return board;
  }

  /**
   * The next process, with this one's stores. The driver deletes its state folder when closed, so
   * the stores are copied by the test, as a restore from the changelogs would do.
   */
  Transcript restarted() {
    return restarted(loader);
  }

  /** The same with another build. */
  Transcript restarted(SourceAnalysis.Loader itsLoader) {
    Map<String, Map<String, byte[]>> stored = new HashMap<>();
    UsageTopology.STORES.forEach(name -> stored.put(name, contents(name)));
    driver.close();
    Transcript next = new Transcript(stateDir, itsLoader, publications, offsets);
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
