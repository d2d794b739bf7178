package io.tidemark.ingest.rotation;

import io.tidemark.ingest.checkpoint.CheckpointIndex;
import io.tidemark.ingest.checkpoint.CheckpointIndex.Entry;
import io.tidemark.ingest.content.ByteSource;
import io.tidemark.ingest.content.FileSource;
import io.tidemark.ingest.generation.Generation;
import io.tidemark.ingest.generation.GenerationName;
import io.tidemark.ingest.generation.Place;
import io.tidemark.ingest.generation.Source;
import io.tidemark.model.log.Position;
import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides whether a new generation continues the one before it. It does if that one was rotated: it
 * is beside the log under a rotated name, as a copy, or compressed. A file that was removed,
 * overwritten or moved to another name is followed by a new log.
 */
public record Predecessors(CheckpointIndex index, Siblings siblings, boolean newRunPerFile)
    implements GenerationName.Predecessor {

  private static final Logger LOG = LoggerFactory.getLogger(Predecessors.class);

  @Override
  public @Nullable String of(GenerationName name, ByteSource file) {
    Source source = name.log();
    Path home = source.homeOrNull();
    if (newRunPerFile || home == null) {
      return null;
    }
    Generation followed = source.before(name);
    Entry ended = index.lastBefore(source.name(), name.number()).orElse(null);
    try {
      // An older one may still be followed when a newer one, read in its copy, has ended.
      if (followed != null && (ended == null || ended.number() <= followed.name().number())) {
        boolean copied = followed.place() instanceof Place.InCopy;
        return copied || isRotated(followed.lastPosition(), file, home) ? followed.id() : null;
      }
      return ended != null && isRotated(ended.position(), file, home) ? ended.generation() : null;
    } catch (IOException e) {
      LOG.debug("{}: files beside it cannot be listed", home, e);
      return null;
    }
  }

  private boolean isRotated(Position before, ByteSource file, Path home) throws IOException {
    String fileKey = before.file().fileKey();
    if (fileKey == null) {
      return false;
    }
    // A file that is cut in place keeps its birth, so that older compressed ones look newer.
    long bornNanos = before.file().bornNanos();
    boolean sameFile =
        bornNanos == file.bornNanos()
            && FileSource.isOneInode(fileKey, String.valueOf(file.fileKey()));
    return siblings.holdRotated(home, fileKey)
        || (!sameFile
            && bornNanos > 0
            && siblings.holdCompressedSince(home, FileTime.from(bornNanos, TimeUnit.NANOSECONDS)));
  }
}
