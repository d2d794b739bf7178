package io.tidemark.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.line.EachFormat;
import io.tidemark.analysis.line.Parsed;
import io.tidemark.analysis.run.LogSystems;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * For any bytes, the parsers must return a result, must not throw, and need at most linear time.
 */
@Timeout(900)
class HostileLinesTest {

  private static final int MEGABYTE = 1 << 20;
  private static final int MUTATIONS = Integer.getInteger("tidemark.mutations", 60_000);
  private static final int LONG_LINES = 40;

  /** Maximum length of a line. */
  private static final int WHOLE_BYTES = 256 << 10;

  /** Number of short lines that make up a long one, so that quadratic time becomes visible. */
  private static final int SHORT_LINES = 16;

  /** Repetitions, so that the resolution of the clock does not matter. */
  private static final int TIMES = 8;

  /** Linear time gives a ratio of 1; the rest tolerates a noisy machine. */
  private static final double LINEAR = 5;

  /** Shorter measurements would be dominated by the resolution of the clock. */
  private static final long SHORTEST_NANOS = 1_000_000;

  private static final int MAX_ATTEMPTS = 40;
  private static final ThreadMXBean CPU = ManagementFactory.getThreadMXBean();

  @ParameterizedTest
  @ValueSource(longs = {1, 20260101})
  void mutatedLinesAlwaysGetOneAnswer(long seed) {
    assertOneAnswerEach(goldenLines(), seed);
  }

  /** Parses lines composed of damaged pieces of {@code lines}. */
  static void assertOneAnswerEach(List<byte[]> lines, long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < MUTATIONS; i++) {
      byte[] line = pick(lines, random);
      for (int times = 1 + random.nextInt(3); times > 0; times--) {
        line = Mutations.of(line, pick(lines, random), random);
      }
      check(line, seed);
    }
    for (int i = 0; i < LONG_LINES; i++) {
      check(longLine(pick(lines, random), random), seed);
    }
  }

  private static void check(byte[] line, long seed) {
    // A copy surrounded by other bytes, so that reading beyond its bounds changes the result.
    byte[] framed = new byte[line.length + 64];
    Arrays.fill(framed, (byte) ';');
    System.arraycopy(line, 0, framed, 32, line.length);
    Parsed parsed = Lines.parse(line);
    assertThat(parsed).as("seed %d", seed).isNotNull();
    assertThat(LogSystems.ALL.formats().parse(framed, 32, 32 + line.length)).isEqualTo(parsed);
    assertThat(EachFormat.parse(LogSystems.ALL.formats(), line, 0, line.length)).isEqualTo(parsed);
    if (parsed instanceof Parsed.Rejected rejected) {
      assertThat(rejected.column()).isBetween(1, line.length + 1);
    }
  }

  private static List<byte[]> goldenLines() {
    return GoldenCase.all().stream()
        .flatMap(golden -> Lines.split(golden.log()).stream())
        .filter(line -> line.length > 0)
        .toList();
  }

  private static byte[] pick(List<byte[]> lines, Random random) {
    return lines.get(random.nextInt(lines.size()));
  }

  private static byte[] longLine(byte[] line, Random random) {
    byte[] copies = filled(line, MEGABYTE);
    return random.nextBoolean() ? copies : Mutations.of(copies, line, random);
  }

  @Tag("slow")
  @Test
  void linesMadeToBeSlowTakeLinearTime() {
    List<String> pieces =
        List.of(
            "; ",
            ";a",
            "\"; a",
            "\"",
            "; a = ",
            "; action = a",
            "; remark = \"",
            "; action = a; remark = \"\"; x",
            " memory state",
            "Device L1 memory state",
            "execution of program: ",
            "Out of Memory: Not enough space to allocate ",
            "Out of Memory: Not enough space to allocate 1 B",
            "module_builde",
            "Ran out of memory on HBM",
            "Scoped allocation with size ",
            "Allocation (size=1) would exceed memory (size=1) :: ",
            "Allocator (a) ran out of memory trying to allocate ",
            "bfc_allocator.cc:1] ",
            "    HLO temp ",
            "--processor-assign=\"chip=a",
            "Load debugger file \"_bm1688_",
            "[bmprofile] ",
            "\u001b[1",
            "\u001b[1m",
            "\r",
            " ",
            "1",
            "e");
    // After a head the rest is parsed as a record; without a head the parser must find that it is
    // none.
    List<String> heads =
        List.of(
            "",
            "; action = a; remark = \"",
            "Executing operation: %",
            "Device DRAM memory state: MemoryView{numBanks: ",
            "Ran out of memory in memory space hbm",
            "Allocation (size=1) would exceed memory (size=1) :: #a",
            "I bfc_allocator.cc:1] Allocator (",
            "     XLA label: ",
            "    HLO temp",
            "[bmprofile] tensor_id=1 is_in=1 shape=[");
    for (String piece : pieces) {
      for (String head : heads) {
        assertLinear(head, piece);
      }
    }
  }

  private static void assertLinear(String head, String piece) {
    byte[] one = line(head, piece, WHOLE_BYTES);
    byte[] part = line(head, piece, WHOLE_BYTES / SHORT_LINES);
    long whole = Long.MAX_VALUE;
    long parts = Long.MAX_VALUE;
    double ratio = Double.MAX_VALUE;
    for (int attempt = 0; attempt < MAX_ATTEMPTS && (attempt < 2 || ratio > LINEAR); attempt++) {
      parts = Math.min(parts, cpuNanos(part, TIMES * SHORT_LINES));
      whole = Math.min(whole, cpuNanos(one, TIMES));
      ratio = (double) whole / Math.max(parts, SHORTEST_NANOS);
    }
    assertThat(ratio).as("whole against in parts of %s%s…", head, piece).isLessThan(LINEAR);
  }

  private static byte[] line(String head, String piece, int length) {
    byte[] line = filled(piece.getBytes(StandardCharsets.UTF_8), length);
    byte[] first = head.getBytes(StandardCharsets.UTF_8);
    System.arraycopy(first, 0, line, 0, first.length);
    return line;
  }

  private static byte[] filled(byte[] piece, int length) {
    byte[] line = new byte[length];
    for (int i = 0; i < length; i++) {
      line[i] = piece[i % piece.length];
    }
    return line;
  }

  /** CPU time of this thread only: other load and garbage collection do not count. */
  private static long cpuNanos(byte[] line, int times) {
    long start = CPU.getCurrentThreadCpuTime();
    for (int i = 0; i < times; i++) {
      assertThat(Lines.parse(line)).isNotNull();
    }
    return CPU.getCurrentThreadCpuTime() - start;
  }
}
