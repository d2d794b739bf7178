package io.tidemark.app.watch;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Searches a program as a shell does: by its path, or by its name in the folders of PATH. */
public final class ProgramSearch {

  private ProgramSearch() {}

  /**
   * Checks that a program can be found and executed.
   *
   * @param path folders, separated as in the variable PATH
   * @throws CannotRun when it cannot
   */
  public static void require(String program, String path) {
    List<Path> found;
    try {
      found = candidates(program, path).filter(Files::exists).toList();
    } catch (InvalidPathException e) {
      found = List.of();
    }
    if (found.isEmpty()) {
      throw new CannotRun(program, CannotRun.Reason.NOT_FOUND);
    }
    if (executables(program, path).findAny().isEmpty()) {
      throw new CannotRun(program, CannotRun.Reason.NOT_EXECUTABLE);
    }
  }

  /** The executable files with this path, or with this name in these folders. */
  public static Stream<Path> executables(String program, String path) {
    return candidates(program, path)
        .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file));
  }

  private static Stream<Path> candidates(String program, String path) {
    if (program.isEmpty()) {
      return Stream.empty();
    }
    if (program.contains(File.separator)) {
      return Stream.of(Path.of(program));
    }
    return Pattern.compile(Pattern.quote(File.pathSeparator))
        .splitAsStream(path)
        .map(folder -> Path.of(folder, program));
  }
}
