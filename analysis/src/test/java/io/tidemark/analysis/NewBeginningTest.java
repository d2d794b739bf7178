package io.tidemark.analysis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.state.StateParts.Store;
import io.tidemark.model.RunId;
import io.tidemark.model.Slice;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class NewBeginningTest {

  private static final String SOURCE = "a.log";

  private final HeapParts parts = new HeapParts();

  /** Three files of one line each: the first two runs have ended, the third is open. */
  private void threeRuns() {
    LogAnalysis state = LogAnalysis.load(SOURCE, parts);
    for (int file = 1; file <= 3; file++) {
      state.after(slice("g" + file, 0));
    }
  }

  private static Slice slice(String generation, long offset) {
    return new Slice(generation, offset, 5, 1, false, false, 1, 2, "line\n".getBytes(UTF_8));
  }

  @Test
  void runNumbersGoOnBehindTheHighestThatIsKnown() {
    threeRuns();
    parts.put(Store.HOT, SOURCE, new byte[] {9});

    assertThat(NewBeginning.begin(SOURCE, 3, parts)).isEqualTo(4);

    LogAnalysis state = LogAnalysis.load(SOURCE, parts);
    assertThat(state.changes().isEmpty()).isTrue();
    state.after(slice("g3", 5));
    assertThat(state.changes().runs()).containsOnlyKeys(new RunId(SOURCE, 4));
  }

  @Test
  void endedRunsStayAndTheirNumbersCount() {
    threeRuns();

    assertThat(NewBeginning.begin(SOURCE, 0, parts)).isEqualTo(3);

    assertThat(RunRetention.holds(new RunId(SOURCE, 2), parts)).isTrue();
    assertThat(RunRetention.holds(new RunId(SOURCE, 3), parts)).isFalse();
  }

  @Test
  void numbersOfOpenRunsWithPartsCount() {
    threeRuns();
    parts.put(Store.OPS, SOURCE + "\0004\0000\0DRAM\0AddOp", new byte[] {1});
    parts.put(Store.HOT, SOURCE + "\0open\0" + "00000005", new byte[] {1});
    parts.put(Store.HOT, SOURCE + "\0last run\0[1,77]", new byte[] {1});

    assertThat(NewBeginning.begin(SOURCE, 0, parts)).isEqualTo(6);
  }

  @Test
  void whatStandsBehindADamagedStateIsNoGap() {
    threeRuns();
    NewBeginning.begin(SOURCE, 3, parts);

    LogAnalysis state = LogAnalysis.load(SOURCE, parts);
    state.after(slice("g3", 5));

    assertThat(state.changes().runs().get(new RunId(SOURCE, 4)).gaps()).isZero();
  }

  @Test
  void partsOfOtherSourcesStay() {
    threeRuns();
    parts.put(Store.OPS, "a.log2\0op", new byte[] {1});
    parts.put(Store.OPS, "a.log\0op", new byte[] {1});

    NewBeginning.begin(SOURCE, 3, parts);

    List<String> left = new ArrayList<>();
    parts.scan(Store.OPS, "a.log", (key, value) -> left.add(key));
    assertThat(left).containsExactly("a.log2\0op");
  }
}
