package io.tidemark.ingest.follow;

import io.tidemark.model.Position;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The lives that are known and not followed now: of earlier tailers, or ended by this one. */
final class CheckpointIndex {

  /** A known life. */
  record Entry(String generation, Position position) {}

  private final Map<String, List<Entry>> byFileKey = new LinkedHashMap<>();

  CheckpointIndex(Map<String, Position> known) {
    known.forEach(this::note);
  }

  void note(String generation, Position position) {
    String fileKey = position.fileKey();
    if (fileKey != null) {
      List<Entry> entries = byFileKey.computeIfAbsent(fileKey, key -> new ArrayList<>(1));
      entries.removeIf(entry -> entry.generation().equals(generation));
      entries.add(new Entry(generation, position));
    }
  }

  List<Entry> all() {
    return byFileKey.values().stream().flatMap(List::stream).toList();
  }

  /** The life of a document that does not change. */
  Optional<Entry> documentOf(String fileKey) {
    return byFileKey.getOrDefault(fileKey, List.of()).stream().findFirst();
  }

  /** The life that this file is; an open one before an ended one, a longer before a shorter. */
  Optional<Entry> lifeOf(FileSource file) throws IOException {
    List<Entry> fitting = new ArrayList<>();
    for (Entry entry : byFileKey.getOrDefault(file.fileKey(), List.of())) {
      if (fits(entry.position(), file)) {
        fitting.add(entry);
      }
    }
    return fitting.stream()
        .max(
            Comparator.comparing((Entry entry) -> !entry.position().ended())
                .thenComparing(entry -> entry.position().offset()));
  }

  /** Inode numbers come back and birth times are not everywhere: both, and the marker, must fit. */
  static boolean fits(Position position, FileSource file) throws IOException {
    boolean sameBirth =
        position.bornNanos() == 0
            || file.bornNanos() == 0
            || position.bornNanos() == file.bornNanos();
    return sameBirth
        && file.fileKey().equals(position.fileKey())
        && Fingerprint.fits(position.marker(), file.channel(), position.offset());
  }
}
