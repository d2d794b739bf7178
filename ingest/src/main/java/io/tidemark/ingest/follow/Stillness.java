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
import java.util.Objects;
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

  private record Shape(Object fileKey, long sizeBytes, FileTime changed) {

    static Shape at(Path path) {
      try {
        BasicFileAttributes now = FileSource.attributes(path);
        FileTime changed = now.lastModifiedTime();
        // The text of a key costs more than all else here.
        return new Shape(Objects.requireNonNullElse(now.fileKey(), changed), now.size(), changed);
      } catch (IOException e) {
        // The round finds out why.
        return NONE;
      }
    }

    /** Much cheaper than the generated {@code equals} in code that is not compiled. */
    boolean isAt(Path path) {
      Shape now = at(path);
      return sizeBytes == now.sizeBytes
          && changed.equals(now.changed)
          && fileKey.equals(now.fileKey);
    }
  }

  Stillness(long steadyMillis) {
    busyMillis = steadyMillis;
    roundMillis = steadyMillis;
  }

  /** Forgets what was compared: the logs are others now. */
  void reset() {
    comparable = false;
    paths = Set.of();
  }

  /** Whether nothing has changed since before the last round, so that none is needed now. */
  boolean lasts(Round now) {
    if (!isAtRest(now)) {
      return false;
    }
    boolean due = now.steadyMillis() - roundMillis >= ROUND_EVERY_MILLIS;
    if (comparable && !due && same()) {
      return true;
    }
    Map<Path, Shape> found = new HashMap<>();
    paths.forEach(path -> found.put(path, Shape.at(path)));
    if (comparable && !found.equals(shapes)) {
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

  private boolean same() {
    for (Map.Entry<Path, Shape> shape : shapes.entrySet()) {
      if (!shape.getValue().isAt(shape.getKey())) {
        return false;
      }
    }
    return true;
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
