package io.tidemark.app.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tidemark.model.Refusal;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataFolderTest {

  @TempDir Path folder;

  @BeforeEach
  void begin() {
    assumeTrue(
        FileSystems.getDefault().supportedFileAttributeViews().contains("unix"),
        "no owners and modes on this system");
  }

  private Path made(String mode) throws IOException {
    Path made = Files.createDirectory(folder.resolve("data"));
    return Files.setPosixFilePermissions(made, PosixFilePermissions.fromString(mode));
  }

  private static String mode(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }

  private static void hold(Path path) throws IOException {
    DataFolder.hold(path).close();
  }

  @Test
  void aNewFolderAndItsFilesAreItsOwnersAlone() throws Exception {
    Path data = folder.resolve("deep/data");
    hold(data);
    Credential.in(data);

    assertThat(mode(data)).isEqualTo("rwx------");
    assertThat(mode(data.resolve("tidemark.lock"))).isEqualTo("rw-------");
    assertThat(mode(data.resolve("client.properties"))).isEqualTo("rw-------");
  }

  @Test
  void aFolderOfAnEarlierReleaseIsTakenBackFromOthers() throws Exception {
    Path data = made("rwxrwxr-x");
    hold(data);
    assertThat(mode(data)).isEqualTo("rwx------");
  }

  @Test
  void aFolderWhereEveryUserMayWriteIsRefusedAndLeftAsItIs() throws Exception {
    Path data = made("rwxrwxrwx");
    assertThatThrownBy(() -> hold(data))
        .isInstanceOf(Refusal.class)
        .hasMessageStartingWith("--data " + data)
        .hasMessageContaining("mode rwxrwxrwx: every user can write");
    assertThat(mode(data)).isEqualTo("rwxrwxrwx");
  }

  @Test
  void aFolderOfOtherFilesIsRefusedAndKeepsItsMode() throws Exception {
    Path data = made("rwxr-xr-x");
    Files.createFile(data.resolve("thesis.tex"));
    assertThatThrownBy(() -> hold(data))
        .isInstanceOf(Refusal.class)
        .hasMessage(
            "--data %s holds other files (thesis.tex): want a new or empty folder, or a data folder of Tidemark"
                .formatted(data));
    assertThat(mode(data)).isEqualTo("rwxr-xr-x");
    assertThat(data.resolve("tidemark.lock")).doesNotExist();
  }

  @Test
  void aFolderOfSourcesIsNoDataFolder() throws Exception {
    Path checkout = made("rwxr-xr-x");
    Files.createDirectory(checkout.resolve("streams"));
    assertThatThrownBy(() -> hold(checkout))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("holds other files (streams)");
    assertThat(mode(checkout)).isEqualTo("rwxr-xr-x");
  }

  @Test
  void aFolderThatIsNamedByNothingIsRefused() {
    assertThatThrownBy(() -> hold(Path.of("")))
        .isInstanceOf(Refusal.class)
        .hasMessage("--data '': want the name of a folder");
  }

  @Test
  void aFolderOfAnEarlierReleaseGoesOnBesideOtherFiles() throws Exception {
    Path data = made("rwxr-xr-x");
    Files.createDirectory(data.resolve("kafka"));
    Files.createFile(data.resolve("notes.txt"));
    hold(data);
    assertThat(data.resolve("tidemark.lock")).exists();
  }

  @Test
  void aLinkIsRefused() throws Exception {
    Path link = Files.createSymbolicLink(folder.resolve("link"), made("rwx------"));
    assertThatThrownBy(() -> hold(link))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("is a symbolic link");
  }

  @Test
  void aFolderOfAnotherUserIsRefused() throws Exception {
    Path data = made("rwx------");
    try {
      Files.setAttribute(data, "unix:uid", 65_534);
    } catch (IOException e) {
      assumeTrue(false, "only root gives a folder away: " + e);
    }
    assertThatThrownBy(() -> hold(data))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("belongs to user 65534");
  }

  @Test
  void theCredentialIsMadeOnceAndReadAgain() throws Exception {
    Credential made = Credential.in(folder);

    assertThat(Credential.in(folder)).isEqualTo(made);
    assertThat(made.password()).hasSizeGreaterThan(40);
    assertThat(made.toString()).doesNotContain(made.password());
  }

  @Test
  void aDamagedCredentialIsRefused() throws Exception {
    Credential.in(folder);
    Files.writeString(folder.resolve("client.properties"), "sasl.mechanism=SCRAM-SHA-256\n");
    assertThatThrownBy(() -> Credential.in(folder))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("delete it, and the next start makes one");
  }

  @Test
  void aCredentialThatEveryUserMayWriteIsRefused() throws Exception {
    Credential.in(folder);
    Path file = folder.resolve("client.properties");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw-rw-"));
    assertThatThrownBy(() -> Credential.in(folder)).isInstanceOf(Refusal.class);
  }
}
