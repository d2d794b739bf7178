package io.tidemark.app;

import io.tidemark.ingest.follow.RotationPolicy;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Option;

/** How long the files that logs were rotated to are read on, and where they may lie. */
final class RotationOptions {

  @Option(
      names = "--late-writes",
      defaultValue = "5m",
      paramLabel = "DURATION",
      description =
          "a log that was renamed is read until its writer was silent for so long; default: 5m")
  String lateWrites = "5m";

  @Option(
      names = "--old-logs",
      paramLabel = "DIR",
      description =
          "a folder that logs are rotated to, beside their own and old, archive, backup in it; may"
              + " be given again")
  List<Path> oldLogs = List.of();

  RotationPolicy policy() {
    RotationPolicy base = RotationPolicy.DEFAULT;
    return new RotationPolicy(
        Durations.parse("--late-writes", lateWrites),
        base.copySearch(),
        base.mostAway(),
        oldLogs.stream().map(Path::toAbsolutePath).map(Path::normalize).toList());
  }
}
