package io.tidemark.ingest.follow;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.log.FileStatus;
import io.tidemark.model.log.SliceOrigin;
import io.tidemark.model.log.SliceOrigin.Found;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each slice states the size of its file and the time of its last change. */
class SliceOriginTest {

  private static final Instant CHANGED = Instant.parse("2023-06-19T09:26:13Z");

  @TempDir Path folder;

  private static List<SliceOrigin> origins(Scene scene) {
    return scene.outlet.slices.stream().map(arrived -> arrived.slice().origin()).toList();
  }

  private Scene changed(Scene scene) throws IOException {
    Files.setLastModifiedTime(folder.resolve("a.log"), FileTime.from(CHANGED));
    return scene;
  }

  @Test
  void aSliceSaysHowFarItIsFromTheEndOfItsFile() throws IOException {
    String text = "a line of thirty-two characters\n".repeat(10_000);
    Scene scene = changed(new Scene(folder, "a.log").write("a.log", text)).start().quiet();

    FileStatus whole = new FileStatus(320_000, CHANGED.toEpochMilli());
    assertThat(origins(scene))
        .hasSizeGreaterThan(2)
        .containsOnly(
            new SliceOrigin(null, Map.of(), ZoneId.systemDefault(), whole).found(Found.OLD));

    changed(scene.write("a.log", "more\n")).quiet();
    assertThat(origins(scene))
        .last()
        .as("it came while the file was followed")
        .extracting(SliceOrigin::file, SliceOrigin::found)
        .containsExactly(new FileStatus(320_005, CHANGED.toEpochMilli()), null);
  }

  @Test
  void aFileThatIsNewMayBeReadAsItIsWritten() throws IOException {
    Scene scene = new Scene(folder, "a.log").write("a.log", "one\n").start().quiet();

    assertThat(origins(scene)).extracting(SliceOrigin::found).containsExactly(Found.FRESH);
  }

  @Test
  void theFirstLineOfAFileThatIsFollowedEmptyIsReadAsItIsWritten() throws IOException {
    Scene scene = changed(new Scene(folder, "a.log").write("a.log", "")).start().quiet();
    scene.write("a.log", "one\n").quiet();

    assertThat(origins(scene)).extracting(SliceOrigin::found).containsExactly((Found) null);
  }

  @Test
  void aFileOfTheFarPastHasNoKnownChange() throws IOException {
    Scene scene = new Scene(folder, "a.log").write("a.log", "one\n");
    Files.setLastModifiedTime(folder.resolve("a.log"), FileTime.fromMillis(-5));

    assertThat(origins(scene.start().quiet()))
        .extracting(SliceOrigin::file)
        .containsExactly(new FileStatus(4, null));
  }
}
