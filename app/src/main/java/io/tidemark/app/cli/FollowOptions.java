package io.tidemark.app.cli;

import io.tidemark.ingest.IngestConfig;
import io.tidemark.ingest.follow.RotationPolicy;
import io.tidemark.model.Refusal;
import io.tidemark.model.TerminalText;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Option;

/**
 * Where reading of a log begins, how long unterminated lines are waited for, and how its rotated
 * files are found and read.
 */
final class FollowOptions {

  @Option(
      names = "--from",
      paramLabel = "PLACE",
      description = {
        "where reading begins in a log that is new to Tidemark",
        "allowed: start, end",
        "default: ${DEFAULT-VALUE}"
      })
  String place = "start";

  @Option(
      names = "--late-writes",
      paramLabel = "DURATION",
      description = {
        "a renamed log is read until nothing was written to it for this time",
        "allowed: a whole number with s, m or h, e.g. 90s, 5m, 1h",
        "default: ${DEFAULT-VALUE}"
      })
  String lateWrites = "5m";

  @Option(
      names = "--open-line",
      paramLabel = "DURATION",
      description = {
        "a last line without a line end is read when nothing was written for this time; later text"
            + " is another line",
        "allowed: a whole number with s, m or h, e.g. 90s, 5m, 1h",
        "default: ${DEFAULT-VALUE}"
      })
  String openLine = "60s";

  @Option(
      names = "--old-logs",
      paramLabel = "DIR",
      description = {
        "folder that logs are rotated to; may be repeated",
        "allowed: an existing folder",
        "default: a log's own folder, and old, archive and backup in it, which are always searched"
      })
  List<Path> oldLogs = List.of();

  IngestConfig.From from() {
    try {
      return IngestConfig.From.valueOf(place.toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException e) {
      throw new Refusal("--from " + place + ": want start or end");
    }
  }

  /**
   * @throws Refusal for a wrong duration or a folder that does not exist
   */
  RotationPolicy rotation() {
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
        Durations.parse("--open-line", openLine),
        base.mostAway(),
        oldLogs.stream().map(Path::toAbsolutePath).map(Path::normalize).toList());
  }
}
