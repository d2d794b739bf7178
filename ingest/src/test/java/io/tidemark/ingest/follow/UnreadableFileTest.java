package io.tidemark.ingest.follow;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.ingest.content.ByteSource;
import io.tidemark.ingest.content.ContentPrints;
import io.tidemark.ingest.content.FileSource;
import io.tidemark.ingest.content.Fingerprint;
import io.tidemark.ingest.content.ReadPosition;
import io.tidemark.ingest.find.Finder;
import io.tidemark.ingest.generation.Generation;
import io.tidemark.ingest.generation.GenerationName;
import io.tidemark.ingest.generation.LineCounts;
import io.tidemark.ingest.generation.Place;
import io.tidemark.ingest.generation.Round;
import io.tidemark.ingest.generation.Source;
import io.tidemark.ingest.rotation.Opener;
import io.tidemark.model.log.Position;
import io.tidemark.model.log.Slice;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests open files and pipes whose every read fails. */
class UnreadableFileTest {

  private static final long PATIENCE = RotationPolicy.DEFAULT.unreadable().toMillis();

  @TempDir Path folder;

  private final MemoryOutlet outlet = MemoryOutlet.prompt();
  private final LineCounts counts = new LineCounts();
  private final Expiry expiry = new Expiry(RotationPolicy.DEFAULT, counts);
  private final Source source = new Source("a.log", Path.of("/logs/a.log"), Map.of());
  private long millis;

  private Round round(long passed) {
    millis += passed;
    return new Round(millis, millis, false, 5000, new byte[8192], outlet);
  }

  private void pass(int rounds, long millisEach) {
    for (int i = 0; i < rounds; i++) {
      outlet.settle();
      Round round = round(millisEach);
      source.poll(round);
      expiry.expire(source, round);
    }
  }

  private Generation generation(int number, ByteSource file) {
    GenerationName name = GenerationName.next(source, number, (begun, from) -> null);
    return new Generation(name, file, ReadPosition.START, new ContentPrints(), counts);
  }

  @Test
  void theRestOfARenamedFileThatCannotBeReadIsAGapAndTheNextGenerationGoesOn() {
    source.add(generation(1, new FailingFile("one\ntwo\nthree\n", 8)), round(0));
    source.add(generation(2, new FailingFile("next\n", 5)), round(0));
    pass(20, 20);
    assertThat(texts()).containsExactly("one\ntwo\n");

    pass(20, PATIENCE / 10);

    assertThat(texts()).containsExactly("one\ntwo\n", "", "next\n");
    Slice gap = outlet.slices.get(1).slice();
    assertThat(gap.isLost()).isTrue();
    assertThat(gap.offset()).isEqualTo(8);
    assertThat(gap.length()).isEqualTo(6);
    assertThat(counts.lost(LineCounts.Reason.UNREADABLE)).isOne();
    assertThat(counts.lostBytes()).isEqualTo(6);
    assertThat(outlet.positions.values())
        .filteredOn(Position::ended)
        .singleElement()
        .matches(end -> end.offset() == 14 && end.marker().startsWith("unread6:"));
  }

  private List<String> texts() {
    return outlet.slices.stream()
        .filter(arrived -> arrived.source().equals("a.log"))
        .map(arrived -> new String(arrived.slice().bytes(), UTF_8))
        .toList();
  }

  @Test
  void aLiveFileThatCannotBeReadIsTriedForEverAndReadOnWhenItCan() {
    FailingFile file = new FailingFile("one\ntwo\n", 4);
    source.add(generation(1, file), round(0));
    pass(20, PATIENCE);
    assertThat(counts.lost(LineCounts.Reason.UNREADABLE)).isZero();
    assertThat(source.generations()).allMatch(generation -> generation.failures().any());

    file.heal();
    pass(20, 20);

    assertThat(texts()).containsExactly("one\n", "two\n");
    assertThat(source.generations()).noneMatch(generation -> generation.failures().any());
  }

  @Test
  void aFileThatFailsForAMomentNowAndThenLosesNothing() {
    FailingFile file = new FailingFile("one\ntwo\nthree\n", 4);
    source.add(generation(1, file), round(0));
    source.add(generation(2, new FailingFile("next\n", 5)), round(0));
    pass(20, 20);
    file.heal(8);
    pass(2, PATIENCE);
    pass(20, 20);
    file.heal();
    pass(20, 20);
    assertThat(texts()).containsExactly("one\n", "two\n", "three\n", "next\n");
    assertThat(counts.lost(LineCounts.Reason.UNREADABLE)).isZero();
    assertThat(counts.lostBytes()).isZero();
  }

  @Test
  void aLogWhoseReadsFailedForLongIsNotGivenUpAsSoonAsItIsRenamed() {
    FailingFile file = new FailingFile("one\ntwo\n", 4);
    source.add(generation(1, file), round(0));
    pass(20, PATIENCE);
    source.add(generation(2, new FailingFile("next\n", 5)), round(0));
    pass(20, 20);
    file.heal();
    pass(20, 20);
    assertThat(texts()).containsExactly("one\n", "two\n", "next\n");
    assertThat(counts.lost(LineCounts.Reason.UNREADABLE)).isZero();
  }

  @Test
  void aRenamedFileBehindWhichNothingWaitsIsTriedForEver() {
    FailingFile file = new FailingFile("one\ntwo\n", 4);
    Generation generation = generation(1, file);
    source.add(generation, round(0));
    generation.moved(new Place.Away(millis));
    pass(20, PATIENCE);
    file.heal();
    pass(20, 20);
    assertThat(texts()).containsExactly("one\n", "two\n");
    assertThat(counts.lost(LineCounts.Reason.UNREADABLE)).isZero();
  }

  @Test
  void aRenamedFileThatFailsAfterItsEndIsWaitedForWhileNewerLinesGoOn() {
    FailingFile file = new FailingFile("one\n", 4);
    source.add(generation(1, file), round(0));
    source.add(generation(2, new FailingFile("next\n", 5)), round(0));
    pass(20, 20);
    file.grow("late\n");
    pass(20, RotationPolicy.DEFAULT.lateWrites().toMillis());
    file.heal();
    pass(20, 20);
    assertThat(texts()).containsExactly("one\n", "next\n", "late\n");
    assertThat(counts.lost(LineCounts.Reason.UNREADABLE)).isZero();
  }

  @Test
  void aFileThatFailedOnceIsNotGivenUpWhileTheBrokerIsAway() {
    FailingFile file = new FailingFile("one\ntwo\n", 4);
    source.add(generation(1, file), round(0));
    source.add(generation(2, new FailingFile("next\n", 5)), round(0));
    pass(20, 20);
    assertThat(source.generations().get(0).failures().any()).isTrue();
    outlet.away();
    while (outlet.hasRoom()) {
      outlet.send("b.log", Slice.lost("b", 0, 1, 0), () -> {});
    }
    pass(20, PATIENCE);
    outlet.back();
    file.heal();
    pass(20, 20);
    assertThat(texts()).containsExactly("one\n", "two\n", "next\n");
    assertThat(counts.lost(LineCounts.Reason.UNREADABLE)).isZero();
  }

  @Test
  void theCopyOfALogWhoseReadsFailedIsReadBeforeItIsGivenUp() throws IOException {
    Path copy = Files.writeString(folder.resolve("a.log.1"), "one\ntwo\n");
    Generation generation = generation(1, new FailingFile("one\ntwo\n", 4));
    source.add(generation, round(0));
    pass(20, 20);
    pass(20, PATIENCE);
    source.succeed(generation, generation(2, new FailingFile("next\n", 5)), millis);
    Finder finder = Finder.of(List.of(copy.toString()), false);
    try (FileSource file = new Opener(finder, List.of()).open(copy)) {
      generation.goOnIn(file);
      expiry.expire(source, round(0));
      pass(20, 20);
    }
    assertThat(texts()).containsExactly("one\n", "two\n", "next\n");
    assertThat(counts.lost(LineCounts.Reason.UNREADABLE)).isZero();
  }

  @Test
  void aFileOfWhichNothingWasReadIsKnownAgainByItsBirthOnly() {
    FailingFile file = new FailingFile("one\n", 0);
    assertThat(endOf(file).marker()).startsWith("unread4:");
    assertThat(endOf(FailingFile.bornUnknown("one\n", 0)).marker()).isEqualTo(Fingerprint.LOST);
  }

  /** The position that is stored when the file is given up. */
  private Position endOf(ByteSource file) {
    Source log = new Source("b.log", Path.of("/logs/b.log"), Map.of());
    outlet.positions.clear();
    Generation generation = generation(1, file);
    log.add(generation, round(0));
    generation.loseUnreadable(generation.reader().unreadBytes(), round(0));
    for (int i = 0; i < 20; i++) {
      outlet.settle();
      log.poll(round(20));
    }
    return outlet.positions.values().stream().filter(Position::ended).findFirst().orElseThrow();
  }
}
