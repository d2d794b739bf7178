package io.tidemark.ingest.follow;

import io.tidemark.ingest.checkpoint.CheckpointIndex;
import io.tidemark.ingest.checkpoint.CheckpointIndex.Entry;
import io.tidemark.ingest.checkpoint.SourceNames;
import io.tidemark.ingest.checkpoint.SourceNaming;
import io.tidemark.ingest.content.DumpSource;
import io.tidemark.ingest.content.FileShape;
import io.tidemark.ingest.content.FileSource;
import io.tidemark.ingest.rotation.Opener;
import io.tidemark.ingest.rotation.Siblings;
import io.tidemark.model.log.Position;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Selects the stored positions of this tailer: those of its own names, and those of other names
 * whose very file is here, by inode, birth time and content. So an upgrade and a container with a
 * new host name read no line again, while an equally named log of another host stays apart.
 */
record Adoption(SourceNaming naming, Opener opener) {

  Map<String, Position> own(Map<String, Position> known) {
    Siblings siblings = new Siblings(opener.archives());
    Set<String> adopted = new HashSet<>();
    for (Map.Entry<String, Position> one : known.entrySet()) {
      Position position = one.getValue();
      if (!naming.owns(position)
          && !adopted.contains(position.source())
          && naming.mayAdopt(position)
          && isHere(new Entry(one.getKey(), position), siblings)) {
        adopted.add(position.source());
      }
    }
    Map<String, Position> own = new LinkedHashMap<>(known);
    own.values().removeIf(p -> !naming.owns(p) && !adopted.contains(p.source()));
    return own;
  }

  private boolean isHere(Entry entry, Siblings siblings) {
    Path home = SourceNames.home(entry.position());
    String fileKey = entry.position().file().fileKey();
    if (home == null || fileKey == null || !opener.covers(home)) {
      return false;
    }
    try {
      return DumpSource.isKey(fileKey)
          ? isDumpIn(home.resolveSibling(""), fileKey)
          : isFileHere(entry, home, siblings);
    } catch (IOException e) {
      // As a log of another host, which it may be.
      return false;
    }
  }

  private static boolean isDumpIn(Path folder, String fileKey) throws IOException {
    for (Path file : Siblings.allIn(folder)) {
      if (fileKey.contains(FileShape.of(file).toString())) {
        return true;
      }
    }
    return false;
  }

  private boolean isFileHere(Entry entry, Path home, Siblings siblings) throws IOException {
    CheckpointIndex alone = new CheckpointIndex(Map.of(entry.generation(), entry.position()));
    List<Path> paths = new ArrayList<>(List.of(home));
    siblings.of(home).forEach(sibling -> paths.add(sibling.path()));
    for (Path path : paths) {
      try (FileSource file =
          path.equals(home) ? opener.open(path) : opener.openBeside(home, path)) {
        if (alone.generationOf(file).isPresent()) {
          return true;
        }
      } catch (NoSuchFileException e) {
        // The next path may lead to it.
      }
    }
    return false;
  }
}
