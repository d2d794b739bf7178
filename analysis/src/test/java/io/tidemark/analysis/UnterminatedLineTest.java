package io.tidemark.analysis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.store.HeapParts;
import io.tidemark.model.log.RunId;
import io.tidemark.model.log.Slice;
import io.tidemark.model.run.RunStatus;
import org.junit.jupiter.api.Test;

/** A last line without a line end is closed: whatever comes later is another line. */
class UnterminatedLineTest {

  private final LogAnalysis log = LogAnalysis.load("log", new HeapParts());

  private void read(long offset, String text) {
    byte[] bytes = text.getBytes(UTF_8);
    boolean closed = !text.endsWith("\n");
    int lines = LogRun.lines(bytes);
    log.after(new Slice("g", offset, bytes.length, lines, false, closed, 1, 2, bytes));
  }

  private RunStatus run() {
    return log.changes().runs().get(new RunId("log", 1));
  }

  @Test
  void itIsALine() {
    read(0, "one\ntwo");

    assertThat(run().lines().read()).isEqualTo(2);
  }

  @Test
  void whatComesBehindItIsAnotherLine() {
    read(0, "one\ntwo");
    read(7, " and more\nthree\n");

    RunStatus run = run();
    assertThat(run.lines()).isEqualTo(new RunStatus.Lines(0, 4, 0, 0, 0));
    assertThat(run.gaps()).isZero();
  }

  @Test
  void ifItComesAgainInALongerLineTheRestIsAnotherLine() {
    read(0, "one\ntwo");
    read(0, "one\ntwo and more\nthree\n");

    RunStatus run = run();
    assertThat(run.lines()).isEqualTo(new RunStatus.Lines(0, 4, 0, 2, 0));
    assertThat(run.gaps()).isZero();
    assertThat(run.nextOffset()).isEqualTo("one\ntwo and more\nthree\n".length());
  }
}
