package io.tidemark.streams.publish;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.processor.api.MockProcessorContext.CapturedPunctuator;
import org.junit.jupiter.api.Test;

class FlushTimerTest {

  private static final Duration MOST = Duration.ofMillis(250);

  private final MockProcessorContext<byte[], byte[]> task = new MockProcessorContext<>();
  private final DueFlushes due = new DueFlushes();
  private final List<Long> flushes = new ArrayList<>();
  private final FlushTimer timer = new FlushTimer(task, due, flushes::add);

  private List<CapturedPunctuator> running() {
    return task.scheduledPunctuators().stream().filter(one -> !one.cancelled()).toList();
  }

  @Test
  void itRingsOnceAndAPollWaitsNoLonger() {
    timer.set(Instant.ofEpochMilli(1_020));
    assertThat(due.untilNext(MOST, 1_000)).isEqualTo(Duration.ofMillis(20));

    running().get(0).getPunctuator().punctuate(1_021);

    assertThat(flushes).containsExactly(1_021L);
    assertThat(timer.ringsBy(Long.MAX_VALUE)).isFalse();
    assertThat(due.untilNext(MOST, 1_021)).isEqualTo(MOST);
    assertThat(running()).isEmpty();
  }

  @Test
  void aTimeThatPassedWhileItWasSetIsMissedByAMillisecondAtMost() {
    timer.set(Instant.ofEpochMilli(1_020));

    assertThat(running())
        .extracting(CapturedPunctuator::getInterval)
        .containsExactly(Duration.ofMillis(1));
  }

  @Test
  void setAnewItRingsAtTheNewTimeAlone() {
    timer.set(Instant.ofEpochMilli(1_300));
    timer.set(Instant.ofEpochMilli(1_020));

    assertThat(running()).hasSize(1);
    assertThat(timer.ringsBy(1_020)).isTrue();
    assertThat(timer.ringsBy(1_019)).isFalse();
    assertThat(due.untilNext(MOST, 1_000)).isEqualTo(Duration.ofMillis(20));
    timer.stop();
    assertThat(due.untilNext(MOST, 1_000)).isEqualTo(MOST);
    assertThat(running()).isEmpty();
  }
}
