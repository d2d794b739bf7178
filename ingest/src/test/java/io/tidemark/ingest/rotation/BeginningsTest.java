package io.tidemark.ingest.rotation;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.ingest.content.FileSource;
import io.tidemark.ingest.find.Finder;
import io.tidemark.ingest.generation.GoneFile;
import io.tidemark.model.log.Position;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BeginningsTest {

  @TempDir Path folder;

  private final CopyJudge.Beginnings beginnings = new CopyJudge.Beginnings();

  private static GoneFile file(String key, long born) {
    return new GoneFile(
        new Position(
            "a.log",
            new Position.FileIdentity("file:///a.log", key, born),
            0,
            0,
            "",
            false,
            new Position.Lineage(1, "@", "file:///a.log")),
        0,
        GoneFile.When.WHILE_DOWN);
  }

  private FileSource here() throws IOException {
    Path path = Files.writeString(folder.resolve("a.log"), "one\n");
    Finder finder = Finder.of(List.of(path.toString()), false);
    return new Opener(finder, List.of()).open(path);
  }

  @Test
  void anInodeThatComesBackWithAnotherBirthIsAnotherFile() throws IOException {
    try (FileSource file = here()) {
      beginnings.add(file);
      assertThat(beginnings.contains(file)).isTrue();
      beginnings.add(file(file.fileKey(), file.bornNanos() + 1));
      assertThat(beginnings.contains(file)).isEqualTo(file.bornNanos() == 0);
    }
  }

  @Test
  void onlyTheNewestAreKept() throws IOException {
    try (FileSource file = here()) {
      beginnings.add(file);
      for (int i = 1; i < CopyJudge.Beginnings.MOST; i++) {
        beginnings.add(file("(dev=1,ino=" + i + ")", i));
      }
      assertThat(beginnings.contains(file)).isTrue();
      beginnings.add(file("(dev=1,ino=0)", 1));
      assertThat(beginnings.contains(file)).isFalse();
    }
  }
}
