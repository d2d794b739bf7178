package io.tidemark.ingest.follow;

import io.tidemark.ingest.content.FileSource;
import io.tidemark.ingest.follow.Tailer.Work;
import io.tidemark.ingest.generation.Round;
import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Compares the shapes of files and folders while all logs are at rest, which costs a fraction of a
 * round. A change of content that leaves file, length and time alone is found by the next round.
 */
final class Stillness {

  private static final long AT_REST_MILLIS = 10_000;
  private static final long ROUND_EVERY_MILLIS = 5_000;
  private static final Shape NONE = new Shape("", 0, FileTime.fromMillis(0));

  private Map<Path, Shape> shapes = Map.of();
  private Set<Path> paths = Set.of();
  private boolean comparable;
  private long busyMillis;
  private long roundMillis;

  private record Shape(String fileKey, long sizeBytes, FileTime changed) {}

  Stillness(long steadyMillis) {
    busyMillis = steadyMillis;
    roundMillis = steadyMillis;
  }

  /** Whether nothing has changed since before the last round, so that none is needed now. */
  boolean lasts(Round now) {
    if (!isAtRest(now)) {
      return false;
    }
    Map<Path, Shape> found = new HashMap<>();
    paths.forEach(path -> found.put(path, shape(path)));
    boolean same = found.equals(shapes);
    if (comparable && same && now.steadyMillis() - roundMillis < ROUND_EVERY_MILLIS) {
      return true;
    }
    if (!same && comparable) {
      // What a change means may show some rounds later.
      busyMillis = now.steadyMillis();
      comparable = false;
    }
    shapes = found;
    roundMillis = now.steadyMillis();
    return false;
  }

  private boolean isAtRest(Round now) {
    return now.steadyMillis() - busyMillis >= AT_REST_MILLIS;
  }

  private static Shape shape(Path path) {
    try {
      BasicFileAttributes now = FileSource.attributes(path);
      return new Shape(FileSource.key(now), now.size(), now.lastModifiedTime());
    } catch (IOException e) {
      // The round finds out why.
      return NONE;
    }
  }

  /**
   * Notes the result of a round.
   *
   * @param watched the paths that tell every change; empty if something else is awaited
   */
  void after(Round round, Work work, Supplier<Set<Path>> watched) {
    if (work != Work.NONE && work != Work.SENT) {
      busyMillis = round.steadyMillis();
    }
    if (isAtRest(round)) {
      Set<Path> before = paths;
      paths = watched.get();
      // The shapes were taken before the round, of the same paths.
      comparable = !paths.isEmpty() && paths.equals(before);
    }
  }
}
