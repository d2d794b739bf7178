package io.tidemark.app.cli;

import io.tidemark.model.meter.StallCheck;
import java.time.Duration;
import java.util.function.Supplier;
import picocli.CommandLine.Option;

/** Time without progress after which a program with pending work is reported as stalled. */
final class StallOption {

  @Option(names = "--stalled-after", paramLabel = "DURATION")
  String stalledAfter = "30s";

  Duration value() {
    return Durations.parse("--stalled-after", stalledAfter);
  }

  StallCheck check(Supplier<StallCheck.Work> work) {
    return new StallCheck(value(), System::nanoTime, work);
  }
}
