package io.tidemark.sink.history;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidemark.sink.figure.BoardMeter;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.Writer;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Samples as OpenMetrics text, for {@code promtool tsdb create-blocks-from openmetrics}. The format
 * has no mark for the end of a series: such a series ends where Prometheus forgets it, after five
 * minutes. The file appears whole or not at all; a device or a pipe is written as it is.
 */
public final class OpenMetricsFile implements HistoryWriter {

  private final Path file;
  private final SortedSamples all;

  public OpenMetricsFile(Path file) throws IOException {
    this(file, SortedSamples.MOST_HELD);
  }

  /**
   * A file that {@link #finish} writes.
   *
   * @param mostHeld weight of the samples held on the heap
   */
  OpenMetricsFile(Path file, int mostHeld) throws IOException {
    // A link such as /dev/stdout is not replaced either.
    this.file = Files.exists(file) ? file.toRealPath() : file.toAbsolutePath();
    this.all = new SortedSamples(folder(), mostHeld);
  }

  private Path folder() {
    Path parent = file.getParent();
    return parent != null && !isOpened(file)
        ? parent
        : Path.of(System.getProperty("java.io.tmpdir"));
  }

  /** Whether it is no file that may be replaced: a device, or a pipe that another program reads. */
  public static boolean isOpened(Path file) {
    return Files.exists(file) && !Files.isRegularFile(file) && !Files.isDirectory(file);
  }

  @Override
  public void write(Series series, long millis, double value) throws IOException {
    if (!HistoryWriter.stale(value)) {
      all.add(new SortedSamples.Place(series.meter(), head(series)), millis, value);
    }
  }

  @Override
  public void begin() {
    all.begin();
  }

  @Override
  public void discard() {
    all.discard();
  }

  @Override
  public void finish() throws IOException {
    if (isOpened(file)) {
      write(file);
      return;
    }
    Path part = Files.createTempFile(folder(), "tidemark-", ".openmetrics");
    try {
      write(part);
      Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(part);
    }
  }

  private void write(Path to) throws IOException {
    try (BufferedWriter out = Files.newBufferedWriter(to, UTF_8)) {
      Set<BoardMeter> begun = EnumSet.noneOf(BoardMeter.class);
      // Sorted, so that the same log is the same file.
      all.each(
          (place, millis, value) -> {
            if (begun.add(place.meter())) {
              describe(place.meter(), out);
            }
            out.write(place.head() + number(value) + " " + BigDecimal.valueOf(millis, 3) + "\n");
          });
      out.write("# EOF\n");
    }
  }

  private static void describe(BoardMeter meter, Writer out) throws IOException {
    String name = meter.baseName();
    out.write("# TYPE " + name + " " + meter.kind().name().toLowerCase(Locale.ROOT) + "\n");
    out.write("# HELP " + name + " " + escaped(meter.help()) + "\n");
  }

  private static String head(Series series) {
    return series.labels().entrySet().stream()
        .map(label -> label.getKey() + "=\"" + escaped(label.getValue()) + '"')
        .collect(Collectors.joining(",", series.meter().shownName() + "{", "} "));
  }

  /** Whole numbers as such: bytes are exact up to 2^53. */
  private static String number(double value) {
    return value == Math.rint(value) && Math.abs(value) < 1L << 53
        ? Long.toString((long) value)
        : Double.toString(value);
  }

  private static String escaped(String text) {
    return text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
  }

  @Override
  public void close() throws IOException {
    all.close();
  }
}
