package io.tidemark.app.demo;

import io.tidemark.app.simulate.Format;
import io.tidemark.app.simulate.Scenario;
import io.tidemark.app.simulate.Simulator;
import java.util.Locale;
import java.util.OptionalLong;

/** A log of the demo. Together the logs show steady use, a crash, fragmentation and a compiler. */
enum DemoLog {
  SERVING(Format.TENSTORRENT, Scenario.STEADY, 1, 100),
  CRASHING(Format.TENSTORRENT, Scenario.OOM, 2, 200),
  FRAGMENTING(Format.TENSTORRENT, Scenario.FRAGMENTATION, 3, 100),
  COMPILING(Format.TPU_MLIR, Scenario.CLIMBING, 4, 100);

  private final Format format;
  private final Scenario scenario;
  private final long seed;
  private final int linesPerSecond;

  DemoLog(Format format, Scenario scenario, long seed, int linesPerSecond) {
    this.format = format;
    this.scenario = scenario;
    this.seed = seed;
    this.linesPerSecond = linesPerSecond;
  }

  String fileName() {
    return name().toLowerCase(Locale.ROOT) + ".log";
  }

  int linesPerSecond() {
    return linesPerSecond;
  }

  Simulator simulator() {
    return new Simulator(new Simulator.Options(format, seed, scenario, OptionalLong.empty()));
  }
}
