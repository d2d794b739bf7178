package io.tidemark.analysis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.log.Slice;
import io.tidemark.model.run.Refusals;
import org.junit.jupiter.api.Test;

/** Missing bytes while a line of the newest file waits for its last part. */
class GapsTest {

  private static final String PART = "2026-11-22T05:54:09.123456789Z stderr ";
  private static final String HEAD =
      PART + "P Always | FATAL    | Out of Memory: Not enough space to\n";
  private static final String TAIL =
      PART + "F  allocate 96 B DRAM buffer across 12 banks, where each bank needs to store 8 B\n";

  private final LogRun run = new LogRun();

  private static Slice slice(String generation, long offset, String text) {
    byte[] bytes = text.getBytes(UTF_8);
    return new Slice(generation, offset, bytes.length, 1, false, false, 1, 2, bytes);
  }

  private long failures() {
    run.publish();
    Refusals refused = run.runs.lastEntry().getValue().failures().refused();
    return refused == null ? 0 : refused.count();
  }

  @Test
  void aGapOfAnOlderFileDoesNotCutIt() {
    run.feed(slice("older", 0, "a line\n"));
    run.feed(slice("newest", 0, HEAD));
    run.feed(Slice.lost("older", 7, 100, 2));
    run.feed(slice("newest", HEAD.length(), TAIL));
    assertThat(failures()).isEqualTo(1);
    assertThat(run.runs.lastEntry().getValue().gaps()).isEqualTo(1);
  }

  @Test
  void aGapOfItsOwnFileDoes() {
    run.feed(slice("newest", 0, HEAD));
    run.feed(Slice.lost("newest", HEAD.length(), 100, 2));
    run.feed(slice("newest", HEAD.length() + 100, TAIL));
    assertThat(failures()).isZero();
  }
}
