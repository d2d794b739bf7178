package io.tidemark.ingest.find;

import io.tidemark.model.Refusal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Finds the log files that the user's list names; a scan lists what is there now. */
public final class Finder {

  private static final String STDIN = "-";

  private final List<LogSpec> specs;
  private final List<LogSpec> patterns;
  private final Map<Path, List<LogSpec>> named = new LinkedHashMap<>();
  private final boolean stdin;
  private final FileCheck check;
  private Descriptors descriptors = Descriptors.ofProcess();

  private Finder(List<LogSpec> specs, boolean stdin) {
    this.specs = List.copyOf(specs);
    this.patterns = specs.stream().filter(spec -> !(spec instanceof OneFile)).toList();
    List<OneFile> single = new ArrayList<>();
    for (LogSpec spec : specs) {
      if (spec instanceof OneFile file) {
        named.put(file.path(), List.of(file));
        single.add(file);
      }
    }
    this.stdin = stdin;
    this.check = new FileCheck(patterns, single, FileCheck.OUTPUTS);
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
    List<String> texts = new ArrayList<>();
    for (String log : logs) {
      if (!log.equals(STDIN)) {
        specs.add(LogEntry.spec(log));
        texts.add(log);
      }
    }
    Finder finder = new Finder(specs, specs.size() < logs.size());
    for (int i = 0; once && i < specs.size(); i++) {
      finder.checkNow(texts.get(i), specs.get(i));
    }
    return finder;
  }

  public Finder with(Descriptors given) {
    Finder finder = new Finder(specs, stdin);
    finder.descriptors = given;
    return finder;
  }

  /** Whether another log may be opened now, see {@link Descriptors}. */
  public boolean hasRoom() {
    return descriptors.hasRoom();
  }

  private void checkNow(String log, LogSpec spec) {
    for (Path path : spec.entries(new HashSet<>())) {
      if (check(path).file() != null && !Files.isReadable(path)) {
        throw LogEntry.refusal(log, "may not be read at '" + path + "'", "a log that may be read");
      }
    }
    requireLogs(log, spec, "names no file now", "a log that is there, since it is read once");
  }

  private void requireLogs(String log, LogSpec spec, String none, String allowed) {
    Map<Path, Excluded> leftOut = new TreeMap<>();
    for (Path path : spec.entries(new HashSet<>())) {
      Excluded why = check(path).why();
      if (why == null) {
        return;
      }
      leftOut.put(path, why);
    }
    String found = leftOut.isEmpty() ? none : Excluded.sentence(leftOut);
    String hint = notFollowed(spec).map("; "::concat).collect(Collectors.joining());
    throw LogEntry.refusal(log, found, allowed + hint);
  }

  /**
   * Refuses a folder that holds no log now, since it is most likely mistyped.
   *
   * @throws Refusal naming that folder
   */
  public void requireLogsInFolders() {
    for (LogSpec spec : specs) {
      if (spec instanceof Glob glob && glob.isFolder()) {
        requireLogs(spec.folder().toString(), spec, "holds no log", "a folder with logs in it");
      }
    }
  }

  /** A sentence for each folder of the list that holds other folders, which are not followed. */
  public List<String> notFollowed() {
    return specs.stream().flatMap(Finder::notFollowed).toList();
  }

  private static Stream<String> notFollowed(LogSpec spec) {
    return spec instanceof Glob glob ? glob.notFollowed().stream() : Stream.empty();
  }

  public boolean stdin() {
    return stdin;
  }

  /**
   * The files that the list names now. Links of trusted owners are followed; those of other users
   * are left out: write access to a folder of logs must not choose which other files are read.
   */
  public Found look() {
    Set<Path> paths = new TreeSet<>();
    Map<Path, Excluded> leftOut = new TreeMap<>();
    Set<Path> goneFolders = new TreeSet<>();
    Set<String> empty = new TreeSet<>();
    Set<Path> visited = new HashSet<>();
    check.begin();
    int folders = 0;
    int files = 0;
    for (LogSpec spec : specs) {
      List<Path> entries = spec.entries(visited);
      boolean any = false;
      for (Path path : entries) {
        FileCheck.Checked checked = check(path);
        any |= checked.why() == null;
        if (checked.file() != null) {
          paths.add(path);
        } else if (checked.why() != null && !isVisited(path, checked.why())) {
          leftOut.put(path, checked.why());
        }
      }
      if (!Files.isDirectory(spec.folder())) {
        goneFolders.add(spec.folder());
        folders++;
      } else if (!any) {
        files++;
        spec.pattern().filter(pattern -> entries.isEmpty()).ifPresent(empty::add);
      }
    }
    Set<Path> all = new HashSet<>(paths);
    all.addAll(leftOut.keySet());
    check.end(all);
    Absent absent = new Absent(folders, files);
    return new Found(List.copyOf(paths), leftOut, absent, goneFolders, empty, visited);
  }

  /** Whether the visit of a path that the user named reports why it cannot be looked at. */
  private boolean isVisited(Path path, Excluded why) {
    return why.reason() == Excluded.Reason.UNREADABLE && named.containsKey(path);
  }

  private FileCheck.Checked check(Path path) {
    return check.of(path, () -> covering(path));
  }

  /**
   * Result of a look at the list.
   *
   * @param paths absolute, each once, sorted by name
   * @param leftOut files that are not read, sorted by name
   * @param goneFolders missing folders of entries
   * @param empty folders and globs, as the user wrote them, that match no file now
   * @param folders in which a new file would be found
   */
  public record Found(
      List<Path> paths,
      Map<Path, Excluded> leftOut,
      Absent absent,
      Set<Path> goneFolders,
      Set<String> empty,
      Set<Path> folders) {}

  /**
   * Numbers of entries that match nothing.
   *
   * @param folders entries whose folder is missing
   * @param files entries whose folder exists, without the file
   */
  public record Absent(int folders, int files) {}

  /**
   * The file at a path of the list, links resolved; empty if it is left out, or read by another
   * path.
   */
  public Optional<CoveredFile> real(Path path) {
    return covers(path) ? Optional.ofNullable(check(path).file()) : Optional.empty();
  }

  /**
   * A file beside the log at {@code home}, or beside the file that its link leads to, or in a
   * folder there, under any name; empty if it lies elsewhere.
   */
  public Optional<CoveredFile> beside(Path home, Path path) {
    if (!covers(home) || !path.equals(path.normalize())) {
      return Optional.empty();
    }
    try {
      Path own = home.resolveSibling("");
      Path folder = own.toRealPath();
      Path at = path.startsWith(own) ? folder.resolve(own.relativize(path)) : path;
      if (at.startsWith(folder)
          && folder.relativize(at).getNameCount() <= 2
          && covering(home).stream().anyMatch(spec -> spec.holds(folder))) {
        return Optional.of(new CoveredFile(folder, at, null));
      }
      Optional<CoveredFile> target = real(home).filter(file -> file.key() != null);
      return target.isPresent() ? CoveredFile.beside(target.get(), at) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** The files that the list names singly, whether or not they exist. */
  public List<Path> named() {
    return List.copyOf(named.keySet());
  }

  public boolean covers(Path path) {
    return path.equals(path.normalize()) && !covering(path).isEmpty();
  }

  /**
   * The identities of entries that may name further files: all but those of single files that are
   * there.
   */
  public List<String> growing() {
    return specs.stream()
        .filter(spec -> !(spec instanceof OneFile file) || !Files.exists(file.path()))
        .map(LogSpec::identity)
        .toList();
  }

  public List<String> entriesOf(Path path) {
    return covering(path).stream().map(LogSpec::identity).toList();
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
}
