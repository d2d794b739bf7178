package io.tidemark.analysis.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.LogAnalysis;
import io.tidemark.analysis.run.Changes;
import io.tidemark.analysis.run.Outcome;
import io.tidemark.analysis.run.RunRetention;
import io.tidemark.analysis.state.StateParts.Store;
import io.tidemark.model.log.Reject;
import io.tidemark.model.log.RunId;
import io.tidemark.model.log.Slice;
import io.tidemark.model.run.RunStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Three files of one line each: the first two runs have ended, the third is open. */
class NewBeginningTest {

  private static final String SOURCE = "a.log";
  private static final RunId NEXT = new RunId(SOURCE, 4);

  private final HeapParts parts = new HeapParts();

  @BeforeEach
  void threeRuns() {
    LogAnalysis state = LogAnalysis.load(SOURCE, parts);
    for (int file = 1; file <= 3; file++) {
      state.after(slice("g" + file, 0));
    }
  }

  private static Slice slice(String generation, long offset) {
    return new Slice(generation, offset, 5, 1, false, false, 1, 2, "line\n".getBytes(UTF_8));
  }

  /** Restarts the source after a slice whose analysis failed. */
  private LogAnalysis begunBehind(Slice failed) {
    ReadProgress progress = ReadProgress.stored(SOURCE, parts);
    progress.pass(failed);
    NewBeginning.begin(SOURCE, 0, progress, parts);
    return LogAnalysis.load(SOURCE, parts);
  }

  private static RunStatus next(LogAnalysis state) {
    return Objects.requireNonNull(state.changes().runs().get(NEXT));
  }

  @Test
  void theNextSliceBeginsTheNextRunWithoutAGap() {
    LogAnalysis state = begunBehind(slice("g3", 5));
    assertThat(state.changes()).isEqualTo(Changes.NONE);

    state.after(slice("g3", 10));

    RunStatus run = next(state);
    assertThat(run.lines()).isEqualTo(new RunStatus.Lines(0, 1, 0, 0, 0));
    assertThat(run.gaps()).isZero();
    assertThat(run.nextOffset()).isEqualTo(15);
    assertThat(run.endMillis()).isNull();
  }

  @Test
  void bytesThatCameBeforeAreNotCountedAgain() {
    LogAnalysis state = begunBehind(slice("g3", 5));

    state.after(slice("g3", 0));
    state.after(slice("g3", 5));
    assertThat(state.changes()).isEqualTo(Changes.NONE);
    state.after(slice("g3", 10));
    state.after(slice("g3", 5));

    assertThat(next(state).lines()).isEqualTo(new RunStatus.Lines(0, 1, 0, 1, 0));
  }

  @Test
  void bytesThatAreMissingBehindTheFailureAreAGap() {
    LogAnalysis state = begunBehind(slice("g3", 5));

    state.after(slice("g3", 110));

    RunStatus run = next(state);
    assertThat(run.gaps()).isEqualTo(1);
    assertThat(run.read().gapBytes()).isEqualTo(100);
  }

  @Test
  void lineNumbersGoOn() {
    LogAnalysis state = begunBehind(slice("g3", 5));
    // The next file has begun, so these lines are late.
    state.after(slice("g4", 0));

    Outcome late = state.after(slice("g3", 10));

    assertThat(late.rejects()).extracting(Reject::line).containsExactly(3L);
  }

  @Test
  void lostBytesAndLateLinesBeginTheNextRun() {
    LogAnalysis state = begunBehind(slice("g3", 5));

    state.after(Slice.lost("g3", 10, 7, 3));
    state.after(slice("g2", 5));

    RunStatus run = next(state);
    assertThat(run.read().gapBytes()).isEqualTo(7);
    assertThat(run.lines().rejected()).isEqualTo(1);
  }

  @Test
  void aNewFileBeginsTheNextRunToo() {
    LogAnalysis state = begunBehind(slice("g4", 0));

    state.after(slice("g4", 5));
    assertThat(next(state).lines().read()).isEqualTo(1);
    state.after(slice("g5", 0));

    assertThat(state.changes().runs()).containsKeys(NEXT, new RunId(SOURCE, 5));
  }

  @Test
  void runNumbersGoOnBehindTheHighestThatIsKnown() {
    parts.put(Store.HOT, SOURCE, new byte[] {9});

    ReadProgress unknown = ReadProgress.stored(SOURCE, parts);
    assertThat(unknown.runs()).isZero();
    NewBeginning.begin(SOURCE, 3, unknown, parts);

    LogAnalysis state = LogAnalysis.load(SOURCE, parts);
    state.after(slice("g3", 5));
    assertThat(state.changes().runs()).containsOnlyKeys(NEXT);
  }

  @Test
  void numbersOfOpenRunsWithPartsCount() {
    parts.put(Store.OPS, SOURCE + "\0" + "4\0" + "0\0DRAM\0AddOp", new byte[] {1});
    parts.put(Store.HOT, SOURCE + "\0open\0" + "00000005", new byte[] {1});
    parts.put(Store.HOT, SOURCE + "\0last run\0" + "[1,77]", new byte[] {1});

    LogAnalysis state = begunBehind(slice("g3", 5));
    state.after(slice("g3", 10));

    assertThat(state.changes().runs()).containsOnlyKeys(new RunId(SOURCE, 6));
  }

  @Test
  void endedRunsStay() {
    begunBehind(slice("g3", 5));

    assertThat(RunRetention.holds(new RunId(SOURCE, 2), parts)).isTrue();
    assertThat(RunRetention.holds(new RunId(SOURCE, 3), parts)).isFalse();
    assertThat(new RunRetention(SOURCE, parts).last()).isEqualTo(2);
  }

  @Test
  void partsOfOtherSourcesStay() {
    parts.put(Store.OPS, "a.log2\0op", new byte[] {1});
    parts.put(Store.OPS, "a.log\0op", new byte[] {1});

    begunBehind(slice("g3", 5));

    List<String> left = new ArrayList<>();
    parts.scan(Store.OPS, "a.log", (key, value) -> left.add(key));
    assertThat(left).containsExactly("a.log2\0op");
  }
}
