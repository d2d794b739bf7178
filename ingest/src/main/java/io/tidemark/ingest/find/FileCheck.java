package io.tidemark.ingest.find;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Decides which file a path of the list leads to, and whether it is read. */
final class FileCheck {

  /** Standard output and error of this process. */
  static final List<Path> OUTPUTS = List.of(Path.of("/proc/self/fd/1"), Path.of("/proc/self/fd/2"));

  private static final Checked NOTHING = new Checked(null, null);

  private final List<LogSpec> patterns;
  private final Set<Path> single;
  private final Set<Object> outputs = new HashSet<>();
  private final Map<Path, Content> contents = new HashMap<>();

  /**
   * What a path leads to.
   *
   * @param file the file to read; {@code null} if there is none, or if it is read by its own path
   * @param why {@code null} if nothing is left out
   */
  record Checked(@Nullable CoveredFile file, @Nullable Excluded why) {}

  /** The content of a file when it was first seen: {@code instead} of text. */
  private record Content(List<Object> identity, @Nullable String instead) {}

  FileCheck(List<LogSpec> patterns, Collection<OneFile> single, List<Path> outputs) {
    this.patterns = patterns;
    this.single = single.stream().map(OneFile::real).collect(Collectors.toSet());
    for (Path output : outputs) {
      try {
        this.outputs.add(Files.readAttributes(output, BasicFileAttributes.class).fileKey());
      } catch (IOException e) {
        // Closed, or on a system without /proc: no file is its output.
      }
    }
  }

  /**
   * Looks at a path.
   *
   * @param covering the entries of the list that cover it
   */
  Checked of(Path path, List<LogSpec> covering) {
    try {
      Path real = path.toRealPath();
      BasicFileAttributes is =
          Files.readAttributes(real, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      if (is.isDirectory()) {
        return left(Files.isReadable(real) ? Excluded.LINK_LOOP : Excluded.UNREADABLE);
      }
      if (!is.isRegularFile()) {
        return left(Excluded.SPECIAL);
      }
      if (outputs.contains(is.fileKey())) {
        return left(Excluded.OWN_OUTPUT);
      }
      return ofRegular(path, real, is, covering);
    } catch (NoSuchFileException e) {
      return Files.isSymbolicLink(path) ? left(Excluded.DEAD_LINK) : NOTHING;
    } catch (IOException e) {
      return left(IoReason.isLoop(e) ? Excluded.LINK_LOOP : Excluded.UNREADABLE);
    }
  }

  private Checked ofRegular(Path path, Path real, BasicFileAttributes is, List<LogSpec> covering)
      throws IOException {
    CoveredFile file = null;
    for (LogSpec spec : covering) {
      if (spec.nameOf(real).filter(path::equals).isPresent()) {
        file = new CoveredFile(spec.root(), real, null);
      }
    }
    if (file == null && hasName(real)) {
      // A link to another file of the list, which is read by its own path whichever came first.
      return NOTHING;
    }
    for (int i = 0; file == null && i < covering.size(); i++) {
      file = Links.follow(covering.get(i).written(path)).orElse(null);
    }
    if (file == null) {
      return left(Excluded.FOREIGN_LINK);
    }
    String instead = instead(path, file, is);
    return instead == null ? new Checked(file, null) : left(Excluded.noText(instead));
  }

  private boolean hasName(Path real) {
    return single.contains(real) || patterns.stream().anyMatch(p -> p.nameOf(real).isPresent());
  }

  /** An empty file counts as text for good, since it is followed from then on. */
  private @Nullable String instead(Path path, CoveredFile file, BasicFileAttributes is) {
    // An inode number may be given to another file.
    List<Object> identity = List.of(String.valueOf(is.fileKey()), is.creationTime());
    Content known = contents.get(path);
    if (known == null || !known.identity().equals(identity)) {
      try (FileChannel channel = file.open().channel()) {
        known = new Content(identity, Compressed.instead(channel));
        contents.put(path, known);
      } catch (IOException e) {
        // Missing or unreadable: the code that opens it reports that.
        return null;
      }
    }
    return known.instead();
  }

  /** Forgets all paths except these. */
  void retain(Set<Path> seen) {
    contents.keySet().retainAll(seen);
  }

  private static Checked left(Excluded why) {
    return new Checked(null, why);
  }
}
