package io.tidemark.analysis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.memory.MemoryBounds;
import java.util.function.IntFunction;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

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

  /** In place of any number of any log, and as a sum of numbers that are possible. */
  @Tag("slow")
  @ParameterizedTest
  @MethodSource("logsAndNumbers")
  void noNumberMakesAUseAboveAnyMemory(String log, String huge) {
    for (MatchResult number : Pattern.compile("\\d+").matcher(log).results().toList()) {
      String hostile = log.substring(0, number.start()) + huge + log.substring(number.end());
      LogRun of = LogRun.of(hostile);
      of.end();
      of.usage.forEach(
          (key, usage) ->
              assertThat(usage.tidemark().usedBytes())
                  .as("%s: %s", key, hostile)
                  .isBetween(0L, MemoryBounds.MAX_BYTES));
    }
  }

  private static Stream<Arguments> logsAndNumbers() {
    return GoldenCase.all().stream()
        .filter(golden -> golden.log().length < 10_000)
        .flatMap(
            golden ->
                Stream.of("8900000000000000000", "8.9e18", "9999999999999")
                    .map(
                        huge ->
                            Arguments.of(
                                Named.of(golden.name(), GoldenCase.text(golden.name())), huge)));
  }

  /** A part of a number is none, and a use above any memory is not read. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "{'bytes_in_use': 8.9e18}; 18",
        "{'bytes_in_use': 8900000000000000000}; 18",
        "{'bytes_used': 8.9}; 16",
        "{'bytes_used': 4000000000000000000}; 16",
      })
  void aUseThatCannotBeIsRejectedAtItsColumn(String line, int column) {
    feed(line + "\n");
    run.publish();

    assertThat(run.usage).isEmpty();
    assertThat(run.rejects).singleElement().returns(column, reject -> reject.column());
  }

  @Test
  void aSumAboveAnyMemoryIsRejected() {
    String line = "[kNodeBufferAllocate] Found buffer: size: 9999999999999 device: 1\n";
    feed(line.repeat(3));
    run.publish();

    assertThat(run.usage.get("log#1 1 DRAM").tidemark().usedBytes()).isEqualTo(9_999_999_999_999L);
    assertThat(run.rejects)
        .hasSize(2)
        .allSatisfy(
            reject ->
                assertThat(reject.reason())
                    .startsWith("memory: used is 19999999999998 B, allowed"));
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
