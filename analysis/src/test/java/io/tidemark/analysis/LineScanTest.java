package io.tidemark.analysis;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.line.EachFormat;
import io.tidemark.analysis.line.Formats;
import io.tidemark.analysis.line.LineScan;
import io.tidemark.analysis.line.Parsed;
import io.tidemark.analysis.line.Parsed.Ignored;
import io.tidemark.analysis.run.LogSystems;
import io.tidemark.analysis.system.tpumlir.ChipNamed;
import io.tidemark.analysis.system.tpumlir.KeyValueRecord;
import io.tidemark.analysis.system.xla.Xla;
import io.tidemark.model.log.LineEnds;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A scan gives the same results as all formats for each line alone. */
class LineScanTest {

  /** Number of damaged lines per log; a larger number by option, to test a risky change once. */
  private static final int MUTATED = Integer.getInteger("tidemark.mutated", 4_000);

  private static final Formats ALL = LogSystems.ALL.formats();
  private static final Formats XLA = ALL.only(Xla.LOG);

  /** Returns {@code start end result} per line, in order, and the number of ignored lines. */
  private static List<String> scanned(byte[] log, Formats formats) {
    List<String> published = new ArrayList<>();
    LineScan scan = new LineScan(formats, log, 0, log.length);
    long ignored = 0;
    while (scan.next()) {
      ignored += scan.ignored();
      published.add(scan.start() + " " + scan.end() + " " + text(scan.parsed()));
    }
    published.add("ignored " + (ignored + scan.ignored()));
    return published;
  }

  private static List<String> lineByLine(byte[] log, Formats formats) {
    List<String> published = new ArrayList<>();
    long ignored = 0;
    for (int start = 0; start < log.length; ) {
      int end = LineEnds.next(log, start, log.length);
      Parsed parsed = EachFormat.parse(formats, log, start, end);
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

  static String text(Parsed parsed) {
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
    assertThat(scanned(bytes, ALL)).isEqualTo(lineByLine(bytes, ALL));
    Random random = new Random(seed);
    // Lines with carriage returns are parsed separately, so the other path needs damage without
    // them.
    for (boolean redrawn : new boolean[] {false, true}) {
      byte[] damaged = damaged(bytes, redrawn, random);
      assertThat(scanned(damaged, ALL)).isEqualTo(lineByLine(damaged, ALL));
      assertThat(scanned(damaged, XLA)).isEqualTo(lineByLine(damaged, XLA));
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
    LineScan scan = new LineScan(ALL, log, 0, log.length);
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

  @Test
  void aTextThatBeginsInOneLineIsNoneOfTheNext() {
    byte[] log = "x Executing\n operation: %0\n".getBytes(ISO_8859_1);
    assertThat(scanned(log, ALL)).containsExactly("ignored 2");
  }
}
