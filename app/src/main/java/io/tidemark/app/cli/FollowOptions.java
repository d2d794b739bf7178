package io.tidemark.app.cli;

import io.tidemark.ingest.Ingest;
import io.tidemark.ingest.IngestConfig;
import io.tidemark.ingest.checkpoint.PathNames;
import io.tidemark.ingest.checkpoint.SourceNaming;
import io.tidemark.ingest.follow.RotationPolicy;
import io.tidemark.model.Refusal;
import io.tidemark.model.TerminalText;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * Where reading of a log begins, how long unterminated lines are waited for, and how its rotated
 * files are found and read.
 */
final class FollowOptions {

  @Option(names = "--from", paramLabel = "PLACE")
  String place = "start";

  @Option(names = "--late-writes", paramLabel = "DURATION")
  String lateWrites = "5m";

  @Option(names = "--open-line", paramLabel = "DURATION")
  String openLine = "60s";

  @Option(names = "--old-logs", paramLabel = "DIR")
  List<Path> oldLogs = List.of();

  @Option(names = "--new-run-per-file")
  boolean newRunPerFile;

  @Option(names = "--source-pattern", paramLabel = "REGEX")
  List<String> patterns = List.of();

  @Option(names = "--host-name", paramLabel = "NAME")
  @Nullable String hostName;

  /** Says which folders of the list hold others. */
  static void sayNotFollowed(List<String> logs) {
    Ingest.notFollowed(logs)
        .forEach(line -> System.err.println("tidemark: " + TerminalText.of(line)));
  }

  IngestConfig.From from() {
    try {
      return IngestConfig.From.valueOf(place.toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException e) {
      throw new Refusal("--from " + place + ": want start or end");
    }
  }

  /**
   * Plain names of the sources of this machine.
   *
   * @throws Refusal for a name of other characters than allowed, or a wrong pattern
   */
  SourceNaming naming(Map<String, String> labels) {
    SourceNaming plain = SourceNaming.PLAIN.by(PathNames.of(patterns), labels);
    return hostName == null ? plain : plain.on(hostName);
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
        Durations.positive("--open-line", openLine),
        base.mostAway(),
        oldLogs.stream().map(Path::toAbsolutePath).map(Path::normalize).toList(),
        newRunPerFile);
  }
}
