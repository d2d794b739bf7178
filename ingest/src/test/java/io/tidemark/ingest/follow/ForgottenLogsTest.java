package io.tidemark.ingest.follow;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.ingest.own.Owners;
import io.tidemark.ingest.own.Owners.Standing;
import io.tidemark.model.log.Position;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests what the tailer forgets of logs and files that are gone. */
class ForgottenLogsTest {

  @TempDir Path folder;
  private SteppedLogs logs;

  @BeforeEach
  void openFolder() {
    logs = new SteppedLogs(folder);
  }

  @Test
  void logsThatAreGoneWithAllTheyWereRotatedToAreForgottenAndKnownAgain() throws IOException {
    logs.write("one\n");
    Following following = logs.begin();
    logs.quiet(following);
    for (int i = 0; i < SteppedLogs.LOGS; i++) {
      Path log = folder.resolve("rank-" + i + ".log");
      Files.move(log, folder.resolveSibling(folder.getFileName() + "-" + i));
    }
    logs.quiet(following);
    logs.step(following, RotationPolicy.DEFAULT.lateWrites().toMillis() + 1);
    logs.quiet(following);
    logs.sweep(following);
    assertThat(following.followed().sources()).isEmpty();

    Path back = folder.resolve("rank-0.log");
    Files.move(folder.resolveSibling(folder.getFileName() + "-0"), back);
    Files.writeString(back, "two\n", UTF_8, StandardOpenOption.APPEND);
    logs.step(following, 600);
    logs.quiet(following);

    assertThat(Received.of(logs.outlet.slices).lines("rank-0.log")).containsExactly("one", "two");
    for (int i = 1; i < SteppedLogs.LOGS; i++) {
      Files.delete(folder.resolveSibling(folder.getFileName() + "-" + i));
    }
  }

  @Test
  void aLogWhoseRotatedFileIsThereIsNotForgotten() throws IOException {
    Path log = Files.writeString(folder.resolve("a.log"), "one\n");
    Following following = logs.beginLogs();
    logs.quiet(following);
    Files.move(log, folder.resolve("a.log.1"));
    logs.late(following);
    logs.sweep(following);
    assertThat(following.followed().sources()).containsOnlyKeys(log);
  }

  /** Four rotated files, silent for long enough; the positions of the newer ones always stay. */
  private Following rotatedOften() throws IOException {
    Path log = Files.writeString(folder.resolve("a.log"), "one\n");
    Following following = logs.beginLogs();
    logs.quiet(following);
    for (int i = 1; i <= 4; i++) {
      Files.move(log, folder.resolve("a.log." + i));
      Files.writeString(log, "more\n".repeat(i));
      logs.late(following);
    }
    return following;
  }

  private int ended() {
    logs.outlet.settle();
    return (int) logs.outlet.positions.values().stream().filter(Position::ended).count();
  }

  @Test
  void aFileRenamedSinceItsFolderWasListedKeepsItsPosition() throws IOException {
    Following following = rotatedOften();
    // For a log without a line, the folder is listed in every round.
    Files.writeString(folder.resolve("b.log"), "no line end yet");
    logs.sweep(following);
    logs.step(following, 20);
    Files.move(folder.resolve("a.log.1"), folder.resolve("a.log.5"));
    following.sweep(logs.round(61_000));
    following.sweep(logs.round(61_000));
    assertThat(ended()).isEqualTo(4);
  }

  @Test
  void aFileThatOneSweepMissesAndTheNextFindsKeepsItsPosition() throws IOException {
    Following following = rotatedOften();
    Path rotated = folder.resolve("a.log.1");
    Path aside = Files.move(rotated, folder.resolve("aside"));
    logs.sweep(following);
    Files.move(aside, rotated);
    logs.sweep(following);
    Files.move(rotated, aside);
    logs.sweep(following);
    assertThat(ended()).isEqualTo(4);
    logs.sweep(following);
    assertThat(ended()).isEqualTo(3);
  }

  @Test
  void theFirstSweepClaimsNoLogThatIsGone() throws IOException {
    Path log = Files.writeString(folder.resolve("a.log"), "one\n");
    Following before = logs.beginLogs();
    logs.quiet(before);
    Files.move(log, folder.resolve("elsewhere"));
    logs.late(before);
    Set<String> asked = new HashSet<>();
    Following following = logs.begin(folder + "/*.log", logs.outlet.positions, askedOf(asked));
    assertThat(following.followed().sources()).containsOnlyKeys(log);
    following.sweep(logs.round(61_000));
    assertThat(asked).isEmpty();
    assertThat(following.followed().sources()).isEmpty();
  }

  private static Owners askedOf(Set<String> asked) {
    return new Owners() {
      @Override
      public Standing of(String source) {
        asked.add(source);
        return Standing.CLAIMED;
      }

      @Override
      public boolean current(long steadyMillis) {
        return true;
      }
    };
  }
}
