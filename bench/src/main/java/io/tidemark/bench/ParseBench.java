package io.tidemark.bench;

import io.tidemark.analysis.line.Fact;
import io.tidemark.analysis.line.Formats;
import io.tidemark.analysis.line.LineScan;
import io.tidemark.analysis.line.Parsed;
import io.tidemark.analysis.run.LogSystems;
import io.tidemark.model.log.Slice;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Parses a log line by line in slices of 64 KiB: {@code ParseBench FILE [REPEATS]}. Prints one line
 * per pass; the first pass is a warm-up.
 */
public final class ParseBench {

  private final byte[] slice = new byte[Slice.MAX_LINE_BYTES];
  private final Formats formats;
  private long lines;
  private long facts;
  private long rejected;

  private ParseBench(LogSystems systems) {
    formats = systems.formats();
  }

  public static void main(String[] args) throws IOException {
    Path file = Path.of(args[0]);
    int repeats = args.length > 1 ? Integer.parseInt(args[1]) : 1;
    for (int i = 0; i < repeats; i++) {
      ParseBench bench = new ParseBench(LogSystems.ALL);
      long start = System.nanoTime();
      bench.readFile(file);
      bench.print(Files.size(file), (System.nanoTime() - start) / 1e9);
    }
  }

  /** Parses the whole file; results are counted, so that the compiler cannot remove the work. */
  static long read(Path file, LogSystems systems) throws IOException {
    ParseBench bench = new ParseBench(systems);
    bench.readFile(file);
    return bench.facts;
  }

  private void readFile(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      int held = 0;
      while (true) {
        int room = Math.min(Slice.TARGET_BYTES, slice.length - held);
        int read = in.read(slice, held, room);
        if (read < 0) {
          return;
        }
        held += read;
        int parsed = parse(held);
        if (parsed == 0 && held == slice.length) {
          throw new IOException("a line is longer than " + slice.length + " bytes");
        }
        System.arraycopy(slice, parsed, slice, 0, held - parsed);
        held -= parsed;
      }
    }
  }

  /** Parses the whole lines among the first {@code held} bytes and returns where they end. */
  private int parse(int held) {
    int end = held;
    while (end > 0 && slice[end - 1] != '\n') {
      end--;
    }
    LineScan scan = new LineScan(formats, slice, 0, end);
    while (scan.next()) {
      lines += 1L + scan.ignored();
      if (scan.parsed() instanceof Fact) {
        facts++;
      } else if (scan.parsed() instanceof Parsed.Rejected) {
        rejected++;
      }
    }
    lines += scan.ignored();
    return end;
  }

  private void print(long bytes, double seconds) {
    System.out.println(
        String.format(
            Locale.ROOT,
            "seconds=%.3f MB/s=%.0f lines/s=%.0f lines=%d facts=%d rejected=%d",
            seconds,
            bytes / 1e6 / seconds,
            lines / seconds,
            lines,
            facts,
            rejected));
  }
}
