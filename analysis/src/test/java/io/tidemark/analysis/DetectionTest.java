package io.tidemark.analysis;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.line.EachFormat;
import io.tidemark.analysis.line.Formats;
import io.tidemark.analysis.line.Parsed;
import io.tidemark.analysis.run.LogSystems;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The format of the first needle decides a line only as all formats in their order do. */
class DetectionTest {

  private static final Formats ALL = LogSystems.ALL.formats();
  private static final int PAIRS = 20_000;

  /** The lines of all golden logs. */
  private static List<byte[]> lines() {
    return GoldenCase.all().stream()
        .flatMap(golden -> Lines.split(golden.log()).stream())
        .filter(line -> line.length > 0)
        .toList();
  }

  /** Checks the lines that the first needle decides, and returns their number. */
  private static long decided(Stream<byte[]> lines) {
    return lines
        .filter(
            line -> {
              Optional<List<Parsed>> both = EachFormat.decidedByFirst(ALL, line);
              both.ifPresent(
                  parsed ->
                      assertThat(LineScanTest.text(parsed.get(0)))
                          .as(new String(line, ISO_8859_1))
                          .isEqualTo(LineScanTest.text(parsed.get(1))));
              return both.isPresent();
            })
        .count();
  }

  @Test
  void theFirstNeedleDecidesALineAsAllFormatsDo() {
    List<byte[]> lines = lines();
    assertThat(decided(lines.stream())).isGreaterThan(lines.size() / 10);
  }

  /** The needle of a format that is tried before the first needle's may stand behind it. */
  @Test
  void theFirstNeedleDecidesALineOfTwoFormatsAsAllFormatsDo() {
    List<byte[]> lines = lines();
    Random random = new Random(7);
    List<byte[]> pairs = new ArrayList<>();
    for (int i = 0; i < PAIRS; i++) {
      String one = new String(lines.get(random.nextInt(lines.size())), ISO_8859_1);
      String other = new String(lines.get(random.nextInt(lines.size())), ISO_8859_1);
      pairs.add((one + " " + other).getBytes(ISO_8859_1));
    }
    assertThat(decided(pairs.stream())).isPositive();
  }
}
