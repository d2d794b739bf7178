package io.tidemark.ingest.follow;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * Waiting times and limits for logs that are rotated or end without a line end.
 *
 * @param lateWrites a renamed or removed file is read until no bytes came for this long
 * @param copySearch how long a copy of a cut log is searched; the log's new content waits
 *     meanwhile, so that lines stay in order
 * @param unreadable how long an unreadable file is retried, when newer generations wait for it or
 *     logs are read once
 * @param openLine an unfinished last line counts as complete after this long without growth; later
 *     bytes begin another line
 * @param mostAway most renamed files of one log that are held open; older ones are examined again
 *     when they grow
 * @param archives further folders that logs are rotated to
 * @param newRunPerFile whether each file of a rotated log begins a run, as for a log that each
 *     process rotates when it starts
 */
public record RotationPolicy(
    Duration lateWrites,
    Duration copySearch,
    Duration unreadable,
    Duration openLine,
    int mostAway,
    List<Path> archives,
    boolean newRunPerFile) {

  public static final RotationPolicy DEFAULT =
      new RotationPolicy(
          Duration.ofMinutes(5),
          Duration.ofSeconds(1),
          Duration.ofSeconds(30),
          Duration.ofSeconds(60),
          16,
          List.of(),
          false);

  public RotationPolicy {
    archives = List.copyOf(archives);
  }
}
