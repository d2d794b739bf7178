package io.tidemark.app.simulate;

import java.util.OptionalLong;
import java.util.SplittableRandom;

/** Writes the next lines of one system's log. */
interface Script {

  /** Number of lines in which a scenario completes if the log has no end. */
  long DEFAULT_SPAN_LINES = 20_000;

  /** Appends at least one whole line. */
  void next(LogText log);

  static Script of(Simulator.Options options) {
    SplittableRandom random = new SplittableRandom(options.seed());
    long spanLines = spanLines(options.scenario(), options.lines());
    return switch (options.format()) {
      case TENSTORRENT -> new RuntimeScript(options.scenario(), spanLines, random);
      case TPU_MLIR -> new CompilerScript(options.scenario(), spanLines, random);
      case FOREIGN -> new OtherPrograms(random);
    };
  }

  /**
   * A climbing scenario takes most of the log. One that ends in a failure leaves room for the error
   * and for a second process, which fails, too.
   */
  private static long spanLines(Scenario scenario, OptionalLong lines) {
    long all = lines.orElse(DEFAULT_SPAN_LINES);
    long span = scenario == Scenario.OOM ? Math.min(all / 5 * 3, DEFAULT_SPAN_LINES) : all / 5 * 4;
    return Math.max(1, span);
  }
}
