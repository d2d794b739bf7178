package io.tidemark.app.cli;

import io.tidemark.model.ByteSize;
import io.tidemark.model.Refusal;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Sizes as users write them: bytes, or a number with an IEC unit. */
final class SizeText {

  private static final long MOST_TIB = 1048576;

  /** The sentence of {@code --help} about every option that is a size. */
  static final String ALLOWED =
      "allowed: bytes, or a number with KiB, MiB, GiB or TiB; up to " + MOST_TIB + " TiB";

  private static final BigDecimal MOST_BYTES = BigDecimal.valueOf(MOST_TIB * ByteSize.TIB);
  private static final Pattern SIZE =
      Pattern.compile("(\\d{1,15}(?:\\.\\d{1,6})?)\\s*(B|KiB|MiB|GiB|TiB)?");

  private SizeText() {}

  /**
   * The size in bytes; empty when the option is not given.
   *
   * @throws Refusal when the text is no size, or the size is too large
   */
  static OptionalLong bytes(String option, @Nullable String size) {
    if (size == null) {
      return OptionalLong.empty();
    }
    Matcher matcher = SIZE.matcher(size);
    if (!matcher.matches()) {
      throw new Refusal(
          "%s %s: want bytes, or a number with KiB, MiB, GiB or TiB, e.g. 12GiB"
              .formatted(option, size));
    }
    String unit = matcher.group(2) == null ? "B" : matcher.group(2);
    int power = "BKMGT".indexOf(unit.charAt(0));
    BigDecimal bytes =
        new BigDecimal(matcher.group(1))
            .multiply(BigDecimal.valueOf(1L << (10 * power)))
            .setScale(0, RoundingMode.HALF_UP);
    if (bytes.compareTo(MOST_BYTES) > 0) {
      throw new Refusal("%s %s: want %d TiB at most".formatted(option, size, MOST_TIB));
    }
    return OptionalLong.of(bytes.longValueExact());
  }
}
