package io.tidemark.streams.source;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LoudSourcesTest {

  private long nanos;
  private final LoudSources loud = new LoudSources(() -> nanos);

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

  private void took(String source, long time) {
    LoudSources.Share share = loud.begin(0);
    nanos += time;
    loud.took(source, share, 1);
  }
}
