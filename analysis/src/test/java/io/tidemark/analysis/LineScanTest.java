package io.tidemark.analysis;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.line.EachFormat;
import io.tidemark.analysis.line.LineScan;
import io.tidemark.analysis.line.Parsed;
import io.tidemark.analysis.line.Parsed.Ignored;
import io.tidemark.analysis.system.tpumlir.ChipNamed;
import io.tidemark.analysis.system.tpumlir.KeyValueRecord;
import io.tidemark.analysis.system.xla.Xla;
import io.tidemark.model.LineEnds;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A scan gives the same results as all formats for each line alone. */
class LineScanTest {

  /** Number of damaged lines per log; a larger number by option, to test a risky change once. */
  private static final int MUTATED = Integer.getInteger("tidemark.mutated", 4_000);

  private static final List<String> RECORDS =
      List.of(
          "; action = lmem_assign; step = dump_lmem_assign_result; tag = iteration_result;"
              + " remark = \"some text\"; status = success; lmem_type = LMEM_ACTIVATION;"
              + " op_type = tpu.Add; op_name = /a; addr = 0x10; size = 117760;"
              + " timestep_start = 3; timestep_end = 18; timestep_mode = TIMESTEP_LDST_UNKNOWN;"
              + " hold_in_lmem = 0; allow_bank_conflict = 0; one_loop = 0; shape_secs = 1,1,1,11,1",
          "; action = lmem_assign; tag = iteration_result; status = failed;"
              + " lmem_type = LMEM_WEIGHT; op_name = /b; addr = -1; size = 1; timestep_start = 3;"
              + " timestep_end = 18; hold_in_lmem = 0; one_loop = 1; shape_secs = 1,1,1,1,1",
          "; action = assignLmemAddr; step = allocated_memory; op_type = LMEM_ANY; op_name = c;"
              + " addr = 0; size = 1; timestep_start = 0; timestep_end = 1",
          "; action = lmem_assign; step = lmem_spec; tag = stamp; op_name = d; addr = none",
          "; action = assignLmemAddr; step = start; tag = stamp; op_name = d; addr = none",
          "; action = concern; op = a; action = load; tag = failed; remark = plain");

  /** Valid values and lookalikes. */
  private static final List<String> VALUES =
      List.of(
          "7",
          "-1",
          "-7",
          "0x1f",
          "0xffffffffffffffff",
          "99999999999999999",
          "failed",
          "success",
          "lmem_spec",
          "iteration_result",
          "allocated_memory",
          "assignGaddr",
          "2,2,2,2,2",
          "",
          " ",
          "a b",
          " a",
          "a ",
          "a\t",
          "\ta",
          "a\u001b[0m",
          "\u001b[1ma",
          "a\r",
          "a\rb",
          "\"",
          "\"a\"",
          "a;",
          "a;b",
          "; ",
          "a; b = c",
          "a; size = 4",
          "a; action = lmem_assign",
          "\"a; action = lmem_assign\"",
          "a; action = lmem_assign; tag = iteration_result",
          "a\n",
          "\u00e9",
          "Device DRAM memory state: MemoryView{numBanks: 12",
          "Error: TT_FATAL @ /a.cpp:1: a",
          "Out of Memory: Not enough space to allocate 1 B DRAM buffer",
          "Ran out of memory in memory space hbm");

  /** Returns {@code start end result} per line, in order, and the number of ignored lines. */
  private static List<String> scanned(byte[] log, @Nullable String onlyFormat) {
    List<String> published = new ArrayList<>();
    LineScan scan = new LineScan(LogSystems.ALL.formats(), log, 0, log.length, onlyFormat);
    long ignored = 0;
    while (scan.next()) {
      ignored += scan.ignored();
      published.add(scan.start() + " " + scan.end() + " " + text(scan.parsed()));
    }
    published.add("ignored " + (ignored + scan.ignored()));
    return published;
  }

  private static List<String> lineByLine(byte[] log, @Nullable String onlyFormat) {
    List<String> published = new ArrayList<>();
    long ignored = 0;
    for (int start = 0; start < log.length; ) {
      int end = LineEnds.next(log, start, log.length);
      Parsed parsed = EachFormat.parse(LogSystems.ALL.formats(), log, start, end, onlyFormat);
      if (parsed == Ignored.IGNORED) {
        ignored++;
      } else {
        published.add(start + " " + end + " " + text(parsed));
      }
      start = end + 1;
    }
    published.add("ignored " + ignored);
    return published;
  }

  private static String text(Parsed parsed) {
    return parsed instanceof KeyValueRecord record ? record.items().toString() : parsed.toString();
  }

  private static List<GoldenCase> cases() {
    return GoldenCase.all();
  }

  @ParameterizedTest
  @MethodSource("cases")
  void itSaysWhatEachLineSays(GoldenCase golden) {
    assertItSaysWhatEachLineSays(golden.log(), golden.name().hashCode());
  }

  /** Checks {@code bytes}, and randomly damaged copies of its lines. */
  static void assertItSaysWhatEachLineSays(byte[] bytes, long seed) {
    assertThat(scanned(bytes, null)).isEqualTo(lineByLine(bytes, null));
    Random random = new Random(seed);
    // Lines with carriage returns are parsed separately, so the other path needs damage without
    // them.
    for (boolean redrawn : new boolean[] {false, true}) {
      byte[] damaged = damaged(bytes, redrawn, random);
      assertThat(scanned(damaged, null)).isEqualTo(lineByLine(damaged, null));
      assertThat(scanned(damaged, Xla.LOG)).isEqualTo(lineByLine(damaged, Xla.LOG));
    }
  }

  private static byte[] damaged(byte[] log, boolean redrawn, Random random) {
    List<byte[]> lines = new ArrayList<>(Lines.split(log));
    lines.removeIf(line -> line.length == 0);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (int i = 0; i < MUTATED; i++) {
      byte[] line = lines.get(random.nextInt(lines.size()));
      byte[] other = lines.get(random.nextInt(lines.size()));
      byte[] broken = random.nextBoolean() ? line : Mutations.of(line, other, random);
      out.writeBytes(
          new String(broken, ISO_8859_1)
              .replace('\n', ' ')
              .replace('\r', redrawn ? '\r' : ' ')
              .getBytes(ISO_8859_1));
      out.write('\n');
    }
    return out.toByteArray();
  }

  @Test
  void theLastLineNeedsNoEndAndEmptyLinesSayNothing() {
    byte[] log = "\n\nforeign\n; n = 1\n\nchip: bm1688".getBytes(ISO_8859_1);
    LineScan scan = new LineScan(LogSystems.ALL.formats(), log, 0, log.length, null);
    assertThat(scan.next()).isTrue();
    assertThat(scan.ignored()).isEqualTo(3);
    assertThat(scan.lastIgnored()).isEqualTo(2);
    assertThat(scan.start()).isEqualTo(10);
    assertThat(scan.end()).isEqualTo(17);
    assertThat(scan.next()).isTrue();
    assertThat(scan.ignored()).isEqualTo(1);
    assertThat(scan.parsed()).isInstanceOf(ChipNamed.class);
    assertThat(scan.next()).isFalse();
    assertThat(scan.ignored()).isZero();
    assertThat(scan.start()).isEqualTo(log.length);
  }

  /** A record is parsed by comparison with earlier ones; the result must not depend on them. */
  @Test
  void anyValueOfARecordMayDifferFromTheRecordBefore() {
    for (String record : RECORDS) {
      StringBuilder log = new StringBuilder(String.join("\n", RECORDS)).append('\n');
      String[] items = record.split("(?<= = )|(?=; \\w+ = )", -1);
      for (int i = 1; i < items.length; i += 2) {
        for (String value : VALUES) {
          String[] changed = items.clone();
          changed[i] = value;
          log.append(String.join("", changed)).append('\n').append(record).append('\n');
        }
      }
      assertScanned(log.toString());
      // The last line may have no line end.
      assertScanned(record + "\n" + record);
    }
  }

  private static void assertScanned(String log) {
    byte[] bytes = log.getBytes(ISO_8859_1);
    assertThat(scanned(bytes, null)).isEqualTo(lineByLine(bytes, null));
    assertThat(scanned(bytes, Xla.LOG)).isEqualTo(lineByLine(bytes, Xla.LOG));
  }

  @Test
  void aTextThatBeginsInOneLineIsNoneOfTheNext() {
    byte[] log = "x Executing\n operation: %0\n".getBytes(ISO_8859_1);
    assertThat(scanned(log, null)).containsExactly("ignored 2");
  }
}
