package io.tidemark.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StateOriginTest {

  @TempDir Path folder;

  /** The mark that a job leaves where its stores are whole. */
  private Path stoppedInOrder() throws Exception {
    return Files.createFile(folder.resolve("stopped-in-order"));
  }

  @Test
  void storesOfTheTopicThatIsThereAreKept() throws Exception {
    StateOrigin.require(folder, "one");
    Path mark = stoppedInOrder();
    StateOrigin.require(folder, "one");
    assertThat(mark).exists();
  }

  @Test
  void storesThatAreAheadOfATopicMadeAnewAreWiped() throws Exception {
    StateOrigin.require(folder, "one");
    Path mark = stoppedInOrder();
    StateOrigin.require(folder, "two");
    assertThat(mark).doesNotExist();
  }

  @Test
  void storesOfAnEarlierReleaseAreKept() throws Exception {
    Path mark = stoppedInOrder();
    StateOrigin.require(folder, "one");
    assertThat(mark).exists();
  }
}
