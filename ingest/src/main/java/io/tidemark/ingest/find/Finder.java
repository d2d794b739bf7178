package io.tidemark.ingest.find;

import io.tidemark.model.Refusal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.PatternSyntaxException;

/** Finds the log files that the user's list names; a scan lists what is there now. */
public final class Finder {

  private static final String STDIN = "-";

  private final List<LogSpec> specs;
  private final List<LogSpec> patterns;
  private final Map<Path, List<LogSpec>> named = new LinkedHashMap<>();
  private final boolean stdin;

  private Finder(List<LogSpec> specs, boolean stdin) {
    this.specs = List.copyOf(specs);
    this.patterns = specs.stream().filter(spec -> !(spec instanceof OneFile)).toList();
    for (LogSpec spec : specs) {
      if (spec instanceof OneFile file) {
        named.put(file.path(), List.of(file));
      }
    }
    this.stdin = stdin;
  }

  /**
   * Checks the list.
   *
   * @param once a missing file is refused instead of waited for
   * @throws Refusal for an entry that cannot be or become a log
   */
  public static Finder of(List<String> logs, boolean once) {
    if (logs.isEmpty()) {
      throw new Refusal("LOG: none given; want a file, a folder, a glob or -");
    }
    List<LogSpec> specs = new ArrayList<>();
    for (String log : logs) {
      if (!log.equals(STDIN)) {
        LogSpec spec = spec(log);
        if (once) {
          checkNow(log, spec);
        }
        specs.add(spec);
      }
    }
    return new Finder(specs, specs.size() < logs.size());
  }

  private static void checkNow(String log, LogSpec spec) {
    List<Path> files = spec.files();
    if (files.isEmpty()) {
      throw refusal(
          log, "names no file now", "a log that is there, since it is read once" + hint(spec));
    }
    for (Path file : files) {
      if (!Files.isReadable(file)) {
        throw refusal(log, "may not be read at '" + file + "'", "a log that may be read");
      }
    }
    if (spec instanceof OneFile file && !isTrusted(log, file)) {
      throw refusal(
          log, "is another user's link to a file that is not theirs", "a link of your own");
    }
  }

  private static boolean isTrusted(String log, OneFile file) {
    try {
      return file.real(file.path()).isPresent();
    } catch (IOException e) {
      throw refusal(
          log, "cannot be looked at: " + IoReason.of(e), "a log in a folder that may be read");
    }
  }

  /**
   * Refuses a folder that holds no log now, since it is most likely mistyped.
   *
   * @throws Refusal naming that folder
   */
  public void requireLogsInFolders() {
    for (LogSpec spec : specs) {
      if (spec instanceof Folder folder && folder.files().isEmpty()) {
        throw refusal(
            folder.folder().toString(), "holds no log", "a folder with logs in it" + hint(folder));
      }
    }
  }

  private static String hint(LogSpec spec) {
    return spec instanceof Folder folder ? folder.notFollowed().map("; "::concat).orElse("") : "";
  }

  /** A sentence for each folder of the list that holds other folders, which are not followed. */
  public List<String> notFollowed() {
    return specs.stream()
        .flatMap(spec -> spec instanceof Folder folder ? folder.notFollowed().stream() : null)
        .toList();
  }

  /** Whether standard input is one of the logs. */
  public boolean stdin() {
    return stdin;
  }

  /** Absolute paths of the files that exist now, each once, sorted by name. */
  public List<Path> scan() {
    return look().paths();
  }

  /**
   * The files that the list names now. A link that leads out of the list's folders is left out:
   * write access to a folder of logs must not choose which other files are read.
   */
  public Found look() {
    Set<Path> paths = new TreeSet<>();
    Set<Path> goneFolders = new TreeSet<>();
    Set<String> empty = new TreeSet<>();
    int folders = 0;
    int files = 0;
    for (LogSpec spec : specs) {
      List<Path> named = spec.files();
      paths.addAll(named);
      if (!Files.isDirectory(spec.folder())) {
        goneFolders.add(spec.folder());
        folders++;
      } else if (named.isEmpty()) {
        files++;
        spec.pattern().ifPresent(empty::add);
      }
    }
    List<Path> allowed = paths.stream().filter(path -> real(path).isPresent()).toList();
    return new Found(allowed, new Absent(folders, files), goneFolders, empty);
  }

  /**
   * Result of a look at the list.
   *
   * @param paths absolute, each once, sorted by name
   * @param goneFolders missing folders of entries
   * @param empty folders and globs, as the user wrote them, that match no file now
   */
  public record Found(List<Path> paths, Absent absent, Set<Path> goneFolders, Set<String> empty) {}

  /**
   * Numbers of entries that match nothing.
   *
   * @param folders entries whose folder is missing
   * @param files entries whose folder exists, without the file
   */
  public record Absent(int folders, int files) {}

  /** The file at a path of the list, links resolved; empty if the list does not cover it. */
  public Optional<CoveredFile> real(Path path) {
    for (LogSpec spec : covering(path)) {
      try {
        Optional<CoveredFile> real = spec.real(path);
        if (real.isPresent() && path.equals(path.normalize())) {
          return real;
        }
      } catch (IOException e) {
        // Missing or inaccessible: there is nothing to read.
        return Optional.empty();
      }
    }
    return Optional.empty();
  }

  /**
   * A file beside the log at {@code home} or in a folder there, under any name; empty if it lies
   * elsewhere.
   */
  public Optional<CoveredFile> beside(Path home, Path path) {
    Path own = home.resolveSibling("");
    Path below = path.startsWith(own) ? own.relativize(path) : path;
    if (!covers(home) || !path.equals(path.normalize()) || below.getNameCount() > 2) {
      return Optional.empty();
    }
    try {
      Path folder = own.toRealPath();
      boolean ours = covering(home).stream().anyMatch(spec -> spec.holds(folder));
      return ours ? Optional.of(new CoveredFile(folder, folder.resolve(below))) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** The files that the list names singly, whether or not they exist. */
  public List<Path> named() {
    return List.copyOf(named.keySet());
  }

  /** Whether the list covers a file at this path. */
  public boolean covers(Path path) {
    return path.equals(path.normalize()) && !covering(path).isEmpty();
  }

  /**
   * Entries that cover this path. Single files are found by map lookup, since a shell may expand a
   * pattern to many of them.
   */
  private List<LogSpec> covering(Path path) {
    List<LogSpec> covering = new ArrayList<>(named.getOrDefault(path, List.of()));
    patterns.stream().filter(spec -> spec.covers(path)).forEach(covering::add);
    return covering;
  }

  /** Whether every entry that covers {@code path} covers none of the {@code seen} paths. */
  public boolean firstTime(Path path, Collection<Path> seen) {
    return covering(path).stream().noneMatch(spec -> seen.stream().anyMatch(spec::covers));
  }

  private static LogSpec spec(String log) {
    try {
      return specOf(log);
    } catch (InvalidPathException | PatternSyntaxException e) {
      throw refusal(log, "is not a path: " + e.getMessage(), "a file, a folder or a glob");
    } catch (IOException e) {
      throw refusal(
          log, "cannot be looked at: " + IoReason.of(e), "a log in a folder that may be read");
    }
  }

  private static LogSpec specOf(String log) throws IOException {
    if (log.isBlank()) {
      throw refusal(log, "is empty", "a file, a folder, a glob or -");
    }
    if (Glob.is(log) && !Files.exists(Path.of(log))) {
      Glob glob = Glob.of(log);
      existing(log, glob.folder());
      return glob.resolved();
    }
    Path path = Path.of(log).toAbsolutePath().normalize();
    if (Files.isDirectory(path) || log.endsWith("/")) {
      return Folder.of(existing(log, path));
    }
    if (Files.exists(path) && !Files.isRegularFile(path)) {
      throw refusal(log, "is a pipe, socket or device", "a regular file, or - for standard input");
    }
    if (Compressed.is(path)) {
      throw refusal(log, "is compressed", "a log as plain text");
    }
    String instead = Compressed.instead(path);
    if (instead != null) {
      throw refusal(log, instead, "a log as plain text");
    }
    existing(log, path.getParent() == null ? path : path.getParent());
    return OneFile.of(path);
  }

  private static Path existing(String log, Path folder) {
    if (!Files.isDirectory(folder)) {
      throw refusal(
          log, "cannot be: its folder '" + folder + "' does not exist", "a log in a folder");
    }
    return folder;
  }

  private static Refusal refusal(String log, String found, String allowed) {
    return new Refusal("LOG '%s' %s; want %s".formatted(log, found, allowed));
  }
}
