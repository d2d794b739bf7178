package io.tidemark.app;

import io.tidemark.ingest.follow.RotationPolicy;
import io.tidemark.model.Refusal;
import io.tidemark.model.TerminalText;
import java.nio.file.Files;
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

  /**
   * @throws Refusal when a duration or a folder is none
   */
  RotationPolicy policy() {
    for (Path folder : oldLogs) {
      if (!Files.isDirectory(folder)) {
        throw new Refusal(
            "--old-logs %s: want a folder that is there"
                .formatted(TerminalText.of(folder.toString())));
      }
    }
    RotationPolicy base = RotationPolicy.DEFAULT;
    return new RotationPolicy(
        Durations.parse("--late-writes", lateWrites),
        base.copySearch(),
        base.unreadable(),
        base.mostAway(),
        oldLogs.stream().map(Path::toAbsolutePath).map(Path::normalize).toList());
  }
}
