package io.tidemark.analysis;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.tidemark.analysis.state.StateParts.Store;
import io.tidemark.model.event.Op;
import io.tidemark.model.run.RunStatus;
import java.nio.charset.StandardCharsets;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Limits of the state that a malicious log can create. */
@Tag("slow")
class HostileStateTest {

  static final int MANY = 20_000;

  static LogRun run(int count, IntFunction<String> text) {
    String log = IntStream.range(0, count).mapToObj(text).collect(Collectors.joining());
    LogRun run = new LogRun();
    byte[] bytes = log.getBytes(StandardCharsets.UTF_8);
    for (int from = 0; from < bytes.length; ) {
      int to = Math.min(bytes.length, from + 65_536);
      while (to < bytes.length && bytes[to - 1] != '\n') {
        to++;
      }
      run.feed("life", bytes, from, to);
      run.publishWhileBusy();
      from = to;
    }
    run.publish();
    return run;
  }

  private static String block(String prefix, String op) {
    return prefix
        + "Always | DEBUG | Device memory state before operation "
        + op
        + "\n"
        + prefix
        + "Always | DEBUG | Device DRAM memory state: MemoryView{numBanks: 12, totalBytesPerBank:"
        + " 1021.169 MB, totalBytesAllocatedPerBank: 1.000 MB, totalBytesFreePerBank: 1020.169 MB,"
        + " largestContiguousBytesFreePerBank: 1020.000 MB}\n";
  }

  @Test
  void opNamesBeyondTheLimitAreSummedUpUnderOther() {
    LogRun run = run(MANY, i -> block("", "Op" + i));
    assertThat(run.op("DRAM", Op.OTHER).count()).isGreaterThan(MANY / 2);
    assertThat(run.ops.get("log#1 0 DRAM").overflow()).isPositive();
    assertThat(PartSizes.count(run.parts)).isLessThan(1_000);
  }

  @Test
  void workersBeyondTheLimitAreCountedAndNotTracked() {
    LogRun run = run(2_000, i -> block("[1," + i + "]<stdout>:", "Op"));
    assertThat(run.usage.keySet()).hasSize(48);
    RunStatus.TurnedAway turned = turnedAway(run);
    assertThat(turned.devices()).isCloseTo(2_000 - 48, withinPercentage(5));
    assertThat(turned.memories()).isZero();

    run.restart();
    run.feedNext("life", block("[1,1999]<stdout>:", "Op").getBytes(StandardCharsets.UTF_8));
    run.publish();
    assertThat(turnedAway(run)).isEqualTo(turned);
  }

  @Test
  void memoriesBeyondTheLimitAreCountedAndNotTracked() {
    LogRun run = run(500, i -> "debug(scope%d): a t 64 l 64\n".formatted(i));
    assertThat(run.usage.keySet()).hasSize(16);
    assertThat(turnedAway(run).memories()).isCloseTo(500 - 16, withinPercentage(5));
    assertThat(turnedAway(run).devices()).isZero();
  }

  @Test
  void aRunThatIsKeptWholeSaysNothingOfIt() {
    LogRun run = run(48, i -> block("[1," + i + "]<stdout>:", "Op"));
    assertThat(run.runs.firstEntry().getValue().tracking().turnedAway()).isNull();
  }

  private static RunStatus.TurnedAway turnedAway(LogRun run) {
    return requireNonNull(run.runs.firstEntry().getValue().tracking().turnedAway());
  }

  @Test
  void anOpNameOfAMegabyteIsCut() {
    LogRun run = run(8, i -> block("", "A".repeat(1 << 20) + i));
    assertThat(PartSizes.bytes(run.parts)).isLessThan(64 * 1024);
  }

  @Test
  void whatEverySliceRewritesStaysSmallWhateverIsNested() {
    String name = "\u6f6e".repeat(120);
    LogRun run =
        run(
            64 * 16 * 5,
            i -> {
              String prefix = "[1," + i % 64 + "]<stdout>:Always | DEBUG | ";
              String program = name + i / 64 % 16;
              StringBuilder log = new StringBuilder();
              for (int depth = 0; depth < (i / 64 % 16 == 15 ? 32 : 1); depth++) {
                log.append(prefix).append("Starting execution of program: ").append(program);
                log.append(depth).append('\n');
              }
              log.append(block("[1," + i % 64 + "]<stdout>:", "Op"));
              if (i / 64 % 16 != 15) {
                log.append(prefix).append("Finished execution of program: ").append(program);
                log.append("0\n");
              }
              return log.toString();
            });
    assertThat(run.usage).hasSizeGreaterThan(32);
    assertThat(run.rejects).isEmpty();
    byte[] hot = run.parts.get(Store.HOT, "log");
    assertThat(hot).isNotNull();
    assertThat(hot.length).isLessThan(1 << 20);
  }

  @Test
  void dumpsOfThreadsWithoutEndAreLetGo() {
    LogRun run =
        run(
            MANY,
            i ->
                "I0000 00:00:1.2   %d bfc_allocator.cc:1] BFCAllocator dump for GPU_%d_bfc\n"
                        .formatted(i, i)
                    + "I0000 00:00:1.2   %d bfc_allocator.cc:1] Stats: \n".formatted(i)
                    + "Limit: 9\nInUse: 1\nMaxInUse: 8\n");
    // 64 devices, and 16 memories of the one that stands for all numbers above the limit.
    assertThat(run.usage.keySet()).hasSizeBetween(64, 80);
    assertThat(PartSizes.bytes(run.parts)).isLessThan(64 * 1024);
  }

  @Test
  void failuresOfEveryKindWithoutEndAreCountedAndTheNewestKept() {
    String name = "A".repeat(3000);
    LogRun run =
        run(
            MANY / 10,
            i ->
                "XlaRuntimeError: RESOURCE_EXHAUSTED: Ran out of memory on %s%d, the total memory required for HLO temporaries (2G)"
                        .formatted(name, i)
                    + " exceeds available HBM (1G).\n"
                    + "XlaRuntimeError: RESOURCE_EXHAUSTED: OOM when allocating tensor with shape["
                    + 64 * i
                    + "] and type float on "
                    + name
                    + " by allocator "
                    + name
                    + i
                    + "\n");
    assertThat(run.runs.firstEntry().getValue().failures().count()).isEqualTo(2 * MANY / 10);
    assertThat(run.alerts).hasSize(257);
    assertThat(PartSizes.bytes(run.parts)).isLessThan(192 * 1024);
  }

  @Test
  void tensorsThatNobodyFreesAreFollowedUpToTheLimitOfTheRun() {
    LogRun run = run(MANY, i -> made(i) + (i > MANY - 61 ? block("", "A") : ""));
    assertThat(alive(run)).isEqualTo(1024);
    assertThat(requireNonNull(run.parts.get(Store.HOT, "log")).length).isLessThan(100_000);

    run.restart();
    String more = made(MANY) + made(MANY + 1) + block("", "A");
    run.feedNext("life", more.getBytes(StandardCharsets.UTF_8));
    run.publish();
    assertThat(alive(run)).isEqualTo(1024);
  }

  @Test
  void typesWithoutEndAreReadAndForgotten() {
    String tensors = "tensor<1>".repeat(200);
    LogRun run =
        run(
            MANY,
            i ->
                "Always | DEBUG | Executing operation: %%0 = \"a\"() : () -> (tensor<%d>, %s) loc(unknown)\n"
                    .formatted(i, tensors));
    assertThat(run.weightBytes()).isBetween(20_000L, 500_000L);
  }

  private static int alive(LogRun run) {
    return run.usage.values().stream()
        .mapToInt(usage -> requireNonNull(usage.live()).count())
        .sum();
  }

  private static String made(int number) {
    return "Always | DEBUG | Executing operation: %%%d = \"ttnn.add\"() : () -> tensor<8xbf16,"
            .formatted(number)
        + " memref<1x8xbf16, #ttnn.buffer_type<dram>>> loc(unknown)\n";
  }
}
