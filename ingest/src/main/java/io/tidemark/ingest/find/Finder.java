package io.tidemark.ingest.find;

import io.tidemark.model.Refusal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.regex.PatternSyntaxException;

/** Finds the log files that the user's list names; a scan tells what is there now. */
public final class Finder {

  private static final String STDIN = "-";

  private final List<LogSpec> specs;
  private final boolean stdin;

  private Finder(List<LogSpec> specs, boolean stdin) {
    this.specs = List.copyOf(specs);
    this.stdin = stdin;
  }

  /**
   * Checks the list.
   *
   * @param once nothing is waited for: what is not there is refused
   * @throws Refusal for an entry that is no log and cannot become one
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
          checkNow(log, spec.files());
        }
        specs.add(spec);
      }
    }
    return new Finder(specs, specs.size() < logs.size());
  }

  private static void checkNow(String log, List<Path> files) {
    if (files.isEmpty()) {
      throw refusal(log, "names no file now", "a log that is there, since it is read once");
    }
    for (Path file : files) {
      if (!Files.isReadable(file)) {
        throw refusal(log, "may not be read at '" + file + "'", "a log that may be read");
      }
    }
  }

  /**
   * Refuses a folder that holds no log now: most likely it is not the one that was meant.
   *
   * @throws Refusal naming that folder
   */
  public void requireLogsInFolders() {
    for (LogSpec spec : specs) {
      if (spec instanceof Folder folder && folder.files().isEmpty()) {
        throw refusal(folder.folder().toString(), "holds no log", "a folder with logs in it");
      }
    }
  }

  /** Standard input is one of the logs. */
  public boolean stdin() {
    return stdin;
  }

  /**
   * Absolute paths of the files that are there now, each once, in order of their names. A link that
   * leads out of what the list names is left out: who may write to a folder of logs must not choose
   * what else is read.
   */
  public List<Path> scan() {
    return specs.stream()
        .flatMap(spec -> spec.files().stream())
        .distinct()
        .sorted()
        .filter(path -> real(path).isPresent())
        .toList();
  }

  /** How many entries of the list name nothing now. */
  public Absent absent() {
    long folders = specs.stream().filter(spec -> !Files.isDirectory(spec.folder())).count();
    long files = specs.stream().filter(spec -> spec.files().isEmpty()).count();
    return new Absent((int) folders, (int) (files - folders));
  }

  /**
   * Entries that name nothing.
   *
   * @param folders their folder is gone
   * @param files the folder is there, a file is not
   */
  public record Absent(int folders, int files) {}

  /** The file at a path of the list, links resolved; empty when that is no file of the list. */
  public Optional<CoveredFile> real(Path path) {
    for (LogSpec spec : specs) {
      try {
        Optional<CoveredFile> real = spec.covers(path) ? spec.real(path) : Optional.empty();
        if (real.isPresent() && path.equals(path.normalize())) {
          return real;
        }
      } catch (IOException e) {
        // Gone, or not to be looked at: nothing that could be read.
        return Optional.empty();
      }
    }
    return Optional.empty();
  }

  /**
   * A file beside the log at {@code home} or in a folder there, under whatever name; empty when it
   * lies elsewhere.
   */
  public Optional<CoveredFile> beside(Path home, Path path) {
    Path own = home.resolveSibling("");
    Path below = path.startsWith(own) ? own.relativize(path) : path;
    if (!covers(home) || !path.equals(path.normalize()) || below.getNameCount() > 2) {
      return Optional.empty();
    }
    try {
      Path folder = own.toRealPath();
      boolean ours = specs.stream().anyMatch(spec -> spec.covers(home) && spec.holds(folder));
      return ours ? Optional.of(new CoveredFile(folder, folder.resolve(below))) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** Files named one by one, there or not. */
  public List<Path> named() {
    return specs.stream()
        .filter(OneFile.class::isInstance)
        .map(spec -> ((OneFile) spec).path())
        .distinct()
        .toList();
  }

  /** Whether a file at this path belongs to the list. */
  public boolean covers(Path path) {
    return path.equals(path.normalize()) && specs.stream().anyMatch(spec -> spec.covers(path));
  }

  /** Whether no entry that names {@code path} names one of the paths {@code seen} before. */
  public boolean firstTime(Path path, Collection<Path> seen) {
    return specs.stream()
        .filter(spec -> spec.covers(path))
        .noneMatch(spec -> seen.stream().anyMatch(spec::covers));
  }

  private static LogSpec spec(String log) {
    try {
      return specOf(log);
    } catch (InvalidPathException | PatternSyntaxException e) {
      throw refusal(log, "is not a path: " + e.getMessage(), "a file, a folder or a glob");
    } catch (IOException e) {
      throw refusal(log, "cannot be looked at: " + e, "a log in a folder that may be read");
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
