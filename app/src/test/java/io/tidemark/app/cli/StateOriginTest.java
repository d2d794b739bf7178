package io.tidemark.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StateOriginTest {

  @TempDir Path folder;

  /** The mark of a clean shutdown, which a job leaves if its stores are complete. */
  private Path stoppedInOrder() throws Exception {
    return Files.createFile(folder.resolve("stopped-in-order"));
  }

  @Test
  void storesOfTheTopicThatIsThereAreKept() throws Exception {
    StreamsCommand.StateOrigin.require(folder, "one");
    Path mark = stoppedInOrder();
    StreamsCommand.StateOrigin.require(folder, "one");
    assertThat(mark).exists();
  }

  @Test
  void storesThatAreAheadOfATopicMadeAnewAreWiped() throws Exception {
    StreamsCommand.StateOrigin.require(folder, "one");
    Path mark = stoppedInOrder();
    StreamsCommand.StateOrigin.require(folder, "two");
    assertThat(mark).doesNotExist();
  }

  @Test
  void storesOfAnEarlierReleaseAreKept() throws Exception {
    Path mark = stoppedInOrder();
    StreamsCommand.StateOrigin.require(folder, "one");
    assertThat(mark).exists();
  }

  @Test
  void aNewFolderIsItsOwnersAloneWhateverTheMaskOfTheShell() throws Exception {
    Path made = folder.resolve("state").resolve("streams-0");
    StreamsCommand.StateOrigin.require(made, "one");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(made)))
        .isEqualTo("rwx------");
    Path file = made.resolve("made-from");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
  }
}
