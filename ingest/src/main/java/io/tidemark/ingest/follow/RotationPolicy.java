package io.tidemark.ingest.follow;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * All that the tailer waits for when logs are rotated or end without a line end.
 *
 * @param lateWrites a renamed or removed file is read until nothing came for so long
 * @param copySearch so long the copy of a log that was cut is looked for; what the log holds now
 *     waits meanwhile, so that its lines come in order
 * @param unreadable a file whose every read fails is tried for so long, when newer generations wait
 *     for it or logs are read once
 * @param openLine a last line without a line end is shipped as it stands when it has not grown for
 *     so long, and replaced when it grows
 * @param mostAway of one log, so many renamed files are held open; older ones are looked at again
 *     when they grow
 * @param archives further folders that logs are rotated to
 */
public record RotationPolicy(
    Duration lateWrites,
    Duration copySearch,
    Duration unreadable,
    Duration openLine,
    int mostAway,
    List<Path> archives) {

  public static final RotationPolicy DEFAULT =
      new RotationPolicy(
          Duration.ofMinutes(5),
          Duration.ofSeconds(1),
          Duration.ofSeconds(30),
          Duration.ofSeconds(5),
          16,
          List.of());

  public RotationPolicy {
    archives = List.copyOf(archives);
  }
}
