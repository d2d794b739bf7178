package io.tidemark.app.broker;

import io.tidemark.model.Refusal;
import io.tidemark.model.TerminalText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Prevents that a folder with other files becomes a data folder. */
final class ForeignFiles {

  /** Entries that identify a data folder, of this release or an earlier one. */
  private static final Set<String> OWN =
      Set.of("tidemark.lock", CredentialFile.NAME, "kafka", "kafka.new");

  /** Present at the root of a new file system. */
  private static final String OF_A_DISK = "lost+found";

  private ForeignFiles() {}

  /**
   * Checks a folder before its mode is changed.
   *
   * @throws Refusal when it holds files, but no entry of a data folder
   */
  static void refuse(Path folder) throws IOException {
    if (folder.toString().isEmpty()) {
      throw new Refusal("'': want the name of a folder");
    }
    if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS) || !Files.isReadable(folder)) {
      return;
    }
    List<String> names;
    try (Stream<Path> found = Files.list(folder)) {
      names =
          found
              .map(path -> String.valueOf(path.getFileName()))
              .filter(name -> !name.equals(OF_A_DISK))
              .sorted()
              .toList();
    }
    if (!names.isEmpty() && names.stream().noneMatch(OWN::contains)) {
      throw new Refusal(
          "%s holds other files (%s): want a new or empty folder, or a data folder of Tidemark"
              .formatted(folder, TerminalText.of(names.get(0))));
    }
  }
}
