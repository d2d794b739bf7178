package io.tidemark.ingest.follow;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.ingest.content.FileShape;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The cost of a look over many logs, counted in listings of their folder. */
class ManyLogsTest {

  @TempDir Path folder;
  private SteppedLogs logs;

  @BeforeEach
  void openFolder() {
    logs = new SteppedLogs(folder);
  }

  @Test
  void theFirstLookListsTheFolderOnceOrTwiceForAllLogs() throws IOException {
    logs.write("one\n");
    assertThat(logs.listings(logs.begin())).isLessThanOrEqualTo(2);
  }

  @Test
  void aLookListsTheFolderOnceForAllLogsThatBegin() throws IOException {
    logs.write("no line end yet");
    Following following = logs.begin();
    for (int i = 0; i < 5; i++) {
      long before = logs.listings(following);
      logs.step(following, 20);
      assertThat(logs.listings(following) - before).isLessThanOrEqualTo(1);
    }
  }

  @Test
  void aLookForNewFilesListsTheFolderOnce() throws IOException {
    logs.write("one\n");
    Following following = logs.begin();
    logs.quiet(following);
    long before = logs.listings(following);
    logs.step(following, 600);
    assertThat(logs.listings(following) - before).isOne();
  }

  @Test
  void aLookListsTheFolderOnceForAllLogsThatWereCut() throws IOException {
    logs.write("one\ntwo\n");
    Following following = logs.begin();
    logs.quiet(following);
    logs.write("three\n");
    long before = logs.listings(following);
    logs.step(following, 20);
    assertThat(logs.listings(following) - before).isOne();
  }

  @Test
  void aCopyThatCameAfterTheFolderWasListedIsNoLogOfItsOwn() throws IOException {
    Path log = Files.writeString(folder.resolve("a.log"), "one\n");
    Following following = logs.begin();
    logs.quiet(following);
    FileRegistry registry = following.registry();
    registry.look(true);
    assertThat(registry.siblings().of(log)).isEmpty();
    Path copy = Files.copy(log, folder.resolve("a.log.1"));
    registry.visit(copy, FileRegistry.From.START, logs.round(0));
    assertThat(following.followed().sources()).containsOnlyKeys(log);
  }

  @Test
  void aRoundThatLooksForNoNewFilesListsTheFolderAnew() throws IOException {
    Path log = Files.writeString(folder.resolve("a.log"), "one\n");
    Following following = logs.begin();
    Path rotated = Files.writeString(folder.resolve("a.log.1"), "none\n");
    following.settle(logs.round(20));
    assertThat(following.registry().siblings().of(log))
        .extracting(FileShape::path)
        .containsExactly(rotated);
  }
}
