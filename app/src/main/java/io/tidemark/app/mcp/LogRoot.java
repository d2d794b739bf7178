package io.tidemark.app.mcp;

import io.tidemark.model.Refusal;
import io.tidemark.model.TerminalText;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.EnumSet;
import java.util.List;
import java.util.regex.PatternSyntaxException;

/** The folder whose logs an agent may name, and how much a call may read of them. */
public final class LogRoot {

  private static final Bounds BOUNDS = new Bounds(1_000, 100_000, 4L << 30);

  /** Kernel's files, which may be endless or hold secrets of the process. */
  private static final List<Path> NEVER =
      List.of(Path.of("/proc"), Path.of("/sys"), Path.of("/dev"));

  private final Path root;
  private final Bounds bounds;

  /**
   * The bounds of the files that a call reads.
   *
   * @param files that its names mean
   * @param entries of folders that are looked at for them
   * @param bytes of these files
   */
  record Bounds(int files, int entries, long bytes) {}

  private LogRoot(Path root, Bounds bounds) {
    this.root = root;
    this.bounds = bounds;
  }

  /** A folder, links resolved. */
  public static LogRoot of(Path folder) {
    return of(folder, BOUNDS);
  }

  static LogRoot of(Path folder, Bounds bounds) {
    try {
      if (Files.isDirectory(folder)) {
        return new LogRoot(folder.toRealPath(), bounds);
      }
    } catch (IOException e) {
      // Refused below.
    }
    throw new Refusal(
        "--root %s: want a folder that is there".formatted(TerminalText.of(folder.toString())));
  }

  /**
   * The names, those that are relative in the root.
   *
   * @throws Refusal when one leads out of the root, is no file or folder, or all are too much
   */
  public List<String> allowed(List<String> logs) throws IOException {
    Count count = new Count();
    for (String log : logs) {
      count.name(log);
    }
    return logs.stream().map(this::absolute).toList();
  }

  private String absolute(String log) {
    return log.startsWith("/") || log.equals("-") ? log : root + "/" + log;
  }

  private static Refusal refusal(String log, String found, String allowed) {
    return new Refusal("LOG '%s' %s; want %s".formatted(TerminalText.of(log), found, allowed));
  }

  /** The files that the names of one call mean. */
  private final class Count extends SimpleFileVisitor<Path> {
    private String log = "";
    private PathMatcher matcher = path -> true;
    private int files;
    private int entries;
    private long bytes;

    void name(String name) throws IOException {
      log = name;
      String text = absolute(name);
      Path path = Path.of(text);
      if (!Files.exists(path)) {
        text = text.replaceFirst("#\\d{1,9}$", "");
        path = Path.of(text);
      }
      int wild = Files.exists(path) ? text.length() : indexOfWild(text);
      Path base =
          wild == text.length()
              ? path
              : Path.of(text.substring(0, text.lastIndexOf('/', wild) + 1));
      try {
        matcher =
            wild == text.length()
                ? any -> true
                : FileSystems.getDefault().getPathMatcher("glob:" + text);
      } catch (PatternSyntaxException e) {
        throw refusal(log, "is not a path: " + e.getMessage(), "a file, a folder or a glob");
      }
      inside(base);
      if (Files.exists(base)) {
        Files.walkFileTree(base, EnumSet.of(FileVisitOption.FOLLOW_LINKS), Integer.MAX_VALUE, this);
      }
    }

    private static int indexOfWild(String text) {
      int wild = 0;
      while (wild < text.length() && "*?[{".indexOf(text.charAt(wild)) < 0) {
        wild++;
      }
      return wild;
    }

    /** A missing file counts by its folder, so that no answer says what exists elsewhere. */
    private void inside(Path path) throws IOException {
      Path there = path.toAbsolutePath().normalize();
      while (!Files.exists(there) && there.getParent() != null) {
        there = there.getParent();
      }
      Path real = there.toRealPath();
      if (!real.startsWith(root)) {
        throw refusal(log, "leads out of " + root, "a log below it, or another --root");
      }
      if (NEVER.stream().anyMatch(real::startsWith)) {
        throw refusal(log, "is a file of the kernel", "a log on a disk");
      }
    }

    @Override
    public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes)
        throws IOException {
      boolean kernels = NEVER.contains(folder.toRealPath());
      look();
      return kernels ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      look();
      if (matcher.matches(file)) {
        inside(file);
        if (!attributes.isRegularFile()) {
          throw refusal(log, "has a pipe, socket or device", "regular files");
        }
        bytes += attributes.size();
        if (++files > bounds.files() || bytes > bounds.bytes()) {
          throw refusal(
              log,
              "and those before it are more than %,d files or %,d B"
                  .formatted(bounds.files(), bounds.bytes()),
              "fewer logs in a call");
        }
      }
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
      look();
      return FileVisitResult.CONTINUE;
    }

    private void look() {
      if (Thread.currentThread().isInterrupted()) {
        throw refusal(log, "was not read: the call ended", "a call that is not cancelled");
      }
      if (++entries > bounds.entries()) {
        throw refusal(
            log,
            "is in folders with more than %,d entries".formatted(bounds.entries()),
            "a folder or glob that holds fewer");
      }
    }
  }
}
