package io.tidemark.ingest.find;

import io.tidemark.model.Refusal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.PatternSyntaxException;

/** Reads an entry of the user's list, and refuses one that cannot be or become a log. */
final class LogEntry {

  /** Where the logs are below a folder of this name that holds folders only. */
  private static final Map<String, String> LAYOUTS =
      Map.of("pods", "/*/*/*.log", "containers", "/*/*-json.log");

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
      Folder folder = Folder.of(existing(log, path));
      String below = LAYOUTS.get(String.valueOf(path.getFileName()));
      return below != null
              && !Glob.is(path.toString())
              && folder.entries().isEmpty()
              && folder.notFollowed().isPresent()
          ? Glob.of(path + below).resolved()
          : folder;
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
