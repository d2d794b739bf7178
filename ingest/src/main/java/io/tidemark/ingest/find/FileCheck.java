package io.tidemark.ingest.find;

import io.tidemark.ingest.find.Excluded.Reason;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
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
  private final Map<Path, Verdict> verdicts = new HashMap<>();

  /** Real paths of folders during a look; {@code null} between two looks. */
  private @Nullable Map<Path, Path> folders;

  /**
   * What a path leads to.
   *
   * @param file the file to read; {@code null} if there is none, or if it is read by its own path
   * @param why {@code null} if nothing is left out
   */
  record Checked(@Nullable CoveredFile file, @Nullable Excluded why) {}

  /** The content of a file when it was first seen: {@code instead} of text. */
  private record Content(List<Object> identity, @Nullable String instead) {}

  /** The result for a file that no link leads to: it holds as long as the file is the same. */
  private record Verdict(Path real, List<Object> identity, Checked checked) {}

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
  Checked of(Path path, Supplier<List<LogSpec>> covering) {
    try {
      BasicFileAttributes is = attributes(path);
      boolean link = is.isSymbolicLink();
      Path real = link ? path.toRealPath() : folder(path).resolve(path.getFileName());
      is = link ? attributes(real) : is;
      Verdict known = verdicts.get(path);
      if (known != null && known.real().equals(real) && known.identity().equals(identity(is))) {
        return known.checked();
      }
      if (is.isDirectory()) {
        return left(Files.isReadable(real) ? Reason.LINK_LOOP : Reason.UNREADABLE);
      }
      if (!is.isRegularFile()) {
        return left(Reason.SPECIAL);
      }
      if (outputs.contains(is.fileKey())) {
        return left(Reason.OWN_OUTPUT);
      }
      Checked checked = ofRegular(path, real, is, covering.get());
      if (checked.file() != null && checked.file().key() == null && contents.containsKey(path)) {
        verdicts.put(path, new Verdict(real, identity(is), checked));
      }
      return checked;
    } catch (NoSuchFileException e) {
      return Files.isSymbolicLink(path) ? left(Reason.DEAD_LINK) : NOTHING;
    } catch (IOException e) {
      return left(IoReason.isLoop(e) ? Reason.LINK_LOOP : Reason.UNREADABLE);
    }
  }

  private static BasicFileAttributes attributes(Path path) throws IOException {
    return Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
  }

  /** An inode number may be given to another file. */
  private static List<Object> identity(BasicFileAttributes is) {
    return Arrays.asList(is.fileKey(), is.creationTime(), is.isRegularFile());
  }

  private Path folder(Path path) throws IOException {
    Path folder = path.resolveSibling("");
    Path known = folders == null ? null : folders.get(folder);
    if (known == null) {
      known = folder.toRealPath();
      if (folders != null) {
        folders.put(folder, known);
      }
    }
    return known;
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
      file = CoveredFile.follow(covering.get(i).written(path)).orElse(null);
    }
    if (file == null) {
      return left(Reason.FOREIGN_LINK);
    }
    String instead = instead(path, file, is);
    return new Checked(
        instead == null ? file : null,
        instead == null ? null : new Excluded(Reason.NO_TEXT, instead));
  }

  private boolean hasName(Path real) {
    return single.contains(real) || patterns.stream().anyMatch(p -> p.nameOf(real).isPresent());
  }

  /** An empty file counts as text for good, since it is followed from then on. */
  private @Nullable String instead(Path path, CoveredFile file, BasicFileAttributes is) {
    List<Object> identity = identity(is);
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

  /** Begins a look, in which each folder is resolved once. */
  void begin() {
    folders = new HashMap<>();
  }

  /** Ends a look: forgets all paths except these. */
  void end(Set<Path> seen) {
    folders = null;
    contents.keySet().retainAll(seen);
    verdicts.keySet().retainAll(seen);
  }

  private static Checked left(Reason why) {
    return new Checked(null, new Excluded(why));
  }
}
