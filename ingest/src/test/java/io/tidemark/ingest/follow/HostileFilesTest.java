package io.tidemark.ingest.follow;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tidemark.ingest.Ingest;
import io.tidemark.ingest.content.FileSource;
import io.tidemark.ingest.content.Fingerprint;
import io.tidemark.ingest.find.Excluded;
import io.tidemark.model.Refusal;
import io.tidemark.model.log.Position;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Write access to the folder of logs, or to the topic of positions, must not allow reading other
 * files.
 */
class HostileFilesTest {

  private static final String SECRET = "secret\n";

  @TempDir Path home;
  private Path logs;
  private Path secret;

  @BeforeEach
  void makeSecret() throws IOException {
    logs = Files.createDirectory(home.resolve("logs"));
    secret = Files.writeString(home.resolve("secret.log"), SECRET, UTF_8);
  }

  private Scene scene(String... names) {
    return new Scene(logs, names);
  }

  private static void nothingSecretIsRead(Scene scene) {
    assertThat(scene.received().lines()).isNotEmpty().doesNotContain("secret");
  }

  @Test
  void anotherUsersLinkInAGlobOrFolderIsNotFollowedAndCounted() throws IOException {
    Path link = Files.createSymbolicLink(logs.resolve("b.log"), secret);
    Path up = Files.createSymbolicLink(logs.resolve("up"), home);
    assumeTrue(mayChangeOwner(link, 54321) && mayChangeOwner(up, 54321), "only root may do so");
    for (String names : new String[] {"*.log", "**.log", ""}) {
      Scene scene = scene(names).write("a.log", "plain\n").start().quiet();
      nothingSecretIsRead(scene);
      assertThat(scene.tailer().obstacles().leftOut(Excluded.Reason.FOREIGN_LINK))
          .isEqualTo(names.equals("**.log") ? 2 : 1);
    }
  }

  @Test
  void aLinkOfATrustedOwnerInTheWayDoesNotMakeAnotherUsersLinkTrusted() throws IOException {
    Path theirs = Files.createSymbolicLink(home.resolve("theirs"), secret);
    Files.createSymbolicLink(logs.resolve("b.log"), theirs);
    assumeTrue(mayChangeOwner(theirs, 54321), "only root may change owners");
    nothingSecretIsRead(scene("*.log").write("a.log", "plain\n").start().quiet());
  }

  @Test
  void aLinkPutInThePlaceOfALogIsFollowedOnlyWhenItsOwnerMayLead() throws IOException {
    Scene scene = scene("a.log").write("a.log", "plain\n").start().quiet();
    scene.delete("a.log");
    Files.createSymbolicLink(logs.resolve("a.log"), secret);
    assumeTrue(mayChangeOwner(logs.resolve("a.log"), 54321), "only root may change owners");
    nothingSecretIsRead(scene.quiet().stop().start().quiet());
    mayChangeOwner(secret, 54321);
    assertThat(scene.quiet().received().lines()).containsExactly("plain", "secret");
  }

  private static boolean mayChangeOwner(Path path, int uid) {
    try {
      Files.setAttribute(path, "unix:uid", uid, LinkOption.NOFOLLOW_LINKS);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  @Test
  void aLinkPutInThePlaceOfALogOfAGlobLeadsNowhereElse() throws IOException {
    Scene scene = scene("*.log").write("a.log", "plain\n").start().quiet();
    scene.delete("a.log");
    Path link = Files.createSymbolicLink(logs.resolve("a.log"), secret);
    assumeTrue(mayChangeOwner(link, 54321), "only root may change owners");
    nothingSecretIsRead(scene.quiet().stop().start().quiet());
  }

  @Test
  void aNamedLinkIsFollowed() throws IOException {
    Files.createSymbolicLink(logs.resolve("a.log"), secret);
    assertThat(scene("a.log").start().quiet().received().lines()).containsExactly("secret");
  }

  @Test
  void anotherUsersLinkIsRefusedWhereLogsAreReadOnce() throws IOException {
    Path link = Files.createSymbolicLink(logs.resolve("a.log"), secret);
    List<String> logs = List.of(link.toString());
    assertThat(Ingest.atRest(logs)).hasSize(1);
    assumeTrue(mayChangeOwner(link, 54321), "only root may change owners");

    assertThatThrownBy(() -> Ingest.atRest(logs))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("'" + link + "' is another user's link");
  }

  @Test
  void aRotatedNameThatIsALinkIsNotFollowed() throws IOException {
    Scene scene = scene("a.log").write("a.log", "plain\n").age("a.log").start().quiet().crash();
    Files.createSymbolicLink(logs.resolve("a.log.1"), secret);
    scene.delete("a.log");
    scene.write("a.log", "new\n").start().quiet();
    nothingSecretIsRead(scene);
  }

  @Test
  void aRecordThatPointsAtAnotherFileLeadsNowhere() throws IOException {
    Files.writeString(logs.resolve("other.txt"), SECRET, UTF_8);
    for (Path target : new Path[] {secret, logs.resolve("other.txt")}) {
      for (Path said : new Path[] {target, logs.resolve("a.log"), logs.resolve("a.log.1")}) {
        Scene scene = scene("a.log").write("a.log", "plain\n");
        String key = FileSource.key(FileSource.attributes(target));
        String uri = said.toUri().toString();
        String marker = Fingerprint.headMarker(new byte[0]);
        scene.outlet.positions.put(
            "g",
            new Position(
                "a.log", new Position.FileIdentity(uri, key, 0), 0, 0, marker, false, lineage()));
        nothingSecretIsRead(scene.start().quiet());
      }
    }
  }

  @Test
  void aForgedRecordOfTheLogItselfHoldsNoSingleReadUp() throws IOException {
    Path link = Files.createSymbolicLink(logs.resolve("a.log.1"), secret);
    String marker = Fingerprint.headMarker(new byte[0]);
    for (Path uri : new Path[] {link, secret, logs.resolve("a.log")}) {
      for (String key : new String[] {"(dev=1,ino=2)", keyOf(secret), "forged"}) {
        for (long offset : new long[] {0, 3, 1L << 40}) {
          Files.writeString(logs.resolve("a.log"), "plain\n", UTF_8);
          Scene scene = scene("a.log").once();
          Position forged =
              new Position(
                  "a.log",
                  new Position.FileIdentity(uri.toUri().toString(), key, 0),
                  offset,
                  0,
                  marker,
                  false,
                  lineage());
          scene.outlet.positions.put("forged", forged);
          scene.start().quiet();
          assertThat(scene.received().lines())
              .as("%s %s %d", uri, key, offset)
              .containsExactly("plain");
        }
      }
    }
  }

  private Position.Lineage lineage() {
    return new Position.Lineage(1, "@", logs.resolve("a.log").toUri().toString());
  }

  private static String keyOf(Path path) throws IOException {
    return FileSource.key(FileSource.attributes(path));
  }
}
