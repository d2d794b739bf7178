package io.tidemark.ingest.logs;

import io.tidemark.ingest.checkpoint.CheckpointIndex;
import io.tidemark.ingest.checkpoint.CheckpointIndex.Entry;
import io.tidemark.ingest.content.ByteSource;
import io.tidemark.ingest.content.FileSource;
import io.tidemark.ingest.folder.Siblings;
import io.tidemark.ingest.generation.Generation;
import io.tidemark.ingest.generation.GenerationName;
import io.tidemark.ingest.generation.Place;
import io.tidemark.ingest.generation.Source;
import io.tidemark.model.log.Position;
import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides whether a new generation continues the one before it. It does if that one was rotated: it
 * is beside the log under a rotated name, as a copy, or compressed. A file that was removed,
 * overwritten or moved to another name is followed by a new log.
 */
public record Predecessors(CheckpointIndex index, Siblings siblings, boolean newRunPerFile) {

  private static final Logger LOG = LoggerFactory.getLogger(Predecessors.class);

  /** The id of the generation that the one in this file follows; {@code null} for none. */
  @Nullable String of(Source source, GenerationName name, ByteSource file) {
    Path home = source.home();
    if (newRunPerFile || home == null) {
      return null;
    }
    Generation before = source.before(name);
    try {
      if (before != null) {
        boolean copied = before.place() instanceof Place.InCopy;
        return copied || isRotated(before.lastPosition(), file, home) ? before.id() : null;
      }
      Optional<Entry> last = index.lastBefore(source.name(), name.number());
      return last.isPresent() && isRotated(last.get().position(), file, home)
          ? last.get().generation()
          : null;
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
    boolean beside =
        siblings.of(home).stream().anyMatch(one -> FileSource.isOneInode(one.fileKey(), fileKey));
    // A file that is cut in place keeps its birth, so that older compressed ones look newer.
    long bornNanos = before.file().bornNanos();
    boolean sameFile =
        bornNanos == file.bornNanos()
            && FileSource.isOneInode(fileKey, String.valueOf(file.fileKey()));
    return beside
        || (!sameFile
            && bornNanos > 0
            && siblings.holdCompressedSince(home, FileTime.from(bornNanos, TimeUnit.NANOSECONDS)));
  }
}
