package io.tidemark.analysis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.state.StateParts.Store;
import io.tidemark.model.AlertRule;
import io.tidemark.model.MemoryEvent;
import io.tidemark.model.MemoryUsage;
import io.tidemark.model.RunStatus;
import io.tidemark.model.Slice;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A last line that is open, grows, ends, or is the last of its file. */
class GrowingLogTest {

  private static final String FAILURE =
      "Always | FATAL    | Out of Memory: Not enough space to allocate 96 B DRAM buffer across 12"
          + " banks, where each bank needs to store 8 B";

  private static final String OUT = AlertRule.OUT_OF_MEMORY.toString();

  private final HeapParts parts = new HeapParts();
  private final TreeMap<String, Object> board = new TreeMap<>();
  private final List<MemoryEvent> events = new ArrayList<>();
  private GrowingLog log = load();
  private final List<Tombstones> withdrawn = new ArrayList<>();

  private GrowingLog load() {
    return GrowingLog.load("log", parts, Settings.DEFAULT);
  }

  private static Slice whole(String generation, long offset, byte[] bytes) {
    return new Slice(
        generation, offset, bytes.length, LogRun.lines(bytes), false, false, 0, 0, bytes);
  }

  private static Slice open(String generation, long offset, byte[] bytes) {
    return new Slice(generation, offset, bytes.length, 0, false, true, 0, 0, bytes);
  }

  private Outcome apply(Slice slice) {
    Outcome outcome = log.apply(slice);
    log.store();
    outcome.events().forEach(run -> events.addAll(run.events()));
    withdrawn.addAll(log.drainWithdrawn());
    return outcome;
  }

  private Outcome open(String generation, long offset, String text) {
    return apply(open(generation, offset, text.getBytes(UTF_8)));
  }

  private Outcome whole(String generation, long offset, String text) {
    return apply(whole(generation, offset, text.getBytes(UTF_8)));
  }

  private void publish() {
    for (Tombstones run : withdrawn) {
      board.remove("run " + run.run());
      run.memories().forEach(key -> board.keySet().removeIf(held -> held.endsWith(" " + key)));
      run.pages(key -> board.remove("plan " + key));
      run.alerts().forEach(key -> board.remove("alert " + key));
    }
    withdrawn.clear();
    publish(log.changes(), board);
  }

  private static void publish(Changes changes, Map<String, Object> board) {
    changes.runs().forEach((key, value) -> board.put("run " + key, value));
    changes.usage().forEach((key, value) -> board.put("usage " + key, sincePublication(value)));
    changes.ops().forEach((key, value) -> board.put("ops " + key, value));
    changes.timelines().forEach((key, value) -> board.put("timeline " + key, value));
    changes.plans().forEach((key, value) -> board.put("plan " + key, value));
    changes.alerts().forEach((key, value) -> board.put("alert " + key, value));
  }

  /** Removes the recent peak, which covers the time since the last publication. */
  private static String sincePublication(MemoryUsage usage) {
    return usage.toString().replaceFirst("recentPeakBytes=[0-9]+", "");
  }

  private RunStatus run(int number) {
    publish();
    return (RunStatus) board.get("run log#" + number);
  }

  /** Feeds a log line by line; at random it opens the line first, restarts, or publishes. */
  private void feedAtRandom(byte[] bytes, Random random) {
    int start = 0;
    while (start < bytes.length) {
      int end = start;
      for (int lines = 1 + random.nextInt(12); lines > 0 && end < bytes.length; lines--) {
        end = lineEnd(bytes, end);
      }
      int first = lineEnd(bytes, start);
      for (int cuts = random.nextInt(3); cuts > 0; cuts--) {
        int cut = start + 1 + random.nextInt(first - start);
        cut = bytes[cut - 1] == '\n' ? cut - 1 : cut;
        if (cut > start) {
          apply(open("g", start, Arrays.copyOfRange(bytes, start, cut)));
        }
        publish();
        log = random.nextInt(4) == 0 ? load() : log;
      }
      apply(whole("g", start, Arrays.copyOfRange(bytes, start, end)));
      if (random.nextBoolean() || !withdrawn.isEmpty()) {
        publish();
      }
      start = end;
    }
    publish();
  }

  private static int lineEnd(byte[] bytes, int from) {
    int at = from;
    while (bytes[at] != '\n' && at < bytes.length - 1) {
      at++;
    }
    return at + 1;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "system/tenstorrent/runtime/input.log",
        "system/tpumlir/records/input.log",
        "system/zant/allocator/input.log",
        "system/zant/new-plan/input.json",
        "system/xla/allocator-dump/input.log"
      })
  void inTheEndItIsAsIfEachLineHadComeAtOnce(String name) throws IOException {
    byte[] bytes = LogRun.resource(name);
    for (long seed = 0; seed < 20; seed++) {
      GrowingLogTest growing = new GrowingLogTest();
      growing.feedAtRandom(bytes, new Random(seed));

      HeapParts parts = new HeapParts();
      LogAnalysis plain = LogAnalysis.load("log", parts);
      List<MemoryEvent> events = new ArrayList<>();
      plain.after(whole("g", 0, bytes)).events().forEach(run -> events.addAll(run.events()));
      TreeMap<String, Object> board = new TreeMap<>();
      publish(plain.changes(), board);

      assertThat(growing.events).as("events, seed %d", seed).isEqualTo(events);
      assertThat(growing.board).as("published, seed %d", seed).isEqualTo(board);
      assertThat(growing.parts.get(Store.HOT, "log\0open line")).isNull();
    }
  }

  @Test
  void aFailureWithoutALineEndRaisesItsAlertAtOnce() {
    whole("g", 0, "start\n");
    assertThat(open("g", 6, FAILURE).alerted()).isTrue();
    publish();
    assertThat(board.keySet()).anyMatch(key -> key.startsWith("alert ") && key.contains(OUT));
    assertThat(run(1).failures().count()).isEqualTo(1);
    assertThat(run(1).nextOffset()).isEqualTo(6 + FAILURE.length());
    assertThat(events).as("wait for the line's end").isEmpty();
  }

  @Test
  void aPlanWithoutAFinalLineEndIsShownWhole() throws IOException {
    String plan = new String(LogRun.resource("system/zant/new-plan/input.json"), UTF_8).strip();
    int last = plan.lastIndexOf('\n') + 1;
    if (last > 0) {
      whole("g", 0, plan.substring(0, last));
    }
    open("g", last, plan.substring(last));
    publish();
    TreeMap<String, Object> whole = new TreeMap<>();
    LogAnalysis plain = LogAnalysis.load("log", new HeapParts());
    plain.after(whole("g", 0, (plan + "\n").getBytes(UTF_8)));
    publish(plain.changes(), whole);
    assertThat(board.keySet()).anyMatch(key -> key.startsWith("plan ")).isEqualTo(whole.keySet());
  }

  @Test
  void theLineEndOfAnOpenLineWithdrawsNothing() {
    open("g", 0, FAILURE);
    publish();
    whole("g", 0, FAILURE + "\nnext\n");
    assertThat(withdrawn).isEmpty();
    assertThat(run(1).failures().count()).isEqualTo(1);
    assertThat(run(1).lines().read()).isEqualTo(2);
    assertThat(events).extracting(MemoryEvent::offset).hasSize(2);
  }

  @Test
  void anOpenLineThatGrowsIsWithdrawn() {
    open("g", 0, FAILURE);
    publish();
    whole("g", 0, FAILURE + "5 B\n");
    assertThat(withdrawn).isNotEmpty();
    assertThat(run(1).failures().count()).isEqualTo(1);
  }

  @Test
  void aLineThatSaysNothingYetIsNotShown() {
    whole("g", 0, "start\n");
    publish();
    open("g", 6, "loading 10 %\rloading 20 %");
    assertThat(run(1).lines().read()).isEqualTo(1);
    open("g", 6, "loading 10 %\rloading 20 %\rloading 30 %");
    assertThat(withdrawn).isEmpty();
  }

  @Test
  void aLineThatWouldBeRejectedIsHalfWritten() {
    whole("g", 0, "start\n");
    String half = FAILURE.substring(0, FAILURE.indexOf(" 96") + 2);
    open("g", 6, half);
    assertThat(run(1).lines().rejected()).isZero();
    whole("g", 6, half + "\n");
    assertThat(run(1).lines().read()).isEqualTo(2);
  }

  @Test
  void aRestartShowsTheOpenLineAgain() {
    open("g", 0, FAILURE);
    log = load();
    assertThat(run(1).failures().count()).isEqualTo(1);
    open("g", 0, FAILURE);
    assertThat(withdrawn).isEmpty();
    assertThat(log.changes().isEmpty()).isTrue();
  }

  @Test
  void aNewFileMakesTheOpenLineTheLastOfTheOldOne() {
    open("g", 0, FAILURE);
    publish();
    whole("h", 0, "next\n");
    assertThat(withdrawn).isEmpty();
    assertThat(run(1).endMillis()).isNotNull();
    assertThat(run(1).lines().fact()).isEqualTo(1);
    assertThat(run(2).lines().read()).isEqualTo(1);
    apply(new Slice("g", 0, FAILURE.length(), 1, false, true, 0, 0, FAILURE.getBytes(UTF_8)));
    assertThat(run(2).lines().duplicate()).isEqualTo(1);
  }

  @Test
  void linesOfTheFileBeforeDoNotCloseTheOpenLineOfTheNext() {
    whole("g", 0, "one\n");
    open("h", 0, FAILURE);
    publish();
    whole("g", 4, "two\n");
    assertThat(run(1).lines().read()).isEqualTo(2);
    whole("h", 0, FAILURE + "5 B\n");
    publish();
    assertThat(run(2).failures().count()).isEqualTo(1);
    assertThat(run(2).lines().read()).isEqualTo(1);
  }

  @Test
  void anOpenLineThatIsReadAlreadyIsDropped() {
    whole("g", 0, "one\ntwo\n");
    publish();
    open("g", 4, "tw");
    open("g", 4, FAILURE);
    assertThat(log.changes().isEmpty()).isTrue();
    assertThat(parts.get(Store.HOT, "log\0open line")).isNull();
  }

  @Test
  void aStoredLineThatCannotBeReadIsLeftOut() {
    open("g", 0, FAILURE);
    parts.put(Store.HOT, "log\0open line", new byte[] {99, 1, 2});
    log = load();
    assertThat(log.restartedSections()).containsExactly("open line");
    whole("g", 0, FAILURE + "\n");
    assertThat(run(1).failures().count()).isEqualTo(1);
  }
}
