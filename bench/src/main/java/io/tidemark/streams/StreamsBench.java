package io.tidemark.streams;

import io.tidemark.analysis.Settings;
import io.tidemark.app.broker.Admission;
import io.tidemark.app.broker.DataFolder;
import io.tidemark.app.broker.EmbeddedBroker;
import io.tidemark.app.broker.TopicSetup;
import io.tidemark.model.LineEnds;
import io.tidemark.model.Slice;
import io.tidemark.model.wire.Topics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Materialized;
import org.apache.kafka.streams.kstream.Named;
import org.apache.kafka.streams.kstream.Produced;
import org.apache.kafka.streams.state.KeyValueBytesStoreSupplier;
import org.apache.kafka.streams.state.Stores;

/**
 * Lines a second through the streams job, beside a bare {@code mapValues} and a bare {@code
 * aggregate} over the same slices of the same broker, which runs in this process, too. It stands in
 * the job's own package: what the job allows nobody to change is what is compared.
 *
 * <p>Arguments: a log, how many sources it is read as, rounds, and which of the three alone.
 */
public final class StreamsBench {

  private static final long PATIENCE_NANOS = 300_000_000_000L;

  private final Map<String, Object> kafka;
  private final Path folder;
  private final LongAdder seen = new LongAdder();
  private final long bytes;
  private int jobs;

  private StreamsBench(Map<String, Object> kafka, Path folder, long bytes) {
    this.kafka = kafka;
    this.folder = folder;
    this.bytes = bytes;
  }

  private record Variant(String guarantee, boolean disk, int threads) {
    Function<String, KeyValueBytesStoreSupplier> stores() {
      return disk ? Stores::persistentKeyValueStore : Stores::inMemoryKeyValueStore;
    }

    String words() {
      return "%-16s %-9s %d".formatted(guarantee, disk ? "RocksDB" : "in memory", threads);
    }
  }

  public static void main(String[] arguments) throws Exception {
    byte[] log = Files.readAllBytes(Path.of(arguments[0]));
    int sources = Integer.parseInt(arguments[1]);
    int rounds = Integer.parseInt(arguments[2]);
    Path folder = Files.createTempDirectory("tidemark-streams-bench");
    try (DataFolder data = DataFolder.hold(folder.resolve("broker"));
        EmbeddedBroker broker = EmbeddedBroker.start(data, 0, Admission.ANYONE)) {
      Map<String, Object> kafka = broker.client();
      TopicSetup.ensure(kafka, true);
      fill(kafka, log, sources);
      long lines = (long) LineEnds.count(log, 0, log.length) * sources;
      StreamsBench bench = new StreamsBench(kafka, folder, (long) log.length * sources);
      System.out.printf("%,d lines, %,d MB%n", lines, bench.bytes / 1_000_000);
      String only = arguments.length > 3 ? arguments[3] : "";
      for (Variant variant : variants()) {
        Map<String, Supplier<Topology>> topologies = new LinkedHashMap<>();
        topologies.put("tidemark", () -> bench.tidemark(variant));
        topologies.put("mapValues", bench::mapValues);
        topologies.put("aggregate", () -> bench.aggregate(variant));
        for (Map.Entry<String, Supplier<Topology>> topology : topologies.entrySet()) {
          if (only.isEmpty() || only.equals(topology.getKey())) {
            bench.measure(topology.getKey(), variant, rounds, lines, topology.getValue());
          }
        }
      }
    } finally {
      delete(folder);
    }
  }

  private static List<Variant> variants() {
    List<Variant> variants = new ArrayList<>();
    for (String guarantee : List.of(StreamsConfig.EXACTLY_ONCE_V2, StreamsConfig.AT_LEAST_ONCE)) {
      for (boolean disk : new boolean[] {true, false}) {
        variants.add(new Variant(guarantee, disk, 1));
        variants.add(new Variant(guarantee, disk, 2));
      }
    }
    return variants;
  }

  /** The log as slices of every source, as a tailer ships it. */
  private static void fill(Map<String, Object> kafka, byte[] log, int sources)
      throws ExecutionException, InterruptedException {
    try (KafkaProducer<String, Slice> producer =
        new KafkaProducer<>(
            Map.of(
                "bootstrap.servers",
                kafka.get("bootstrap.servers"),
                "compression.type",
                "lz4",
                "max.request.size",
                Topics.MAX_RECORD_BYTES),
            Topics.LINES.key().serializer(),
            Topics.LINES.value().serializer())) {
      for (int source = 0; source < sources; source++) {
        for (int from = 0; from < log.length; ) {
          int to = Math.min(log.length, from + Slice.TARGET_BYTES);
          while (to < log.length && log[to - 1] != '\n') {
            to++;
          }
          byte[] text = Arrays.copyOfRange(log, from, to);
          int lines = LineEnds.count(text, 0, text.length);
          long now = 1_700_000_000_000L;
          Slice slice =
              new Slice("g", from, text.length, Math.max(1, lines), false, false, now, now, text);
          producer.send(new ProducerRecord<>(Topics.LINES.name(), source + ".log", slice)).get();
          from = to;
        }
      }
    }
  }

  private Topology tidemark(Variant variant) {
    SourceAnalysis.Loader counting =
        (source, parts) -> {
          SourceAnalysis analysis = SourceAnalysis.load(source, parts, Settings.DEFAULT);
          return new SourceAnalysis() {
            @Override
            public io.tidemark.analysis.Outcome after(Slice slice) {
              seen.add(slice.bytes().length);
              return analysis.after(slice);
            }

            @Override
            public io.tidemark.analysis.Changes changes() {
              return analysis.changes();
            }

            @Override
            public io.tidemark.analysis.Changes changesWhileBusy() {
              return analysis.changesWhileBusy();
            }

            @Override
            public long weightBytes() {
              return analysis.weightBytes();
            }
          };
        };
    JobEnvironment job =
        new JobEnvironment(
            "bench",
            time -> {},
            () -> {},
            () -> {},
            sections -> {},
            partition -> new KafkaLinesReader(() -> new MockConsumer<>("none"), partition),
            InstantSource.system());
    return new UsageTopology(counting, job, variant.stores()).get();
  }

  private Topology mapValues() {
    StreamsBuilder builder = new StreamsBuilder();
    builder.stream(
            Topics.LINES.name(), Consumed.with(Serdes.String(), Topics.LINES.value()).withName("r"))
        .mapValues(this::length, Named.as("map"))
        .to(
            Topics.DEAD_LETTERS.name(),
            Produced.with(Serdes.String(), Serdes.Long()).withName("w"));
    return builder.build();
  }

  private Topology aggregate(Variant variant) {
    StreamsBuilder builder = new StreamsBuilder();
    builder.stream(
            Topics.LINES.name(), Consumed.with(Serdes.String(), Topics.LINES.value()).withName("r"))
        .groupByKey()
        .aggregate(
            () -> 0L,
            (key, slice, sum) -> sum + length(slice),
            Named.as("sum"),
            Materialized.<String, Long>as(variant.stores().apply("sums"))
                .withKeySerde(Serdes.String())
                .withValueSerde(Serdes.Long()));
    return builder.build();
  }

  private long length(Slice slice) {
    seen.add(slice.bytes().length);
    return slice.bytes().length;
  }

  private void measure(
      String what, Variant variant, int rounds, long lines, Supplier<Topology> topology)
      throws InterruptedException {
    double[] rates = new double[rounds];
    for (int round = 0; round < rounds; round++) {
      rates[round] = lines / seconds(variant, topology.get());
    }
    Arrays.sort(rates);
    System.out.printf(
        "%-10s %s  %,11.0f lines/s  (%,.0f to %,.0f)  %6.1f MB/s%n",
        what,
        variant.words(),
        rates[rounds / 2],
        rates[0],
        rates[rounds - 1],
        rates[rounds / 2] * bytes / lines / 1e6);
  }

  /**
   * From the first slice taken to the last: how a start goes is another question.
   *
   * @param topology of this job alone: a second job would restore the first one's changelogs
   */
  private double seconds(Variant variant, Topology topology) throws InterruptedException {
    Path state = folder.resolve("state-" + ++jobs);
    Properties properties =
        JobProperties.of(new StreamsJobConfig(kafka, state, "one", Settings.DEFAULT));
    properties.put(StreamsConfig.APPLICATION_ID_CONFIG, "bench-" + jobs);
    properties.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, variant.guarantee());
    properties.put(StreamsConfig.NUM_STREAM_THREADS_CONFIG, variant.threads());
    seen.reset();
    try (KafkaStreams job = new KafkaStreams(topology, properties)) {
      job.start();
      long began = awaitSeen(1);
      return (awaitSeen(bytes) - began) / 1e9;
    }
  }

  private long awaitSeen(long wanted) throws InterruptedException {
    long from = System.nanoTime();
    while (seen.sum() < wanted) {
      if (System.nanoTime() - from > PATIENCE_NANOS) {
        throw new IllegalStateException("saw %,d of %,d bytes".formatted(seen.sum(), wanted));
      }
      Thread.sleep(1);
    }
    return System.nanoTime();
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }
}
