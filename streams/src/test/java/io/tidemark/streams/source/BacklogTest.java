package io.tidemark.streams.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class BacklogTest {

  private final AtomicInteger workedOff = new AtomicInteger();
  private final Backlog backlog = new Backlog(Map.of(0, 12L, 1, 0L), workedOff::incrementAndGet);

  @Test
  void itIsWorkedOffWhenEveryPartitionIsReadToItsEndAndPublished() {
    backlog.onPublished(1);
    backlog.onRead(0, 10);
    backlog.onPublished(0);
    assertThat(backlog.holds(0)).isTrue();
    assertThat(workedOff).hasValue(0);

    backlog.onRead(0, 11);
    assertThat(workedOff).as("read, not published").hasValue(0);
    backlog.onPublished(0);
    assertThat(workedOff).hasValue(1);
  }

  @Test
  void aPartitionWithoutRecordsIsOnlyToBePublishedAgain() {
    backlog.onRead(0, 11);
    backlog.onPublished(0);
    assertThat(workedOff).hasValue(0);

    backlog.onPublished(1);
    assertThat(workedOff).hasValue(1);
  }

  @Test
  void itIsWorkedOffOnce() {
    backlog.onRead(0, 11);
    for (int flush = 0; flush < 3; flush++) {
      backlog.onPublished(0);
      backlog.onPublished(1);
      backlog.onRead(0, 12 + flush);
    }

    assertThat(workedOff).hasValue(1);
    assertThat(backlog.holds(0)).isFalse();
  }

  @Test
  void aRecordReadAgainAfterALostTransactionMovesNothingBack() {
    backlog.onPublished(1);
    backlog.onRead(0, 11);
    backlog.onRead(0, 4);
    backlog.onPublished(0);

    assertThat(workedOff).hasValue(1);
  }
}
