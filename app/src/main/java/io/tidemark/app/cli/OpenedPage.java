package io.tidemark.app.cli;

import io.tidemark.model.TerminalText;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** Shows a file in the user's browser, with the desktop's program for it and without a shell. */
final class OpenedPage {

  private OpenedPage() {}

  /** Prints a line if there is no such program. */
  static void show(Path page, PrintStream err) {
    String system = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
    show(page, system.contains("mac") ? "open" : "xdg-open", System.getenv("PATH"), err);
  }

  static void show(Path page, String opener, String folders, PrintStream err) {
    Optional<File> program =
        Stream.of(folders.split(File.pathSeparator))
            .map(folder -> new File(folder, opener))
            .filter(File::canExecute)
            .findFirst();
    try {
      if (program.isPresent()) {
        start(program.get(), page);
        return;
      }
    } catch (IOException e) {
      // Only the line below can report it.
    }
    err.printf("tidemark: no %s here; open %s%n", opener, TerminalText.of(page.toString()));
  }

  private static void start(File program, Path page) throws IOException {
    new ProcessBuilder(program.getPath(), page.toAbsolutePath().toString())
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .start();
  }
}
