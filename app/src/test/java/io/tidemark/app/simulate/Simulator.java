package io.tidemark.app.simulate;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Locale;
import java.util.OptionalLong;

/**
 * Writes a realistic log, endless unless a number of lines is set. The same options give the same
 * bytes on any machine and day: dates inside the log come from a simulated clock.
 */
public final class Simulator {

  private final Options options;

  /**
   * The options of a log.
   *
   * @param lines exact number of lines, the last perhaps in the middle of a block; a climbing
   *     scenario completes in most of them
   */
  public record Options(Format format, long seed, Scenario scenario, OptionalLong lines) {

    /** From words: the format, such as {@code tpu-mlir}, the scenario, the lines and the seed. */
    static Options of(String... words) {
      String format = words[0].toUpperCase(Locale.ROOT).replace('-', '_');
      return new Options(
          Format.valueOf(format),
          Long.parseLong(words[3]),
          Scenario.valueOf(words[1].toUpperCase(Locale.ROOT)),
          OptionalLong.of(Long.parseLong(words[2])));
    }
  }

  public Simulator(Options options) {
    this.options = options;
  }

  /**
   * Writes the log from its first line. An interrupt ends it at a line's end and stays set.
   *
   * @param out left open; flushed whenever the pace pauses
   */
  public void writeTo(OutputStream out, Pace pace) throws IOException {
    LogText log = new LogText();
    Script script = Script.of(options);
    long left = options.lines().orElse(Long.MAX_VALUE);
    try {
      while (left > 0) {
        log.clear();
        script.next(log);
        left -= write(log, left, out, pace);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    out.flush();
  }

  private static int write(LogText log, long left, OutputStream out, Pace pace)
      throws IOException, InterruptedException {
    int lines = (int) Math.min(left, log.linesHeld());
    int from = 0;
    for (int written = 0; written < lines; ) {
      int now = pace.await(lines - written);
      written += now;
      int to = written == log.linesHeld() ? log.length() : log.afterLines(from, now);
      out.write(log.bytes(), from, to - from);
      out.flush();
      from = to;
    }
    return lines;
  }
}
