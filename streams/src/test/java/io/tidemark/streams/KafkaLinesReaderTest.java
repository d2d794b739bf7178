package io.tidemark.streams;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;

class KafkaLinesReaderTest {

  private final PaperLines lines = new PaperLines();
  private final KafkaLinesReader reader = new KafkaLinesReader(lines::consumer, 0);

  private void add(int records) {
    for (int i = 0; i < records; i++) {
      lines.add("b.log".getBytes(UTF_8), "text".getBytes(UTF_8), new RecordHeaders(), 0);
    }
  }

  /**
   * Reads up to {@code last} while slices are at hand; returns where the next read would continue.
   */
  private long readOn(long from, long last) {
    long next = from;
    for (long read = -1; read != next && next <= last; ) {
      read = next;
      next = reader.read("a.log", read, last).next();
    }
    return next;
  }

  /** They may be postponed before the next read; if skipped, they would be lost. */
  @Test
  void recordsBehindTheLastOneAreNotPassedOver() {
    add(5);

    assertThat(readOn(0, 2)).isEqualTo(3);
  }

  @Test
  void whatRetentionTookIsPassedOverUpToTheLastOne() {
    add(5);
    lines.takenByRetention();
    add(1);

    assertThat(reader.read("a.log", 1, 2).next()).isEqualTo(3);
    assertThat(reader.read("a.log", 1, 5).next()).isEqualTo(5);
  }
}
