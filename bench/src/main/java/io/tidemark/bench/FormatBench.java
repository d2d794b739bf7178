package io.tidemark.bench;

import io.tidemark.analysis.message.Catalogue;
import io.tidemark.analysis.run.LogSystems;
import io.tidemark.analysis.system.message.Messages;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Measures Tidemark's parse, and parse with tracking, of one log, alternating with peers over the
 * same bytes: {@code FormatBench LOG SAMPLES [ROUNDS]}. Prints one row of a Markdown table; {@code
 * FormatBench} without arguments prints its head.
 */
public final class FormatBench {

  /** Large enough that the start of a process is only a few per cent of its time. */
  private static final int FILE_BYTES = 96_000_000;

  /** For peers that are slower by an order of magnitude. */
  private static final int PREFIX_BYTES = 12_000_000;

  private static final int WARM_UPS = 2;
  private static final String WC = "wc";
  private static final String GREP = "grep";
  private static final String REGEX = "regex";
  private static final String PYTHON = "python";
  private static final String PARSE = "parse";
  private static final String TRACK = "track";

  /** The same parse with many more messages. */
  private static final String MESSAGES = "messages";

  private static final int MORE_MESSAGES = 500;

  /** One way to read a log, over the file or its prefix. */
  private interface Reading {
    void read() throws IOException, InterruptedException;
  }

  /**
   * @param bytes number of bytes read, to compute the speed
   */
  private record Runner(long bytes, Reading reading) {}

  private final Map<String, Runner> runners = new LinkedHashMap<>();
  private final Map<String, double[]> speeds = new LinkedHashMap<>();

  private FormatBench() {}

  public static void main(String[] args) throws IOException, InterruptedException {
    if (args.length < 2) {
      System.out.println(
          "| log | parse MB/s | with 500 messages | lines/s | parse + track MB/s | wc -l | grep -c | Java regex"
              + " | Python | wc ÷ parse | grep ÷ parse | parse ÷ Java regex | parse ÷ Python |\n"
              + "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|");
      return;
    }
    Path work = Files.createTempDirectory("tidemark-bench");
    Path file = work.resolve("log");
    Path prefix = work.resolve("prefix");
    try {
      BenchLog log = BenchLog.named(args[0]);
      byte[] once = log.bytes(Path.of(args[1]));
      FormatBench bench = new FormatBench();
      bench.prepare(log, once, file, prefix);
      bench.measure(args.length > 2 ? Integer.parseInt(args[2]) : 3);
      bench.print(log, once);
    } finally {
      Files.deleteIfExists(file);
      Files.deleteIfExists(prefix);
      Files.deleteIfExists(work);
    }
  }

  private void prepare(BenchLog log, byte[] once, Path file, Path prefix) throws IOException {
    long all = write(file, once, FILE_BYTES);
    long some = write(prefix, once, PREFIX_BYTES);
    runners.put(WC, new Runner(all, () -> Peers.run("wc", "-l", file.toString())));
    runners.put(
        GREP, new Runner(all, () -> Peers.run("grep", "-a", "-c", log.needle, file.toString())));
    runners.put(REGEX, new Runner(some, () -> Peers.regex(log.pattern, prefix)));
    runners.put(PYTHON, new Runner(some, () -> Peers.python(log.pattern, prefix)));
    runners.put(PARSE, new Runner(all, () -> ParseBench.read(file, LogSystems.ALL)));
    LogSystems more = withMessages();
    runners.put(MESSAGES, new Runner(all, () -> ParseBench.read(file, more)));
    runners.put(TRACK, new Runner(all, () -> TrackBench.read(file)));
  }

  private static LogSystems withMessages() {
    StringBuilder file = new StringBuilder("writer = 'bench'\n");
    for (int i = 0; i < MORE_MESSAGES; i++) {
      file.append(
          """
          [[message]]
          name = 'row-%1$d'
          is = 'use'
          text = 'pool %1$d of chip {device} holds {used} now'
          examples = [{ line = 'pool %1$d of chip 3 holds 4KiB now', reads = { device = '3', used = 4096 } }]
          """
              .formatted(100_000 + i * 7919));
    }
    byte[] rows = file.toString().getBytes(StandardCharsets.UTF_8);
    return LogSystems.all(null, new Messages(Catalogue.builtInAnd(Map.of("bench", rows)), 0));
  }

  /** Writes whole copies, since a truncated log would be another log. */
  private static long write(Path file, byte[] once, int bytes) throws IOException {
    long copies = Math.max(1, bytes / once.length);
    try (OutputStream out = Files.newOutputStream(file)) {
      for (long i = 0; i < copies; i++) {
        out.write(once);
      }
    }
    return copies * once.length;
  }

  /** Alternates the readings, so that a disturbance affects all of a round. */
  private void measure(int rounds) throws IOException, InterruptedException {
    runners.keySet().forEach(name -> speeds.put(name, new double[rounds]));
    for (int round = -WARM_UPS; round < rounds; round++) {
      for (Map.Entry<String, Runner> runner : runners.entrySet()) {
        long start = System.nanoTime();
        runner.getValue().reading.read();
        double seconds = (System.nanoTime() - start) / 1e9;
        if (round >= 0) {
          speeds(runner.getKey())[round] = runner.getValue().bytes / 1e6 / seconds;
        }
      }
    }
    speeds.values().forEach(Arrays::sort);
  }

  private double[] speeds(String name) {
    return Objects.requireNonNull(speeds.get(name));
  }

  private double median(String name) {
    double[] sorted = speeds(name);
    return sorted[sorted.length / 2];
  }

  private void print(BenchLog log, byte[] once) {
    int lines = 0;
    for (byte b : once) {
      lines += b == '\n' ? 1 : 0;
    }
    double[] parses = speeds(PARSE);
    double parse = median(PARSE);
    System.out.println(
        String.format(
            Locale.ROOT,
            "| %s | %.0f (%.0f–%.0f) | %.0f | %.2f M | %.0f | %.0f | %.0f | %.0f | %.1f"
                + " | %.1f | %.1f | %.1f | %.1f |",
            log,
            parse,
            parses[0],
            parses[parses.length - 1],
            median(MESSAGES),
            parse * lines / once.length,
            median(TRACK),
            median(WC),
            median(GREP),
            median(REGEX),
            median(PYTHON),
            median(WC) / parse,
            median(GREP) / parse,
            parse / median(REGEX),
            parse / median(PYTHON)));
  }

  /** Other tools that read a log. */
  private static final class Peers {

    private static final long LIMIT_SECONDS = 60;

    /** Prints each match with its groups, line by line, as a script does. */
    private static final String SCRIPT =
        """
        import re, sys
        pattern = re.compile(sys.argv[1])
        found = 0
        with open(sys.argv[2], encoding="utf-8", errors="replace") as log:
            for line in log:
                found += len(pattern.findall(line))
        print(found)
        """;

    private Peers() {}

    /**
     * Runs a program to its end. Its output is a pipe, since grep stops at the first match if the
     * output is /dev/null.
     */
    static void run(String... command) throws IOException, InterruptedException {
      ProcessBuilder builder = new ProcessBuilder(command).redirectError(Redirect.DISCARD);
      builder.environment().put("LC_ALL", "C");
      Process process = builder.start();
      process.getInputStream().transferTo(OutputStream.nullOutputStream());
      if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new IOException(command[0] + " took more than " + LIMIT_SECONDS + " s");
      }
      // grep returns 1 if it found nothing.
      if (process.exitValue() > 1) {
        throw new IOException(command[0] + " failed with " + process.exitValue());
      }
    }

    static void python(String pattern, Path file) throws IOException, InterruptedException {
      run("python3", "-c", SCRIPT, pattern, file.toString());
    }

    static void regex(String text, Path file) throws IOException {
      Pattern pattern = Pattern.compile(text);
      long letters = 0;
      try (BufferedReader log = Files.newBufferedReader(file, StandardCharsets.ISO_8859_1)) {
        for (String line = log.readLine(); line != null; line = log.readLine()) {
          Matcher matcher = pattern.matcher(line);
          while (matcher.find()) {
            for (int group = 1; group <= matcher.groupCount(); group++) {
              letters += matcher.group(group).length();
            }
          }
        }
      }
      if (letters < 0) {
        throw new IllegalStateException("what was found must be used, or it is never made");
      }
    }
  }
}
