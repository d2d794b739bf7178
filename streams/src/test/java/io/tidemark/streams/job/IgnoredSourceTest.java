package io.tidemark.streams.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.log.RunId;
import io.tidemark.model.run.RunStatus;
import io.tidemark.streams.job.PlantedFault.Bug;
import io.tidemark.streams.source.FailedSources;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** A source that fails too often is ignored, and what is dropped of it is a gap. */
class IgnoredSourceTest extends FailingSource {

  @ParameterizedTest
  @EnumSource(value = Bug.class, mode = EnumSource.Mode.EXCLUDE, names = "STORE_LATER")
  void theThirdFaultWithinAnHourSilencesTheSource(Bug bug) {
    open(bug);
    for (int fault = 1; fault <= FailedSources.TOO_MANY; fault++) {
      assertThat(job.slicesIgnored()).isZero();
      job.slice(BAD, POISON);
      read();
    }
    assertThat(failure(2).sourceIgnored()).isFalse();
    assertThat(failure(3).sourceIgnored()).isTrue();

    job.slice(BAD, "start\n").slice(BAD, POISON).slice("a.log", "start\n");
    read();

    assertThat(job.slicesIgnored()).isEqualTo(2);
    assertThat(runs).hasSize(4);
    assertThat(letters).hasSize(3);
    assertThat(runs.get(new RunId("a.log", 1)).lines()).isEqualTo(lines(1));
  }

  @Test
  void faultsFurtherApartSilenceNothing() {
    open(Bug.AFTER);
    for (int fault = 1; fault <= 5; fault++) {
      job.slice(BAD, POISON).later(FailedSources.WITHIN.toMillis() / 2 + 1);
      read();
    }

    assertThat(job.slicesIgnored()).isZero();
    assertThat(failure(5).sourceIgnored()).isFalse();
  }

  @Test
  void theWallClockDoesNotCount() {
    open(Bug.AFTER);
    job.slice(BAD, POISON).slice(BAD, POISON).later(Duration.ofHours(2).toMillis());
    job.slice(BAD, POISON);
    read();

    assertThat(failure(3).sourceIgnored()).isFalse();
  }

  private void silence() {
    open(Bug.AFTER);
    job.slice(BAD, "start\n");
    read();
    job.slice(BAD, POISON).slice(BAD, POISON).slice(BAD, POISON).slice(BAD, "start\n");
    read();
    assertThat(job.slicesIgnored()).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({"true, false", "false, true", "true, true"})
  void aRestartOrANewGenerationLiftsTheSilenceAndWhatWasDroppedIsAGap(
      boolean restarted, boolean newFile) {
    silence();
    if (restarted) {
      restart();
    }
    if (newFile) {
      job.newFile("h");
    }
    job.slice(BAD, "start\n");
    read();

    assertThat(run(3).read().gapBytes()).isEqualTo(POISON.length() + "start\n".length());
    assertThat(run(3).gaps()).isEqualTo(1);
    assertThat(run(4).generation().equals("h")).isEqualTo(newFile);
    assertThat(run(4).lines()).isEqualTo(lines(1));
    assertThat(run(4).gaps()).isZero();
    job.slice(BAD, POISON);
    read();
    assertThat(failure(4).sourceIgnored()).as("counted anew").isFalse();
  }

  @Test
  void everyByteIsReadOnceOrInAGap() {
    silence();
    restart();
    job.slice(BAD, "start\n").slice(BAD, POISON).slice(BAD, "start\n");
    read();

    long bytes = 4L * ("start\n".length() + POISON.length());
    long inGaps = 0;
    long lines = 0;
    for (RunStatus run : runs.values()) {
      inGaps += run.read().gapBytes();
      lines += run.lines().read();
    }
    assertThat(lines * "start\n".length() + inGaps).isEqualTo(bytes);
  }
}
