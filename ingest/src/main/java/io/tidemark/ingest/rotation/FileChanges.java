package io.tidemark.ingest.rotation;

import io.tidemark.ingest.checkpoint.CheckpointIndex;
import io.tidemark.ingest.content.FileSource;
import io.tidemark.ingest.generation.Generation;
import io.tidemark.ingest.generation.Place;
import io.tidemark.ingest.generation.Round;
import io.tidemark.ingest.generation.Source;
import java.io.IOException;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Detects changes of followed files: cut, without a path, or read to their end. */
public record FileChanges(Followed followed, CheckpointIndex index, GenerationStarts starts) {

  private static final Logger LOG = LoggerFactory.getLogger(FileChanges.class);

  /** Examines every file of the log and acts on changes. */
  public void note(Source source, Round round) {
    for (Generation generation : source.generations()) {
      generation.observe();
      if (generation.reader().tookBack()) {
        source.wasRotated();
      }
      if (generation.wasCut()) {
        cut(source, generation, round);
      } else if (generation.place() instanceof Place.Live && isLost(generation)) {
        generation.moved(new Place.Away(round.steadyMillis()));
        source.wasRotated();
      }
    }
  }

  /** Whether a file of the log was cut or replaced, and this was not handled yet. */
  public static boolean isPending(Source source) {
    boolean pending = false;
    for (Generation generation : source.generations()) {
      generation.observe();
      pending |=
          generation.wasCut() || (generation.place() instanceof Place.Live && isLost(generation));
    }
    return pending;
  }

  private static boolean isLost(Generation generation) {
    return generation.file() instanceof FileSource file && file.isLost();
  }

  /**
   * A new generation begins in the file at its log's own path. A rotated file with new content is a
   * copy of the log, perhaps of what was shipped before, and is accounted for as one.
   */
  private void cut(Source source, Generation generation, Round round) {
    Optional<Generation> next = successor(source, generation);
    if (next.isPresent()) {
      // The listing of its folder must be newer than this look.
      next.get().observe();
      source.succeed(generation, next.get(), round.steadyMillis());
    } else {
      generation.moved(new Place.Cut(round.steadyMillis()));
      source.wasRotated();
      followed.release(source, generation.file());
    }
  }

  private Optional<Generation> successor(Source source, Generation cut) {
    if (!(cut.place() instanceof Place.Live) || !(cut.file() instanceof FileSource file)) {
      return Optional.empty();
    }
    try {
      Generation next = starts.afterCut(source, cut, file);
      LOG.info(
          "{}: cut or rewritten; a new generation begins at byte {}",
          source.name(),
          next.shippedBytes());
      return Optional.of(next);
    } catch (IOException e) {
      LOG.debug("{} cannot be read any more; a copy may hold its rest", file.path(), e);
      return Optional.empty();
    }
  }

  /** Stops following a generation that is shipped to its end, with the end stored. */
  public void leave(Source source, Generation ended) {
    source.remove(ended);
    if (!ended.unborn()) {
      index.note(ended.id(), ended.lastPosition());
      starts.ended(ended.file());
    }
    followed.release(source, ended.file());
  }
}
