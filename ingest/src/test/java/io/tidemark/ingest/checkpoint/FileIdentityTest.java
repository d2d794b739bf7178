package io.tidemark.ingest.checkpoint;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.ingest.content.FileSource;
import io.tidemark.ingest.content.Fingerprint;
import io.tidemark.ingest.find.CoveredFile;
import io.tidemark.model.log.Position;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileIdentityTest {

  @TempDir Path folder;

  private Path path;
  private FileSource file;

  @BeforeEach
  void open() throws IOException {
    path = Files.writeString(folder.resolve("a.log"), "0123456789\n".repeat(300), UTF_8);
    file = FileSource.open(path, new CoveredFile(folder.toRealPath(), path.toRealPath(), null));
  }

  private Position at(long offset, String fileKey, long bornNanos, String marker) {
    return new Position(
        "a.log",
        new Position.FileIdentity(file.uri(), fileKey, bornNanos),
        offset,
        0,
        marker,
        false,
        new Position.Lineage(1, "@", file.uri()));
  }

  private String marker(long offset) throws IOException {
    return Fingerprint.before(file.channel(), offset).marker();
  }

  @Test
  void keyBirthAndMarkerMustAllFit() throws IOException {
    long born = 17;
    FileSource known = file;
    assertThat(CheckpointIndex.fits(at(33, file.fileKey(), 0, marker(33)), known)).isTrue();
    assertThat(CheckpointIndex.fits(at(33, "(dev=0,ino=0)", 0, marker(33)), known)).isFalse();
    assertThat(CheckpointIndex.fits(at(33, file.fileKey(), 0, marker(34)), known)).isFalse();
    assertThat(CheckpointIndex.fits(at(3301, file.fileKey(), 0, marker(3301)), known)).isFalse();
    assertThat(CheckpointIndex.fits(at(33, file.fileKey(), 0, Fingerprint.LOST), known)).isFalse();
    boolean bornKnown = file.bornNanos() != 0;
    assertThat(CheckpointIndex.fits(at(33, file.fileKey(), born, marker(33)), known))
        .isEqualTo(!bornKnown);
  }

  @Test
  void aPathThatCannotBeLookedAtSaysNothingOfItsFile() throws IOException {
    Path logs = Files.createDirectory(folder.resolve("logs"));
    Path log = Files.writeString(logs.resolve("a.log"), "one\n");
    CoveredFile covered = new CoveredFile(folder.toRealPath(), log.toRealPath(), null);
    try (FileSource file = FileSource.open(log, covered)) {
      Files.move(logs, folder.resolve("mount"));
      // Every access to a path through this link fails, as below an unavailable mount.
      Files.createSymbolicLink(logs, logs);
      assertThat(file.isLost()).isFalse();
      Files.delete(logs);
      assertThat(file.isLost()).isTrue();
      Files.writeString(logs, "no folder any more\n");
      assertThat(file.isLost()).isTrue();
      Files.delete(logs);
      Files.move(folder.resolve("mount"), logs);
      assertThat(file.isLost()).isFalse();
    }
  }

  @Test
  void theMarkerLooksAtAKibibyteAndNoFurther() throws IOException {
    String before = marker(3300);
    byte[] changed = Files.readAllBytes(path);
    changed[3300 - Fingerprint.BYTES - 1] = 'x';
    Files.write(path, changed);
    assertThat(marker(3300)).isEqualTo(before);
    changed[3300 - Fingerprint.BYTES] = 'x';
    Files.write(path, changed);
    assertThat(marker(3300)).isNotEqualTo(before);
  }

  @Test
  void aBirthIsKnownByTheBytesThatFollow() throws IOException {
    String marker = Fingerprint.headMarker("0123456789\n".getBytes(UTF_8));
    assertThat(Fingerprint.fits(marker, file.channel(), 0)).isTrue();
    Files.writeString(path, "012345678_\n", UTF_8);
    assertThat(Fingerprint.fits(marker, file.channel(), 0)).isFalse();
    Files.writeString(path, "0123", UTF_8);
    assertThat(Fingerprint.fits(marker, file.channel(), 0)).isFalse();
  }

  @Test
  void theEndIsTheStartOfTheUnfinishedLine() throws IOException {
    assertThat(file.end().offset()).isEqualTo(3300);
    Files.writeString(path, "one\ntw", UTF_8);
    assertThat(file.end().offset()).isEqualTo(4);
    Files.writeString(path, "no end", UTF_8);
    assertThat(file.end().offset()).isZero();
  }
}
