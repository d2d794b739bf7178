package io.tidemark.bench;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.regex.Pattern;

/**
 * Measures the time from a snapshot's append to its figure on {@code /metrics} of a running {@code
 * tidemark watch}: {@code LatencyBench BASE_URL LOG_FILE [PER_SECOND] [SNAPSHOTS] [WARM_UP]}. The
 * last argument is the number of snapshots before those that count. A snapshot that a newer one
 * overtook between two polls counts as seen with it. The figures include the time of a poll.
 */
public final class LatencyBench {

  /** Keeps the watcher from occupying the core that it measures. */
  private static final long PAUSE_MILLIS = 5;

  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(30);

  private final MetricsPage page;
  private final AtomicLongArray appendedNanos;
  private final long[] latencyNanos;

  private LatencyBench(MetricsPage page, int snapshots) {
    this.page = page;
    this.appendedNanos = new AtomicLongArray(snapshots);
    this.latencyNanos = new long[snapshots];
  }

  public static void main(String[] args)
      throws IOException, InterruptedException, ExecutionException {
    double perSecond = args.length > 2 ? Double.parseDouble(args[2]) : 50;
    int snapshots = args.length > 3 ? Integer.parseInt(args[3]) : 1000;
    int warmUp = args.length > 4 ? Integer.parseInt(args[4]) : 0;
    int all = snapshots + warmUp;
    if (snapshots < 1 || warmUp < 0 || all > StampedLog.MOST_SNAPSHOTS || !(perSecond > 0)) {
      System.err.println(
          "PER_SECOND must be above 0, SNAPSHOTS and WARM_UP together from 1 to 1000000");
      System.exit(2);
    }
    URI metrics = URI.create(args[0].replaceAll("/+$", "") + "/metrics");
    LatencyBench bench = new LatencyBench(new MetricsPage(metrics), all);
    ExecutorService appender = Executors.newSingleThreadExecutor();
    try (StampedLog log = new StampedLog(Path.of(args[1]))) {
      Future<?> appending =
          appender.submit(
              () -> {
                bench.append(log, perSecond);
                return null;
              });
      bench.watch(appending);
    } finally {
      appender.shutdownNow();
    }
    bench.print(warmUp);
  }

  private void append(StampedLog log, double perSecond) throws IOException, InterruptedException {
    long start = System.nanoTime();
    for (int i = 0; i < appendedNanos.length(); i++) {
      long due = start + (long) (i / perSecond * 1e9);
      TimeUnit.NANOSECONDS.sleep(due - System.nanoTime());
      appendedNanos.set(i, System.nanoTime());
      log.append(i + 1);
    }
  }

  private void watch(Future<?> appending)
      throws IOException, InterruptedException, ExecutionException {
    long lastProgress = System.nanoTime();
    for (int seen = 0; seen < latencyNanos.length; ) {
      if (appending.isDone()) {
        appending.get(); // a failed append is reported, not waited for
      }
      OptionalDouble used = page.usedBytes();
      long now = System.nanoTime();
      int arrived = used.isEmpty() ? 0 : StampedLog.number(used.getAsDouble());
      if (arrived > seen) {
        lastProgress = now;
      } else if (now - lastProgress > PATIENCE_NANOS) {
        throw new IOException("no new figure for 30 s; seen " + seen);
      }
      TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
      for (; seen < Math.min(arrived, latencyNanos.length); seen++) {
        latencyNanos[seen] = now - appendedNanos.get(seen);
      }
    }
  }

  private void print(int warmUp) {
    long[] sorted = Arrays.copyOfRange(latencyNanos, warmUp, latencyNanos.length);
    Arrays.sort(sorted);
    System.out.println(
        String.format(
            Locale.ROOT,
            "snapshots=%d p50=%.1fms p90=%.1fms p99=%.1fms max=%.1fms",
            sorted.length,
            millis(sorted, 0.5),
            millis(sorted, 0.9),
            millis(sorted, 0.99),
            millis(sorted, 1)));
  }

  private static double millis(long[] sorted, double share) {
    int rank = (int) Math.ceil(share * sorted.length) - 1;
    return sorted[Math.max(0, rank)] / 1e6;
  }

  /** Reads the DRAM in use from a scrape. */
  private static final class MetricsPage {

    private static final Pattern USED =
        Pattern.compile("(?m)^tidemark_memory_used_bytes\\{[^}]*memory=\"DRAM\"[^}]*} (\\S+)");

    private final HttpClient client = HttpClient.newHttpClient();
    private final HttpRequest request;

    /**
     * A page that must answer within ten seconds.
     *
     * @param address of {@code /metrics}
     */
    MetricsPage(URI address) {
      request = HttpRequest.newBuilder(address).timeout(Duration.ofSeconds(10)).build();
    }

    /** The highest figure of any run, in bytes over all banks; empty if there is none yet. */
    OptionalDouble usedBytes() throws IOException, InterruptedException {
      HttpResponse<String> response = client.send(request, BodyHandlers.ofString());
      if (response.statusCode() != 200) {
        throw new IOException(request.uri() + " answers " + response.statusCode());
      }
      return USED.matcher(response.body())
          .results()
          .mapToDouble(match -> Double.parseDouble(match.group(1)))
          .max();
    }
  }

  /**
   * A log for appended snapshots. The DRAM use of each is its number, in thousandths of a MiB per
   * bank, so that a figure shows how many have arrived.
   */
  private static final class StampedLog implements AutoCloseable {

    static final int MOST_SNAPSHOTS = 1_000_000;

    private static final int BANKS = 12;
    private static final int CAPACITY_THOUSANDTHS = 1_021_169;
    private static final double THOUSANDTH_BYTES = 1_048.576;
    private static final String INFO =
        "\u001b[32m                 Always\u001b[0m | \u001b[1m\u001b[38;5;69m    INFO\u001b[0m | ";

    private final OutputStream out;

    StampedLog(Path file) throws IOException {
      out = Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    /** Appends snapshot {@code number}, from 1, in one write. */
    void append(int number) throws IOException {
      String used = mebibytes(number);
      String free = mebibytes(CAPACITY_THOUSANDTHS - number);
      String block =
          INFO
              + "Device memory state before operation MatmulOp\n"
              + view("DRAM", BANKS, mebibytes(CAPACITY_THOUSANDTHS), used, free)
              + view("L1", 64, "1.268", "0.000", "1.268")
              + view("L1_SMALL", 64, "0.062", "0.000", "0.062")
              + view("TRACE", BANKS, "0.000", "0.000", "0.000");
      out.write(block.getBytes(StandardCharsets.UTF_8));
    }

    /** The number of the snapshot that yields this figure over all banks. */
    static int number(double usedBytes) {
      return (int) Math.round(usedBytes / BANKS / THOUSANDTH_BYTES);
    }

    @Override
    public void close() throws IOException {
      out.close();
    }

    private static String view(String memory, int banks, String total, String used, String free) {
      return INFO
          + "Device %s memory state: MemoryView{numBanks: %d, totalBytesPerBank: %s MB,"
              .formatted(memory, banks, total)
          + " totalBytesAllocatedPerBank: %s MB, totalBytesFreePerBank: %s MB,"
              .formatted(used, free)
          + " largestContiguousBytesFreePerBank: %s MB}\n".formatted(free);
    }

    private static String mebibytes(int thousandths) {
      return String.format(Locale.ROOT, "%d.%03d", thousandths / 1000, thousandths % 1000);
    }
  }
}
