package io.tidemark.ingest.rotation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FolderListingTest {

  @TempDir Path folder;

  @Test
  void namesThatLookAlikeAsTextDoNotHideEachOther() throws Exception {
    String script = "touch \"$(printf 'a\\377.log')\" \"$(printf 'a\\376.log')\"";
    Process shell = new ProcessBuilder("sh", "-c", script).directory(folder.toFile()).start();
    assumeTrue(shell.waitFor() == 0, "the file system takes names that are no text");
    assertThat(FolderListing.of(folder).startingWith("a")).hasSize(2);
  }

  @Test
  void aFolderForOldLogsThatIsALinkIsNoneOfTheLog() throws Exception {
    Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
    Files.createSymbolicLink(folder.resolve("old"), elsewhere);
    Path archive = Files.createDirectory(folder.resolve("archive"));
    assertThat(FolderListing.of(folder).archives()).containsExactly(archive);
  }
}
