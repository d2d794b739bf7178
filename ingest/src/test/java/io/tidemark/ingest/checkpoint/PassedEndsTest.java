package io.tidemark.ingest.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.ingest.content.FileSource;
import io.tidemark.ingest.find.Finder;
import io.tidemark.ingest.generation.GoneFile;
import io.tidemark.ingest.rotation.Opener;
import io.tidemark.model.log.Position;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PassedEndsTest {

  @TempDir Path folder;

  private final PassedEnds ends = new PassedEnds();
  private FileSource file;

  @BeforeEach
  void open() throws IOException {
    Path path = Files.writeString(folder.resolve("a.log"), "banner\n");
    // The time of change must differ from the birth time, or the birth counts as unknown.
    Files.setLastModifiedTime(path, FileTime.fromMillis(1_600_000_000_000L));
    Finder finder = Finder.of(List.of(path.toString()), false);
    file = new Opener(finder, List.of()).open(path);
  }

  @AfterEach
  void close() throws IOException {
    file.close();
  }

  /** An earlier file with the same inode. */
  private GoneFile before(long born) {
    String uri = "file:///a.log";
    return new GoneFile(
        new Position(
            "a.log",
            new Position.FileIdentity(uri, file.fileKey(), born),
            0,
            0,
            "",
            false,
            new Position.Lineage(1, "@", uri)),
        0,
        GoneFile.When.WHILE_DOWN);
  }

  @Test
  void aFileThatWasPassedOverIsReadFromItsEndThen() throws IOException {
    ends.add(file, file.end());
    assertThat(ends.startOf(file).offset()).isEqualTo(7);
  }

  @Test
  void aFileThatBeginsAlikeOnTheSameInodeIsReadFromItsStart() throws IOException {
    ends.add(before(file.bornNanos() + 1), file.end());
    // If the birth time is unknown, only the content is compared.
    assertThat(ends.startOf(file).offset()).isEqualTo(file.bornNanos() == 0 ? 7 : 0);
  }

  @Test
  void aFileOfUnknownBirthIsKnownByItsContent() throws IOException {
    ends.add(before(0), file.end());
    assertThat(ends.startOf(file).offset()).isEqualTo(7);
    ends.forget(before(0));
    assertThat(ends.startOf(file).offset()).isZero();
  }
}
