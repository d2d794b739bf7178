package io.tidemark.ingest.follow;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.ingest.find.Finder;
import io.tidemark.ingest.folder.Siblings;
import io.tidemark.ingest.generation.Round;
import io.tidemark.ingest.own.Owners;
import io.tidemark.ingest.own.Standing;
import io.tidemark.ingest.rotation.Look;
import io.tidemark.model.Position;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The work of a look over many logs, counted in listings of their folder. */
class ManyLogsTest {

  private static final int LOGS = 60;

  @TempDir Path folder;

  private final MemoryOutlet outlet = MemoryOutlet.prompt();
  private long millis = 1_000_000;

  private void write(String text) throws IOException {
    for (int i = 0; i < LOGS; i++) {
      Files.writeString(folder.resolve("rank-" + i + ".log"), text, UTF_8);
    }
  }

  private Following begin() {
    return begin(folder.toString(), Map.of(), Owners.ALONE);
  }

  private Following begin(String log, Map<String, Position> known, Owners owners) {
    Finder finder = Finder.of(List.of(log), false);
    Setup setup =
        new Setup(
            finder, false, false, new ByteArrayInputStream(new byte[0]), RotationPolicy.DEFAULT);
    Following following = new Following(setup, known, owners, new Following.Lasting());
    following.begin(round(0));
    return following;
  }

  private Following beginLogs() {
    return begin(folder + "/*.log", Map.of(), Owners.ALONE);
  }

  private Round round(long passed) {
    millis += passed;
    return new Round(millis, millis, false, 5000, new byte[512 * 1024], outlet);
  }

  private void step(Following following, long passed) {
    Round round = round(passed);
    outlet.settle();
    following.lookAround(round);
    following.settle(round);
    following.poll(round);
  }

  private static long listings(Following following) {
    return following.registry().siblings().listings();
  }

  @Test
  void theFirstLookListsTheFolderOnceOrTwiceForAllLogs() throws IOException {
    write("one\n");
    assertThat(listings(begin())).isLessThanOrEqualTo(2);
  }

  @Test
  void aLookListsTheFolderOnceForAllLogsThatBegin() throws IOException {
    write("no line end yet");
    Following following = begin();
    for (int i = 0; i < 5; i++) {
      long before = listings(following);
      step(following, 20);
      assertThat(listings(following) - before).isLessThanOrEqualTo(1);
    }
  }

  @Test
  void aLookForNewFilesListsTheFolderOnce() throws IOException {
    write("one\n");
    Following following = begin();
    quiet(following);
    long before = listings(following);
    step(following, 600);
    assertThat(listings(following) - before).isOne();
  }

  @Test
  void aLookListsTheFolderOnceForAllLogsThatWereCut() throws IOException {
    write("one\ntwo\n");
    Following following = begin();
    quiet(following);
    write("three\n");
    long before = listings(following);
    step(following, 20);
    assertThat(listings(following) - before).isOne();
  }

  private void quiet(Following following) {
    for (int i = 0; i < 20; i++) {
      step(following, 20);
    }
  }

  private void sweep(Following following) {
    step(following, 61_000);
    following.sweep(round(0));
  }

  @Test
  void logsThatAreGoneWithAllTheyWereRotatedToAreForgottenAndKnownAgain() throws IOException {
    write("one\n");
    Following following = begin();
    quiet(following);
    for (int i = 0; i < LOGS; i++) {
      Path log = folder.resolve("rank-" + i + ".log");
      Files.move(log, folder.resolveSibling(folder.getFileName() + "-" + i));
    }
    quiet(following);
    step(following, RotationPolicy.DEFAULT.lateWrites().toMillis() + 1);
    quiet(following);
    sweep(following);
    assertThat(following.followed().sources()).isEmpty();

    Path back = folder.resolve("rank-0.log");
    Files.move(folder.resolveSibling(folder.getFileName() + "-0"), back);
    Files.writeString(back, "two\n", UTF_8, StandardOpenOption.APPEND);
    step(following, 600);
    quiet(following);

    assertThat(Received.of(outlet.slices).lines("rank-0.log")).containsExactly("one", "two");
    for (int i = 1; i < LOGS; i++) {
      Files.delete(folder.resolveSibling(folder.getFileName() + "-" + i));
    }
  }

  @Test
  void aLogWhoseRotatedFileIsThereIsNotForgotten() throws IOException {
    Path log = Files.writeString(folder.resolve("a.log"), "one\n");
    Following following = beginLogs();
    quiet(following);
    Files.move(log, folder.resolve("a.log.1"));
    late(following);
    sweep(following);
    assertThat(following.followed().sources()).containsOnlyKeys(log);
  }

  private void late(Following following) {
    quiet(following);
    step(following, RotationPolicy.DEFAULT.lateWrites().toMillis() + 1);
    quiet(following);
  }

  /** Rotated twice, and both silent for long enough; the position of the newer one always stays. */
  private Following rotatedTwice() throws IOException {
    Path log = Files.writeString(folder.resolve("a.log"), "one\n");
    Following following = beginLogs();
    quiet(following);
    for (int i = 1; i <= 2; i++) {
      Files.move(log, folder.resolve("a.log." + i));
      Files.writeString(log, "more\n".repeat(i));
      late(following);
    }
    return following;
  }

  private int ended() {
    outlet.settle();
    return (int) outlet.positions.values().stream().filter(Position::ended).count();
  }

  @Test
  void aFileRenamedSinceItsFolderWasListedKeepsItsPosition() throws IOException {
    Following following = rotatedTwice();
    // A log without a line yet has the folder listed in every round.
    Files.writeString(folder.resolve("b.log"), "no line end yet");
    sweep(following);
    step(following, 20);
    Files.move(folder.resolve("a.log.1"), folder.resolve("a.log.3"));
    following.sweep(round(61_000));
    following.sweep(round(61_000));
    assertThat(ended()).isEqualTo(2);
  }

  @Test
  void aFileThatOneSweepMissesAndTheNextFindsKeepsItsPosition() throws IOException {
    Following following = rotatedTwice();
    Path rotated = folder.resolve("a.log.1");
    Path aside = Files.move(rotated, folder.resolve("aside"));
    sweep(following);
    Files.move(aside, rotated);
    sweep(following);
    Files.move(rotated, aside);
    sweep(following);
    assertThat(ended()).isEqualTo(2);
    sweep(following);
    assertThat(ended()).isOne();
  }

  @Test
  void theFirstSweepClaimsNoLogThatIsGone() throws IOException {
    Path log = Files.writeString(folder.resolve("a.log"), "one\n");
    Following before = beginLogs();
    quiet(before);
    Files.move(log, folder.resolve("elsewhere"));
    late(before);
    Set<String> asked = new HashSet<>();
    Following following = begin(folder + "/*.log", outlet.positions, askedOf(asked));
    assertThat(following.followed().sources()).containsOnlyKeys(log);
    following.sweep(round(61_000));
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

  @Test
  void aCopyThatCameAfterTheFolderWasListedIsNoLogOfItsOwn() throws IOException {
    Path log = Files.writeString(folder.resolve("a.log"), "one\n");
    Following following = begin();
    quiet(following);
    FileRegistry registry = following.registry();
    registry.look(Look.AT_ALL);
    assertThat(registry.siblings().of(log)).isEmpty();
    Path copy = Files.copy(log, folder.resolve("a.log.1"));
    registry.visit(copy, FileRegistry.From.START, round(0));
    assertThat(following.followed().sources()).containsOnlyKeys(log);
  }

  @Test
  void aRoundThatLooksForNoNewFilesListsTheFolderAnew() throws IOException {
    Path log = Files.writeString(folder.resolve("a.log"), "one\n");
    Following following = begin();
    Path rotated = Files.writeString(folder.resolve("a.log.1"), "none\n");
    following.settle(round(20));
    assertThat(following.registry().siblings().of(log))
        .extracting(Siblings.Sibling::path)
        .containsExactly(rotated);
  }
}
