package io.tidemark.analysis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.store.HeapParts;
import io.tidemark.model.log.Reject;
import io.tidemark.model.log.RunId;
import io.tidemark.model.log.Slice;
import io.tidemark.model.run.RunStatus;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** An unterminated line that was counted, and comes again at the beginning of a longer line. */
class OverlappingLinesTest {

  private final LogAnalysis log = LogAnalysis.load("log", new HeapParts());
  private final List<Reject> rejects = new ArrayList<>();

  private void read(String generation, String text, boolean unterminated) {
    byte[] bytes = text.getBytes(UTF_8);
    int lines = text.split("\n", -1).length - (unterminated ? 0 : 1);
    apply(new Slice(generation, 0, bytes.length, lines, false, unterminated, 0, 0, bytes));
  }

  /** Reads the head of a line of this length. */
  private void readHead(long length) {
    byte[] head = "x".repeat(Slice.MAX_LINE_BYTES).getBytes(UTF_8);
    apply(new Slice("a", 0, length, 1, true, false, 0, 0, head));
  }

  private void apply(Slice slice) {
    rejects.addAll(log.after(slice).rejects());
  }

  private RunStatus run(int number) {
    return log.changes().runs().get(new RunId("log", number));
  }

  @Test
  void ofALineBeyondTheLimitTheRestIsAnotherLine() {
    read("a", "x", true);
    readHead(400_000);
    RunStatus run = run(1);
    assertThat(run.lines().read()).isEqualTo(2);
    assertThat(run.lines().duplicate()).isEqualTo(1);
    assertThat(run.nextOffset()).isEqualTo(400_000);
  }

  @Test
  void aLineThatWasBeyondTheLimitBeforeHasALongerRest() {
    readHead(300_000);
    readHead(400_000);
    readHead(400_000);
    RunStatus run = run(1);
    assertThat(run.lines().read()).isEqualTo(2);
    assertThat(run.lines().duplicate()).isEqualTo(2);
    assertThat(run.nextOffset()).isEqualTo(400_000);
    assertThat(run.gaps()).isZero();
  }

  @Test
  void afterANewerFileOnlyTheRestIsRejected() {
    read("a", "one\ntw", true);
    read("b", "new\n", false);
    read("a", "one\ntwo\nthree", true);
    read("a", "one\ntwo\nthree\n", false);
    assertThat(rejects).extracting(Reject::text).containsExactly("o", "");
    assertThat(rejects).extracting(Reject::offset).containsExactly(6L, 13L);
    assertThat(rejects).extracting(Reject::line).containsExactly(3L, 5L);
  }
}
