package io.tidemark.streams.source;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LoudSourcesTest {

  private long nanos;
  private long records;
  private final LoudSources loud = new LoudSources(() -> nanos, () -> records);

  @Test
  void aSliceThatTookLongIsALargeShareHoweverFewItsRecords() {
    took("slow", LoudSources.MOST_TIME.toNanos() + 1);
    took("quick", LoudSources.MOST_TIME.toNanos());

    assertThat(loud.holds("slow")).isTrue();
    assertThat(loud.holds("quick")).isFalse();
  }

  @Test
  void theOthersHaveAsMuchTimeAsALargeShareTook() {
    long time = 2 * LoudSources.MOST_TIME.toNanos();
    took("slow", time);
    assertThat(loud.due()).isFalse();

    took("quick", time / 4);
    assertThat(loud.due()).isFalse();
    nanos += time - time / 4;
    assertThat(loud.due()).isTrue();
  }

  @Test
  void aPublicationThatTookLongIsALargeShareAndOneOfManyRecordsIsNot() {
    LoudSources.Share share = loud.begin();
    records += LoudSources.MOST_RECORDS + 1;
    assertThat(loud.published("wide", share)).isFalse();
    assertThat(loud.holds("wide")).isFalse();

    nanos += LoudSources.MOST_TIME.toNanos() + 1;
    assertThat(loud.published("slow", share)).isTrue();
    assertThat(loud.holds("slow")).isTrue();
  }

  @Test
  void aSourceWithoutALargeShareBetweenTwoFlushesIsForgottenUnlessASliceWaits() {
    took("gone", LoudSources.MOST_TIME.toNanos() + 1);
    took("waits", LoudSources.MOST_TIME.toNanos() + 1);
    loud.flushed("waits"::equals);
    assertThat(loud.holds("gone")).as("it was large since the flush before").isTrue();

    loud.flushed("waits"::equals);
    assertThat(loud.holds("gone")).isFalse();
    assertThat(loud.holds("waits")).isTrue();
  }

  private void took(String source, long time) {
    LoudSources.Share share = loud.begin();
    nanos += time;
    loud.applied(source, share);
  }
}
