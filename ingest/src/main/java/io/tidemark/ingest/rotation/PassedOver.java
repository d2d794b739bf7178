package io.tidemark.ingest.rotation;

import io.tidemark.ingest.checkpoint.CheckpointIndex;
import io.tidemark.ingest.checkpoint.CheckpointIndex.Entry;
import io.tidemark.ingest.content.ContentPrints;
import io.tidemark.ingest.content.FileSource;
import io.tidemark.ingest.content.Fingerprint;
import io.tidemark.ingest.content.ReadPosition;
import io.tidemark.ingest.generation.Round;
import io.tidemark.ingest.generation.Source;
import io.tidemark.model.log.Position;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Files beside a log that are not to be read; stored, so that a restart recognises them. */
record PassedOver(CheckpointIndex index, Opener opener) {

  /**
   * Stores that the file is not to be read. A file covered by a LOG may be a separate log; it is
   * stored only if its content is known.
   *
   * @param kind reason, as prefix of its id: see {@link CheckpointIndex}
   */
  void add(Source source, FileSource file, String kind, Round round) throws IOException {
    Optional<Entry> known = index.generationOf(file);
    if (opener.covers(file.path())
        && known.isEmpty()
        && !index.holdsBeginning(source.name(), file)) {
      return;
    }
    if (known.isPresent()
        && (!known.get().passedOver() || known.get().position().offset() == file.size())) {
      return;
    }
    Position position = ended(source, file);
    String named = file.fileKey() + position.offset();
    String id = kind + Fingerprint.hash(named.getBytes(StandardCharsets.UTF_8));
    known.ifPresent(
        entry -> {
          index.forget(entry.generation());
          round.outlet().forget(source.name(), entry.generation());
        });
    index.note(id, position);
    round.outlet().keep(id, position, () -> {});
  }

  /** The position at the file's end, without a generation number. */
  private static Position ended(Source source, FileSource file) throws IOException {
    long size = file.size();
    ReadPosition end = new ReadPosition(size, 0, Fingerprint.before(file.channel(), size));
    return new Position(
        source.name(),
        new Position.FileIdentity(file.uri(), file.fileKey(), file.bornNanos()),
        size,
        0,
        end.marker(),
        true,
        new Position.Lineage(
            0, new ContentPrints().encode(end, size), source.home().toUri().toString()));
  }
}
