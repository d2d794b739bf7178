package io.tidemark.analysis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.alert.Thresholds;
import io.tidemark.analysis.run.RunRetention;
import io.tidemark.analysis.run.Settings;
import io.tidemark.analysis.run.Tombstones;
import io.tidemark.analysis.state.StateParts;
import io.tidemark.analysis.store.HeapParts;
import io.tidemark.analysis.store.NoParts;
import io.tidemark.model.alert.AlertRule;
import io.tidemark.model.log.LineEnds;
import io.tidemark.model.log.RunId;
import io.tidemark.model.log.Slice;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The newest runs of a source are kept; published keys of older ones are deleted. */
class RetentionTest {

  private static final String FULL =
      """
      Always | INFO | Device memory state before operation AddOp
      Always | INFO | Device DRAM memory state: MemoryView{numBanks: 12, totalBytesPerBank: 100.000 MB, totalBytesAllocatedPerBank: 99.000 MB, totalBytesFreePerBank: 1.000 MB, largestContiguousBytesFreePerBank: 1.000 MB}
      """;

  private static LogRun lives(byte[] log, int lives) {
    LogRun run = new LogRun(Settings.of(Thresholds.DEFAULT));
    for (int life = 1; life <= lives; life++) {
      run.feed("life " + life, log, 0, log.length);
      run.publish();
    }
    return run;
  }

  @Test
  void theFiftyNewestToHaveEndedStay() {
    // The last run is open. Of the 53 ended runs before it, three exceed the limit.
    LogRun run = lives(FULL.getBytes(UTF_8), RunRetention.KEPT + 4);
    assertThat(run.gone).extracting(Tombstones::run).containsExactly(run(1), run(2), run(3));
  }

  @Test
  void theEndOfARunSearchesNothingInTheStores() {
    AtomicInteger searches = new AtomicInteger();
    HeapParts heap = new HeapParts();
    StateParts parts =
        new StateParts() {
          @Override
          public byte @Nullable [] get(Store store, String key) {
            return heap.get(store, key);
          }

          @Override
          public void scan(Store store, String prefix, BiConsumer<String, byte[]> each) {
            searches.incrementAndGet();
            heap.scan(store, prefix, each);
          }

          @Override
          public void put(Store store, String key, byte @Nullable [] value) {
            heap.put(store, key, value);
          }
        };
    LogAnalysis log = LogAnalysis.load("log", parts);
    log.after(heads(0, RunRetention.KEPT + 2));
    int before = searches.get();

    Slice many = heads(1, 10 * RunRetention.KEPT);
    log.after(many);
    assertThat(log.changes().gone()).hasSizeGreaterThan(9 * RunRetention.KEPT);
    assertThat(searches.get() - before).isLessThan(10);
  }

  /** The next part of a log in which each two lines are a run. */
  private static Slice heads(int after, int runs) {
    String run = "=== Memory Usage Summary ===\n--- ENTRY ---\n";
    byte[] text = run.repeat(runs).getBytes(UTF_8);
    long offset = (long) after * run.length() * (RunRetention.KEPT + 2);
    return new Slice("g", offset, text.length, 2 * runs, false, false, 0, 1, text);
  }

  private static RunId run(int number) {
    return new RunId("log", number);
  }

  @Test
  void allThatWasToldOfThemIsTakenBack() {
    LogRun run = lives(FULL.getBytes(UTF_8), RunRetention.KEPT + 2);
    Tombstones gone = run.gone.get(0);
    assertThat(gone.memories()).extracting(key -> key.memory()).containsExactly("DRAM");
    assertThat(gone.alerts())
        .extracting(key -> key.rule())
        .containsExactlyInAnyOrder(AlertRule.NEAR_CAPACITY, AlertRule.CRITICAL);
    LogRun plans = lives(GoldenCase.log("tpumlir/local-memory"), RunRetention.KEPT + 2);
    List<String> published =
        plans.plans.keySet().stream().filter(k -> k.startsWith("log#1 ")).toList();
    assertThat(published).isNotEmpty();
    List<String> pages = new ArrayList<>();
    plans.gone.get(0).pages(key -> pages.add(key.run() + " " + key.plan() + " " + key.page()));
    assertThat(pages).containsExactlyInAnyOrderElementsOf(published);
  }

  @Test
  void anAnalysisThatKeepsNothingTakesTheSameBack() {
    byte[] log = GoldenCase.log("tpumlir/local-memory");
    List<Tombstones> kept = gone(log, new HeapParts());
    assertThat(gone(log, new NoParts())).isEqualTo(kept).hasSize(2);
    assertThat(kept.get(0).lastPages()).isNotEmpty();
  }

  private static List<Tombstones> gone(byte[] log, StateParts parts) {
    LogAnalysis analysis = LogAnalysis.load("log", parts);
    List<Tombstones> gone = new ArrayList<>();
    for (int life = 1; life <= RunRetention.KEPT + 2; life++) {
      int lines = LineEnds.count(log, 0, log.length);
      analysis.after(
          new Slice("life " + life, 0, log.length, lines, false, false, life, life, log));
      gone.addAll(analysis.changes().gone());
    }
    analysis.end();
    gone.addAll(analysis.changes().gone());
    return gone;
  }

  @Test
  void whatIsStoredDoesNotGrowWithTheRuns() {
    byte[] log = FULL.getBytes(UTF_8);
    assertThat(PartSizes.count(lives(log, 300).parts))
        .isEqualTo(PartSizes.count(lives(log, RunRetention.KEPT + 20).parts));
  }

  @Test
  void aRestartRemembersThem() {
    byte[] log = FULL.getBytes(UTF_8);
    LogRun run = lives(log, RunRetention.KEPT + 1);
    assertThat(run.gone).isEmpty();
    run.restart();
    run.feed("another", log, 0, log.length);
    run.publish();
    assertThat(run.gone).extracting(Tombstones::run).containsExactly(run(1));
  }
}
