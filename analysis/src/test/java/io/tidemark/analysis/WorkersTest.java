package io.tidemark.analysis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.ByteSize;
import io.tidemark.model.plan.PlanRecord;
import io.tidemark.model.run.RunStatus;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.SortedMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Several writers share one log, and wrappers name the writer of each line. */
class WorkersTest {

  private static final int SEEDS = 50;

  /** The mark of a worker's lines by launcher, and the worker's name derived from it. */
  private static final List<String[]> MARKS =
      List.of(
          new String[] {"\u001b[36m(Worker_TP%d pid=20%1$d)\u001b[0m ", "Worker_TP%d pid=20%1$d"},
          new String[] {"(VllmWorker rank=%d pid=20%1$d) ", "VllmWorker rank=%d pid=20%1$d"},
          new String[] {"[rank%d]: ", "rank%d"},
          new String[] {"[default%d]:", "default%d"},
          new String[] {"[1,%d]<stdout>:", "1,%d"},
          new String[] {" %d: ", "%d"},
          new String[] {"[pod/train-%d/main] ", "pod/train-%d/main"},
          new String[] {"vllm-%d  | ", "vllm-%d"},
          new String[] {
            "vllm-1  | (train pid=4%d, ip=10.0.0.7) ", "vllm-1/train pid=4%d, ip=10.0.0.7"
          });

  @ParameterizedTest
  @ValueSource(ints = {2, 8})
  void eachWorkersFiguresAreThoseOfItsOwnLog(int workers) throws IOException {
    for (int seed = 0; seed < SEEDS; seed++) {
      Random random = new Random(seed);
      String[] mark = MARKS.get(seed % MARKS.size());
      List<List<String>> lines = new ArrayList<>();
      for (int worker = 0; worker < workers; worker++) {
        lines.add(marked(log(worker, seed), mark[0].formatted(worker), wrapping(seed)));
      }
      LogRun run = new LogRun();
      byte[] log = Wrapping.joined(interleaved(lines, random)).getBytes(UTF_8);
      run.feed("life", log, 0, log.length);
      run.publish();
      run.end();
      for (int worker = 0; worker < workers; worker++) {
        assertThat(ofWorker(run, mark[1].formatted(worker)))
            .as("seed %d, worker %d of %d by %s", seed, worker, workers, mark[0])
            .isEqualTo(alone(log(worker, seed)));
      }
    }
  }

  private static String log(int worker, int seed) throws IOException {
    int which = (worker + seed) % WrappedLogsTest.LOGS.size();
    return WrappedLogsTest.log(WrappedLogsTest.LOGS.get(which));
  }

  private static Wrapping wrapping(int seed) {
    return seed % 3 == 0 ? Wrapping.CRI_PARTS : Wrapping.NONE;
  }

  private static List<String> marked(String log, String mark, Wrapping inner) {
    return Wrapping.split(log).stream()
        .flatMap(line -> inner.lines(line).stream())
        .map(line -> mark + line)
        .toList();
  }

  private static List<String> interleaved(List<List<String>> logs, Random random) {
    int[] next = new int[logs.size()];
    List<Integer> turns = new ArrayList<>();
    for (int i = 0; i < next.length; i++) {
      turns.addAll(java.util.Collections.nCopies(logs.get(i).size(), i));
    }
    java.util.Collections.shuffle(turns, random);
    return turns.stream().map(turn -> logs.get(turn).get(next[turn]++)).toList();
  }

  private static List<SortedMap<String, String>> alone(String log) {
    LogRun run = LogRun.of(log.getBytes(UTF_8));
    run.end();
    return List.copyOf(Figures.of(run).values());
  }

  private static List<SortedMap<String, String>> ofWorker(LogRun run, String worker) {
    List<SortedMap<String, String>> figures = new ArrayList<>();
    Figures.of(run)
        .forEach(
            (id, of) -> {
              if (worker.equals(Objects.requireNonNull(run.runs.get(id)).source().worker())) {
                figures.add(of);
              }
            });
    return figures;
  }

  @Test
  void theStateDependsOnTheBytesNotOnSlicesOrRestarts() throws IOException {
    List<List<String>> lines = new ArrayList<>();
    for (int worker = 0; worker < 3; worker++) {
      lines.add(marked(log(worker, 0), "[rank" + worker + "]: ", Wrapping.CRI_PARTS));
    }
    byte[] log = Wrapping.joined(interleaved(lines, new Random(1))).getBytes(UTF_8);
    LogRun whole = LogRun.of(log);
    whole.end();
    for (int cut = 0; cut < log.length - 1; cut++) {
      if (log[cut] == '\n') {
        LogRun parts = new LogRun();
        parts.feed("life", log, 0, cut + 1);
        parts.restart();
        parts.feed("life", log, cut + 1, log.length);
        parts.end();
        assertThat(parts.runs).as("cut at %d", cut).isEqualTo(whole.runs);
        assertThat(Figures.of(parts)).as("cut at %d", cut).isEqualTo(Figures.of(whole));
        assertThat(parts.rejects).as("cut at %d", cut).isEqualTo(whole.rejects);
      }
    }
  }

  private static final String BLOCK =
      "Always | DEBUG | Device memory state before operation AddOp\n"
          + "Always | DEBUG | Device DRAM memory state: MemoryView{numBanks: 12,"
          + " totalBytesPerBank: 1021.169 MB, totalBytesAllocatedPerBank: 1.000 MB,"
          + " totalBytesFreePerBank: 1020.169 MB,"
          + " largestContiguousBytesFreePerBank: 1020.000 MB}\n";

  private static Map<String, Long> snapshots(String log) {
    LogRun run = LogRun.of(log.getBytes(UTF_8));
    run.end();
    Map<String, Long> snapshots = new HashMap<>();
    for (RunStatus status : run.runs.values()) {
      snapshots.merge(
          Objects.requireNonNullElse(status.source().worker(), "-"), status.snapshots(), Long::sum);
    }
    return snapshots;
  }

  private static String by(String mark) {
    return mark + BLOCK.strip().replace("\n", "\n" + mark) + "\n";
  }

  @Test
  void linesWithoutAMarkBelongToTheOnlyWorkerThereIs() {
    assertThat(snapshots(BLOCK + by("(Engine pid=7) ") + BLOCK))
        .isEqualTo(Map.of("Engine pid=7", 3L));
  }

  /** vLLM 0.4 to 0.9: the driver of a tensor-parallel job has no mark, its workers have. */
  @Test
  void aDriverWithoutAMarkThatStatesOtherWeightsIsNoneOfItsWorkers() {
    String took = "INFO 08-19 07:51:03 model_runner.py:732] Loading model weights took %s GB\n";
    String workers = "(w pid=1) %1$s(w pid=2) %1$s".formatted(took.formatted("2.3463"));
    assertThat(planned(took.formatted("2.4463") + workers))
        .containsExactly("- 2.45 GiB", "w pid=1 2.35 GiB", "w pid=2 2.35 GiB");
    assertThat(planned(took.formatted("2.3463") + workers))
        .containsExactly("w pid=1 2.35 GiB", "w pid=2 2.35 GiB");
  }

  private static List<String> planned(String log) {
    LogRun run = LogRun.of(log.getBytes(UTF_8));
    run.end();
    List<String> planned = new ArrayList<>();
    run.runs.forEach(
        (id, status) ->
            run.plans.forEach(
                (plan, record) -> {
                  if (record instanceof PlanRecord.Summary summary && plan.startsWith(id + " ")) {
                    String worker = Objects.requireNonNullElse(status.source().worker(), "-");
                    planned.add(worker + " " + ByteSize.text(summary.arenaBytes()));
                  }
                }));
    return planned;
  }

  @Test
  void linesWithoutAMarkBelongToNoneOfSeveralWorkers() {
    assertThat(snapshots(by("(A pid=7) ") + by("(B pid=8) ") + BLOCK))
        .isEqualTo(Map.of("A pid=7", 1L, "B pid=8", 1L, "-", 1L));
  }

  @Test
  void aProcessThatLogsNoMemoryIsNoWorker() {
    assertThat(snapshots("(APIServer pid=1) starts\n" + by("(Engine pid=7) ")))
        .isEqualTo(Map.of("Engine pid=7", 1L));
  }

  @ParameterizedTest
  @CsvSource({
    "'[default1]:', '[default1]:[rank9]: '",
    "'[1,1]<stdout>:', '[1,1]<stderr>:[rank1]: '",
    "'trainer-1  | ', '2026-11-22T05:54:09Z trainer-1  | '"
  })
  void aRankBehindAProcessNamesTheSameWorker(String mark, String other) {
    assertThat(snapshots(by(mark) + by(other))).containsValue(2L).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1: main\n2: start\n", "info | ready\nwarning | slow\n"})
  void aRowThatLooksLikeAMarkMakesNoWorker(String rows) {
    assertThat(snapshots(rows + BLOCK + rows + BLOCK)).isEqualTo(Map.of("-", 2L));
  }

  @Test
  void workersBeyondTheLimitAreCountedAndHaveNoRun() {
    StringBuilder log = new StringBuilder();
    IntStream.range(0, 500).forEach(rank -> log.append(by("[rank" + rank + "]: ")));
    LogRun run = LogRun.of(log.toString().getBytes(UTF_8));
    run.end();
    assertThat(run.runs).hasSize(48);
    RunStatus.TurnedAway turned = run.runs.firstEntry().getValue().tracking().turnedAway();
    assertThat(Objects.requireNonNull(turned).devices()).isBetween(429L, 475L);
  }

  @Test
  void aWorkerThatStartsAgainHasItsNextRun() {
    String start =
        "2026-01-12 10:24:04.436 (   0.000s) [        E2DEE000]"
            + " pjrt_plugin.cc:1      1| PJRT plugin initialized\n";
    String log = by("[rank0]: ") + by("[rank1]: ");
    assertThat(snapshots(log + log + start)).isEqualTo(Map.of("rank0", 2L, "rank1", 2L));
  }
}
