package io.tidemark.ingest.follow;

import io.tidemark.ingest.follow.CheckpointIndex.Entry;
import io.tidemark.model.Position;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Files beside a log that are not to be read; stored, so that a restart knows them as such. */
final class PassedOver {

  private final CheckpointIndex index;
  private final Opener opener;

  PassedOver(CheckpointIndex index, Opener opener) {
    this.index = index;
    this.opener = opener;
  }

  /**
   * Stores that the file is not to be read; one that a LOG covers may be a log of its own.
   *
   * @param kind why, as the beginning of its id: see {@link CheckpointIndex}
   */
  void add(Source source, FileSource file, String kind, Round round) throws IOException {
    Optional<Entry> known = index.generationOf(file);
    if (opener.covers(file.path()) && known.isEmpty() && !index.holdsBeginning(source, file)) {
      return;
    }
    if (known.isPresent()
        && (!known.get().passedOver() || known.get().position().offset() == file.size())) {
      return;
    }
    Position position = file.passedOver(source);
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
}
