package io.tidemark.analysis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Effects of a malicious log on figures and on run time. */
@Timeout(60)
class HostileFiguresTest {

  private static final String RANGES =
      "HloLiveRange (max 302):\n  InstructionSequence:\n  BufferLiveRange:\n";

  private final LogRun run = new LogRun();

  private void feed(String text) {
    run.feedNext("life", text.getBytes(UTF_8));
  }

  private static String lines(int from, int to, IntFunction<String> line) {
    return IntStream.range(from, to).mapToObj(line).collect(Collectors.joining());
  }

  @Test
  void namesInParenthesesAreBoundedLikeAllOthers() {
    feed(
        lines(
            0,
            3_000,
            i ->
                "mtype=1 addr=%d size=64 alloc=%d free=%d desc=(t%d\n"
                    .formatted(64 * i, i, i + 1, i)));
    run.end();
    run.publish();

    assertThat(run.ops).isNotEmpty();
    run.ops.values().forEach(table -> assertThat(table.ops()).hasSizeLessThan(210));
  }

  @Test
  void aMemoryLargerThanAnyIsRejectedAndTheReasonNamesTheBound() {
    feed(
        "Always | DEBUG | Device DRAM memory state: MemoryView{numBanks: 99999,"
            + " totalBytesPerBank: 9999999.000 MB,"
            + " totalBytesAllocatedPerBank: 0.000 MB, totalBytesFreePerBank: 9999999.000 MB,"
            + " largestContiguousBytesFreePerBank: 0.000 MB}\n");
    run.publish();

    assertThat(run.usage).isEmpty();
    assertThat(run.rejects)
        .singleElement()
        .satisfies(
            reject -> {
              assertThat(reject.column()).isEqualTo(74 + "Always | DEBUG | ".length());
              assertThat(reject.reason())
                  .isEqualTo(
                      "memory: capacity is 10485758951424 B, allowed are 0 to 100001000 B a bank");
            });
  }

  /**
   * Regression: each of the last lines rebuilt the plans from all lines before; 3,000 lines took a
   * minute.
   */
  @Test
  void aDumpThatSaysItsPeakAgainAndAgainTakesLinearTime() {
    feed(
        "BufferAssignment:\nallocation 0: size 1280000, preallocated-temp:\n"
            + lines(
                0,
                20_000,
                i ->
                    " value: <%d v.%d @0> (size=64,offset=%d): f32[16]{0}\n"
                        .formatted(i, i, 64 * i)));
    feed(RANGES + lines(0, 20_000, HostileFiguresTest::range) + "  Live ranges at 153 (peak):\n");
    for (int slice = 0; slice < 20; slice++) {
      feed("  Stack trace breakdown for peak usage: 57 768 984 bytes\n".repeat(500));
    }
    run.publish();

    assertThat(run.plans).isNotEmpty();
  }

  private static String range(int i) {
    return "    v.%d{}:%d-%d\n".formatted(i, i % 300, i % 300 + 2);
  }

  @Test
  void whatADumpLeavesToBeJoinedHasWeight() {
    feed(RANGES);
    for (int from = 0; from < 20_000; from += 1_000) {
      feed(lines(from, from + 1_000, i -> "    " + "v".repeat(100) + range(i).strip() + "\n"));
    }
    long weight = run.weightBytes();
    assertThat(weight).isBetween(20_000 * 200L, 20_000 * 1_000L);

    run.restart();
    assertThat(run.weightBytes()).isEqualTo(weight);
  }
}
