package io.tidemark.streams.job;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.log.Slice;
import io.tidemark.model.wire.Topics;
import io.tidemark.streams.source.DeadLetters;
import io.tidemark.streams.source.SliceTime;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Random;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class PoisonTest {

  @TempDir Path stateDir;

  @Test
  void aRecordThatIsNoSliceBecomesADeadLetterAndTheRestGoesOn() {
    byte[] noise = new byte[900 * 1024];
    new Random(7).nextBytes(noise);

    try (Transcript job = new Transcript(stateDir, LineCount::new)) {
      job.slice("a.log", "one\n").raw("a.log", noise).slice("a.log", "two\n").flush();

      assertThat(job.values(Topics.DEAD_LETTERS)).containsExactly(noise);
      assertThat(job.values(Topics.RUNS)).extracting(run -> run.lines().read()).containsExactly(2L);
    }
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(strings = {"", "a\0b"})
  void aSliceOfNoPossibleSourceBecomesADeadLetter(String source) {
    byte[] bytes = "one\n".getBytes(UTF_8);

    try (Transcript job = new Transcript(stateDir, LineCount::new)) {
      job.sliceAt(source, 0, bytes).flush();

      assertThat(job.values(Topics.DEAD_LETTERS)).containsExactly(bytes);
      assertThat(job.values(Topics.RUNS)).isEmpty();
    }
  }

  @Test
  void aRecordWithoutValueBecomesADeadLetter() {
    try (Transcript job = new Transcript(stateDir, LineCount::new)) {
      job.raw("a.log", null).flush();

      assertThat(job.records(Topics.DEAD_LETTERS))
          .extracting(TestRecord::getKey)
          .containsExactly("a.log".getBytes(UTF_8));
    }
  }

  @Test
  void aSliceThatEndsBeyondEveryOffsetBecomesADeadLetter() {
    try (Transcript job = new Transcript(stateDir, LineCount::new)) {
      job.sliceAt("a.log", Long.MAX_VALUE - 1, "one\n".getBytes(UTF_8)).flush();

      assertThat(job.values(Topics.DEAD_LETTERS)).hasSize(1);
      assertThat(job.values(Topics.RUNS)).isEmpty();
    }
  }

  @Test
  void aSliceLargerThanAnyTailerShipsBecomesADeadLetter() {
    try (Transcript job = new Transcript(stateDir, LineCount::new)) {
      job.sliceAt("a.log", 0, new byte[Slice.MAX_BYTES + 1]).flush();

      assertThat(job.values(Topics.DEAD_LETTERS)).hasSize(1);
      assertThat(job.values(Topics.RUNS)).isEmpty();
    }
  }

  @Test
  void aRecordTooLargeToTravelWithItsReasonLeavesItsHead() {
    byte[] huge = new byte[DeadLetters.MAX_BYTES];

    try (Transcript job = new Transcript(stateDir, LineCount::new)) {
      job.raw("a.log", huge).flush();

      TestRecord<byte[], byte[]> letter = job.records(Topics.DEAD_LETTERS).get(0);
      assertThat(letter.getValue()).hasSize(DeadLetters.HEAD_BYTES);
      assertThat(letter.getHeaders().lastHeader(DeadLetters.CUT).value())
          .asString(UTF_8)
          .isEqualTo(Integer.toString(huge.length));
      assertThat(letter.getHeaders().lastHeader("__streams.errors.message")).isNotNull();
    }
  }

  @Test
  void aSliceThatClaimsAFarFutureIsHeldToTheTimeOfItsRecord() {
    assertThat(timeOf(slice(Long.MAX_VALUE), 1_000)).isEqualTo(1_000);
  }

  @Test
  void aReplayedSliceKeepsItsOwnTime() {
    assertThat(timeOf(slice(500), 1_000)).isEqualTo(500);
  }

  @Test
  void aRecordWithoutATimeTakesTheTimeOfItsSlice() {
    assertThat(timeOf(slice(500), -1)).isEqualTo(500);
  }

  private static Slice slice(long toMillis) {
    return new Slice("g", 0, 4, 1, false, false, 0, toMillis, "one\n".getBytes(UTF_8));
  }

  private static long timeOf(Slice slice, long recordMillis) {
    ConsumerRecord<Object, Object> record =
        new ConsumerRecord<>(
            Topics.LINES.name(),
            0,
            0,
            recordMillis,
            TimestampType.CREATE_TIME,
            0,
            0,
            "a.log",
            slice,
            new RecordHeaders(),
            Optional.empty());
    return new SliceTime().extract(record, 0);
  }
}
