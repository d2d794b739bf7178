package io.tidemark.analysis.system.tttrain;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.line.Bytes;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TtTrainFiguresTest {

  private static final List<String> LABELS = List.of("", ", Change");

  /** The syntax stated by the format's page. */
  private static final Pattern FORM =
      Pattern.compile(
          " (-?\\d{1,12}(?:\\.\\d{1,6})?) MB, Change ([+-]?\\d{1,12}(?:\\.\\d{1,6})?) MB");

  private static long @Nullable [] read(String text) {
    byte[] bytes = Bytes.of(text);
    return TtTrainFigures.read(bytes, 0, bytes.length, LABELS, true);
  }

  private static long @Nullable [] byForm(String text) {
    Matcher form = FORM.matcher(text);
    return form.lookingAt() ? new long[] {bytes(form.group(1)), bytes(form.group(2))} : null;
  }

  private static long bytes(String mib) {
    return Math.round(Double.parseDouble(mib) * (1 << 20));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        " 1.00 MB, Change +2.5 MB",
        " -0.000001 MB, Change -0 MB and more",
        " 999999999999.999999 MB, Change 123456789.123456 MB",
        " 1234567890123 MB, Change 1 MB",
        " 1.1234567 MB, Change 1 MB",
        " +1 MB, Change 1 MB",
        " 1. MB, Change 1 MB",
        " .5 MB, Change 1 MB",
        " 1 MB, Change --1 MB",
        " 1 MB, Change 1 M",
        " 1 MB, Change ",
        " 1 MB, Change",
        " 1",
        " ",
        ""
      })
  void theyAreReadWhereTheyHaveTheirForm(String text) {
    assertThat(read(text)).isEqualTo(byForm(text));
  }

  @Test
  void theyAreRoundedAsTheTextIs() {
    Random random = new Random(7);
    for (int i = 0; i < 20_000; i++) {
      int decimals = random.nextInt(7);
      double mib = random.nextDouble() * Math.pow(10, random.nextInt(13));
      String text =
          String.format(Locale.ROOT, " %." + decimals + "f MB, Change -%.2f MB", mib, mib / 3);
      assertThat(read(text)).as(text).isNotNull().isEqualTo(byForm(text));
    }
  }
}
