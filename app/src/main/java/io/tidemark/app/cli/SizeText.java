package io.tidemark.app.cli;

import io.tidemark.model.ByteSize;
import io.tidemark.model.Refusal;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Sizes as users write them: a number with an IEC unit, or bytes from 1 MiB on. */
final class SizeText {

  private static final long MOST_TIB = 1048576;
  private static final BigDecimal MOST_BYTES = BigDecimal.valueOf(MOST_TIB * ByteSize.TIB);
  private static final Pattern SIZE =
      Pattern.compile("(\\d{1,15}(?:\\.\\d{1,6})?)\\s*(B|KiB|MiB|GiB|TiB)?");

  private SizeText() {}

  /**
   * The size in bytes; empty when the option is not given.
   *
   * @throws Refusal when the text is no size, the size is too large, or its unit seems forgotten
   */
  static OptionalLong bytes(String option, @Nullable String size) {
    if (size == null) {
      return OptionalLong.empty();
    }
    Matcher matcher = SIZE.matcher(size);
    if (!matcher.matches()) {
      throw new Refusal(
          "%s %s: want a number with B, KiB, MiB, GiB or TiB, e.g. 12GiB, or bytes"
              .formatted(option, size));
    }
    String unit = matcher.group(2);
    long bytes = bytes(option, size, matcher.group(1), unit == null ? "B" : unit);
    if (unit == null && bytes < ByteSize.MIB && bytes > 0) {
      throw new Refusal(
          "%s %s: want a unit for less than 1 MiB, e.g. %sGiB, or %sB for so few bytes"
              .formatted(option, size, size, size));
    }
    return OptionalLong.of(bytes);
  }

  private static long bytes(String option, String size, String number, String unit) {
    int power = "BKMGT".indexOf(unit.charAt(0));
    BigDecimal bytes =
        new BigDecimal(number)
            .multiply(BigDecimal.valueOf(1L << (10 * power)))
            .setScale(0, RoundingMode.HALF_UP);
    if (bytes.compareTo(MOST_BYTES) > 0) {
      throw new Refusal("%s %s: want %d TiB at most".formatted(option, size, MOST_TIB));
    }
    return bytes.longValueExact();
  }
}
