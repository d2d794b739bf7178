package io.tidemark.ingest.find;

import io.tidemark.model.Refusal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;

/** Reads an entry of the user's list, and refuses one that cannot be or become a log. */
final class LogEntry {

  /**
   * Where the logs are below a folder of pods or of Docker's containers.
   *
   * @param own the usual one, which may still be empty
   * @param named the names of its folders
   */
  private record Layout(Path own, Pattern named, String below) {

    boolean is(Path folder) throws IOException {
      if (folder.equals(own)) {
        return true;
      }
      try (Stream<Path> in = Files.list(folder)) {
        return folder.endsWith(own.getFileName())
            && in.anyMatch(one -> named.matcher(one.getFileName().toString()).matches());
      }
    }
  }

  private static final List<Layout> LAYOUTS =
      List.of(
          new Layout(Path.of("/var/log/pods"), Pattern.compile("[^_]+_[^_]+_[^_]+"), "/*/*/*.log"),
          new Layout(
              Path.of("/var/lib/docker/containers"),
              Pattern.compile("\\p{XDigit}{64}"),
              "/*/*-json.log"));

  private LogEntry() {}

  static LogSpec spec(String log) {
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
      Glob folder = Glob.in(existing(log, path));
      for (Layout layout : LAYOUTS) {
        if (!Glob.is(path.toString()) && Files.isReadable(path) && layout.is(path)) {
          return Glob.of(path + layout.below()).resolved();
        }
      }
      return folder;
    }
    if (Files.exists(path) && !Files.isRegularFile(path)) {
      throw refusal(log, "is a pipe, socket or device", "a regular file, or - for standard input");
    }
    String instead = Compressed.instead(path);
    String ending = Compressed.ending(path);
    if (instead == null && ending != null && Files.exists(path)) {
      String what = "is named %s, but is no such file".formatted(ending);
      throw refusal(log, what, "a whole one, or a name without " + ending);
    }
    if (instead != null || ending != null) {
      String what = instead == null ? "is named like a compressed file" : instead;
      throw refusal(log, what, "a log as plain text");
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

  static Refusal refusal(String log, String found, String allowed) {
    return new Refusal("LOG '%s' %s; want %s".formatted(log, found, allowed));
  }
}
