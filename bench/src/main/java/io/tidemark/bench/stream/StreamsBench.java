package io.tidemark.bench.stream;

import io.tidemark.app.broker.DataFolder;
import io.tidemark.app.broker.EmbeddedBroker;
import io.tidemark.app.broker.EmbeddedBroker.Admission;
import io.tidemark.app.broker.Missing;
import io.tidemark.app.broker.Rights;
import io.tidemark.app.broker.TopicSetup;
import io.tidemark.app.logfile.SlicedLog;
import io.tidemark.model.log.Slice;
import io.tidemark.model.wire.Topics;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;

/**
 * Measures lines per second through the streams job, as {@code tidemark streams} runs it. A bare
 * {@code mapValues} and a bare {@code aggregate} over the same slices serve as comparison. Each
 * measurement has its own broker, which also runs in this process. Time runs from the running job
 * to the last committed offset; the start is not included.
 *
 * <p>Arguments: a log, number of sources, rounds, which of the three to run, and the number of
 * threads to use, exactly once in RocksDB. The first round of each is a warm-up.
 */
public final class StreamsBench {

  private static final int ANY = 0;
  private static final long PATIENCE_NANOS = 300_000_000_000L;

  private final ShippedLog log;
  private final Path folder;
  private int brokers;

  private StreamsBench(ShippedLog log, Path folder) {
    this.log = log;
    this.folder = folder;
  }

  public static void main(String[] arguments) throws Exception {
    ShippedLog log = ShippedLog.of(Path.of(arguments[0]), Integer.parseInt(arguments[1]));
    int rounds = Integer.parseInt(arguments[2]);
    String only = arguments.length > 3 ? arguments[3] : "";
    int threads = arguments.length > 4 ? Integer.parseInt(arguments[4]) : ANY;
    Path folder = Files.createTempDirectory("tidemark-streams-bench");
    try {
      System.out.printf("%,d lines, %,d MB%n", log.lines(), log.totalBytes() / 1_000_000);
      StreamsBench bench = new StreamsBench(log, folder);
      for (int used : threads == ANY ? new int[] {1, 2} : new int[] {threads}) {
        for (JobKind kind : JobKind.values()) {
          if (only.isEmpty() || only.equals(kind.words)) {
            bench.measure(kind, used, rounds);
          }
        }
      }
    } finally {
      delete(folder);
    }
  }

  private void measure(JobKind kind, int threads, int rounds) throws Exception {
    double[] rates = new double[rounds];
    double[] perCpuSecond = new double[rounds];
    spent(kind, threads);
    for (int round = 0; round < rounds; round++) {
      Spent spent = spent(kind, threads);
      rates[round] = log.lines() / spent.seconds();
      perCpuSecond[round] = log.lines() / spent.cpuSeconds();
    }
    Arrays.sort(rates);
    Arrays.sort(perCpuSecond);
    System.out.printf(
        "%-10s %d  %,11.0f lines/s  (%,.0f to %,.0f)  %6.1f MB/s  %,11.0f lines per CPU s of its threads%n",
        kind.words,
        threads,
        rates[rounds / 2],
        rates[0],
        rates[rounds - 1],
        rates[rounds / 2] * log.totalBytes() / log.lines() / 1e6,
        perCpuSecond[rounds / 2]);
  }

  /**
   * @param cpuSeconds of the job's stream threads
   */
  private record Spent(double seconds, double cpuSeconds) {}

  private Spent spent(JobKind kind, int threads) throws Exception {
    Path own = folder.resolve(Integer.toString(++brokers));
    try (DataFolder data = DataFolder.hold(own.resolve("broker"));
        EmbeddedBroker broker = EmbeddedBroker.start(data, 0, Admission.ANYONE)) {
      Map<String, Object> kafka = broker.client();
      TopicSetup.ensure(kafka, Rights.TOPICS, Missing.CREATED);
      long slices = log.ship(kafka);
      try (Admin admin = Admin.create(kafka);
          RunningJob job = kind.start(kafka, own.resolve("state"), threads)) {
        long deadline = System.nanoTime() + PATIENCE_NANOS;
        while (!job.running().getAsBoolean()) {
          pause(deadline);
        }
        long began = System.nanoTime();
        double cpuBefore = streamThreadSeconds();
        while (committed(admin, job.group()) < slices) {
          pause(deadline);
        }
        return new Spent((System.nanoTime() - began) / 1e9, streamThreadSeconds() - cpuBefore);
      }
    } finally {
      delete(own);
    }
  }

  private static double streamThreadSeconds() {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long nanos = 0;
    for (ThreadInfo thread : threads.getThreadInfo(threads.getAllThreadIds())) {
      if (thread != null && thread.getThreadName().contains("-StreamThread-")) {
        nanos += Math.max(0, threads.getThreadCpuTime(thread.getThreadId()));
      }
    }
    return nanos / 1e9;
  }

  /** Returns the number of finally processed slices; their partitions hold nothing else. */
  private static long committed(Admin admin, String group)
      throws ExecutionException, InterruptedException {
    return admin
        .listConsumerGroupOffsets(group)
        .partitionsToOffsetAndMetadata()
        .get()
        .values()
        .stream()
        .filter(offset -> offset != null)
        .mapToLong(offset -> offset.offset())
        .sum();
  }

  private static void pause(long deadlineNanos) throws InterruptedException {
    if (System.nanoTime() > deadlineNanos) {
      throw new IllegalStateException("the job did not come to its end");
    }
    Thread.sleep(5);
  }

  private static void delete(Path folder) throws IOException {
    List<Path> all;
    try (Stream<Path> files = Files.walk(folder)) {
      all = files.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path file : all) {
      Files.deleteIfExists(file);
    }
  }

  private record ShippedLog(List<Slice> log, int sources) {

    static ShippedLog of(Path file, int sources) throws IOException {
      List<Slice> log = new ArrayList<>();
      SlicedLog.read(List.of(file), log::add);
      return new ShippedLog(log, sources);
    }

    long lines() {
      return log.stream().mapToLong(Slice::lines).sum() * sources;
    }

    long totalBytes() {
      return log.stream().mapToLong(Slice::length).sum() * sources;
    }

    /** Sends slices of every source, as a tailer does; returns their number. */
    long ship(Map<String, Object> kafka) throws ExecutionException, InterruptedException {
      List<Future<RecordMetadata>> sent = new ArrayList<>();
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
          for (Slice slice : log) {
            sent.add(
                producer.send(new ProducerRecord<>(Topics.LINES.name(), source + ".log", slice)));
            if (slice.offset() == 0) {
              sent.get(sent.size() - 1).get(); // a new partition may have no leader yet
            }
          }
        }
      }
      for (Future<RecordMetadata> slice : sent) {
        slice.get();
      }
      return sent.size();
    }
  }
}
