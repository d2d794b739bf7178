package io.tidemark.app;

import io.tidemark.model.meter.StallCheck;
import java.time.Duration;
import java.util.function.Supplier;
import picocli.CommandLine.Option;

/** From when on a program that has work and does none is not well. */
final class StallOption {

  @Option(
      names = "--stalled-after",
      defaultValue = "30s",
      paramLabel = "DURATION",
      description =
          "/health answers 503 when work was pending and none was done for so long; default: 30s")
  String stalledAfter = "30s";

  Duration value() {
    return Durations.parse("--stalled-after", stalledAfter);
  }

  StallCheck check(Supplier<StallCheck.Work> work) {
    return new StallCheck(value(), System::nanoTime, work);
  }
}
