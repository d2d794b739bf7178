package io.tidemark.analysis.message;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import java.math.BigDecimal;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/**
 * How a field is written. Units are powers of 1024, with and without {@code i}, as every known
 * writer means them.
 */
enum FieldType {
  /** An integer, with commas or without. */
  BYTES(FieldType.FRACTION, 0),
  /** {@code 44.50GiB}, {@code 12.3M}, {@code 0B}, {@code 17 bytes}; bytes without a unit. */
  SIZE(FieldType.FRACTION + "(?:" + FieldType.UNIT + "|\\b)", 0),
  /** A size with its unit: the digits alone may be the begin of more. */
  MEASURE(FieldType.FRACTION + FieldType.UNIT, 0),
  /** A number whose unit stands elsewhere in the text. */
  KIB(FieldType.FRACTION, 10),
  MIB(FieldType.FRACTION, 20),
  GIB(FieldType.FRACTION, 30),
  /** A number of a thousand million bytes. */
  GB(FieldType.FRACTION, 0),
  /** A number of per cent; its value is in units of 2^-20 per cent. */
  PERCENT(FieldType.FRACTION, 20),
  HEX("0x[0-9a-fA-F]+", 0),
  INT("\\d+", 0),
  /** A word with the signs that stand in names. */
  NAME("[\\w$%@/<>+~-]+(?:[.:]+[\\w$%@/<>+~-]+)*", -1),
  /** Positions such as {@code 0x1x0}. */
  COORDINATES("\\d+(?:x\\d+)+", -1),
  /** Anything up to what follows it on the line. */
  TEXT("[^\\n]+?", -1),
  /** The same, where its writer's line may be wrapped within it. */
  WRAPPED("[^\\n]+?(?:\\n[^\\n]*?){0,3}", -1);

  /** All signs that belong to a number, so that a part of one that cannot be read is none. */
  private static final String FRACTION = "-?\\d+(?:,\\d+)*(?:\\.\\d+)*(?:[eE]\\d+)?";

  private static final String UNIT = "[ \\n]?(?:(?i:[kmgtpe]i?b|b|bytes?)\\b|[KMGTPE]i?\\b)";

  private static final Pattern READABLE =
      Pattern.compile("-?(?:\\d{1,3}(?:,\\d{3})+|\\d+)(?:\\.\\d+)?");
  private static final long GIGA = 1_000_000_000;
  private static final String UNITS = "KMGTPE";
  private static final BigDecimal MOST = new BigDecimal(1L << 62);

  final String pattern;

  /** Power of two of the unit; −1 for a text. */
  private final int shift;

  FieldType(String pattern, int shift) {
    this.pattern = pattern;
    this.shift = shift;
  }

  boolean rounds() {
    return this == SIZE || this == MEASURE || this == GB || shift > 0;
  }

  boolean isText() {
    return shift < 0;
  }

  /** Returns the value of a number; {@code null} if it is larger than any memory. */
  @Nullable Long value(String text) {
    if (this == HEX) {
      String digits = text.substring(2).replaceFirst("^0+(?=.)", "");
      return digits.length() > 15 ? null : Long.valueOf(digits, 16);
    }
    Matcher number = READABLE.matcher(text);
    if (!number.lookingAt() || text.substring(number.end()).matches("(?:[.,]|[eE]?\\d).*")) {
      return null;
    }
    String unit = text.substring(number.end()).strip();
    if (this == SIZE && unit.isEmpty() && text.indexOf('.') >= 0) {
      return null; // a fraction of a unit that is not known
    }
    int power = unit.isEmpty() ? -1 : UNITS.indexOf(Character.toUpperCase(unit.charAt(0)));
    BigDecimal figure = new BigDecimal(number.group().replace(",", ""));
    if (this == BYTES && figure.stripTrailingZeros().scale() > 0) {
      return null;
    }
    BigDecimal bytes =
        figure
            .multiply(new BigDecimal(this == GB ? GIGA : 1L << (shift + 10 * (power + 1))))
            .setScale(0, RoundingMode.HALF_UP);
    return bytes.abs().compareTo(MOST) >= 0 ? null : bytes.longValueExact();
  }
}
