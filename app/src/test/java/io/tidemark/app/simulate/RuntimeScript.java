package io.tidemark.app.simulate;

import io.tidemark.app.simulate.ServingProcess.Progress;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * A language model served on a Tenstorrent card. A process starts and submits its program
 * repeatedly; it ends when memory runs out, and another one starts.
 */
final class RuntimeScript implements Script {

  private final Scenario scenario;
  private final long spanLines;
  private final SplittableRandom random;
  private final SimulatedClock clock = new SimulatedClock();
  private final ForeignLines foreign = new ForeignLines(clock);
  private @Nullable Life life;

  private record Life(ServingProcess process, FreeList dram, Progress progress) {}

  RuntimeScript(Scenario scenario, long spanLines, SplittableRandom random) {
    this.scenario = scenario;
    this.spanLines = spanLines;
    this.random = random;
  }

  @Override
  public void next(LogText log) {
    if (life == null) {
      life = start(log);
    }
    foreign.submit(log);
    OptionalLong failed = life.process.submit(log, life.progress);
    if (failed.isPresent()) {
      foreign.outOfMemory(log, life.dram, failed.getAsLong());
      life = null;
    }
  }

  private Life start(LogText log) {
    Progress progress = new Progress(log.linesEver(), spanLines);
    foreign.start(log);
    Device device = new Device(log, foreign, clock, random);
    return new Life(new ServingProcess(scenario, device, random), device.dram(), progress);
  }
}
