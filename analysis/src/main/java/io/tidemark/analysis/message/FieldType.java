package io.tidemark.analysis.message;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import java.math.BigDecimal;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/**
 * How a field is written. Units are powers of 1024, with and without {@code i}, as nearly every
 * writer means them; those without {@code i} are powers of 1000 where the type of a row says so.
 */
enum FieldType {
  /** An integer, with commas or without. */
  BYTES(FieldType.FRACTION, 0),
  /** {@code 44.50GiB}, {@code 12.3M}, {@code 0B}, {@code 17 bytes}; bytes without a unit. */
  SIZE(FieldType.FRACTION + "(?:" + FieldType.UNIT + "|\\b)", 0),
  /** A size with its unit: the digits alone may be the begin of more. */
  MEASURE(FieldType.FRACTION + FieldType.UNIT, 0),
  /** A number whose unit stands elsewhere in the text, unless it has one of its own. */
  KIB(FieldType.FRACTION, 10),
  MIB(FieldType.FRACTION, 20),
  GIB(FieldType.FRACTION, 30),
  /** The same of a writer whose units are powers of 1000. */
  KB(FieldType.FRACTION, 1_000L),
  MB(FieldType.FRACTION, 1_000_000L),
  GB(FieldType.FRACTION, 1_000_000_000L),
  /** A number of per cent; its value is in units of 2^-20 per cent. */
  PERCENT(FieldType.FRACTION, 20),
  /** {@code 0x1000}; a number without {@code 0x} is decimal. */
  HEX("(?:0x[0-9a-fA-F]+|\\d+)", 0),
  INT("\\d+(?:,\\d{3})*", 0),
  /** A word with the signs that stand in names. */
  NAME("[\\w$%@/<>+~-]+(?:[.:]+[\\w$%@/<>+~-]+)*", -1),
  /** Positions such as {@code 0x1x0}. */
  COORDINATES("\\d+(?:x\\d+)+", -1),
  /** The end of the line, a sign, or a word that begins another clause. */
  END("[ \\t]*(?:$|[^\\w \\t]|\\b(?:after|at|by|in|on|with|within)\\b)", -1),
  /** Anything up to what follows it on the line. */
  TEXT("[^\\n]+?", -1),
  /** The same, where its writer's line may be wrapped within it. */
  WRAPPED("[^\\n]+?(?:\\n[^\\n]*?){0,3}", -1);

  /** All signs that belong to a number, so that a part of one that cannot be read is none. */
  private static final String FRACTION = "-?\\d+(?:,\\d+)*(?:\\.\\d+)*(?:[eE]\\d+)?";

  private static final String UNIT = "\\.?[ \\t\\n]{0,2}" + FieldType.UNIT_WORD;

  static final String UNIT_WORD = "(?:(?i:[kmgtpe]i?b|b|bytes?)\\b|[KMGTPE]i?\\b)";

  private static final Pattern READABLE =
      Pattern.compile("-?(?:\\d{1,3}(?:,\\d{3})+|\\d+)(?:\\.\\d+)?");
  private static final String UNITS = "KMGTPE";
  private static final BigDecimal MOST = new BigDecimal(1L << 62);

  final String pattern;

  /** Power of two of the unit; −1 for a text. */
  private final int shift;

  /** Bytes of a decimal unit; 0 if the units of the type are powers of 1024. */
  private final long decimal;

  FieldType(String pattern, int shift) {
    this(pattern, shift, 0);
  }

  FieldType(String pattern, long decimal) {
    this(pattern, 0, decimal);
  }

  FieldType(String pattern, int shift, long decimal) {
    this.pattern = pattern;
    this.shift = shift;
    this.decimal = decimal;
  }

  boolean rounds() {
    return this == SIZE || this == MEASURE || decimal > 0 || shift > 0;
  }

  /** Whether a unit that its text names behind it may be another one in a line. */
  boolean takesUnit() {
    return this == BYTES || decimal > 0 || (shift > 0 && this != PERCENT);
  }

  boolean isText() {
    return shift < 0;
  }

  /** Returns the value of a number; {@code null} if it is larger than any memory. */
  @Nullable Long value(String text) {
    if (text.startsWith("0x")) {
      String digits = text.substring(2).replaceFirst("^0+(?=.)", "");
      return digits.length() > 15 ? null : Long.valueOf(digits, 16);
    }
    Matcher number = READABLE.matcher(text);
    if (!number.lookingAt()) {
      return null;
    }
    // NumPy prints 184. MiB.
    String behind = text.substring(number.end()).replaceFirst("^\\.(?=[^.,\\d])", "");
    if (behind.matches("(?:[.,]|[eE]?\\d).*")) {
      return null;
    }
    String unit = behind.strip();
    if (this == SIZE && unit.isEmpty() && number.group().indexOf('.') >= 0) {
      return null; // a fraction of a unit that is not known
    }
    BigDecimal figure = new BigDecimal(number.group().replace(",", "")).multiply(bytes(unit));
    if (this == BYTES && figure.stripTrailingZeros().scale() > 0 && power(unit) == 0) {
      return null;
    }
    BigDecimal bytes = figure.setScale(0, RoundingMode.HALF_UP);
    return bytes.abs().compareTo(MOST) >= 0 ? null : bytes.longValueExact();
  }

  /** Bytes of a unit; those of the type if the unit is empty. */
  private BigDecimal bytes(String unit) {
    if (unit.isEmpty()) {
      return new BigDecimal(decimal > 0 ? decimal : 1L << shift);
    }
    boolean thousands = decimal > 0 && unit.indexOf('i') < 0;
    return new BigDecimal(thousands ? 1000 : 1024).pow(power(unit));
  }

  private static int power(String unit) {
    return unit.isEmpty() ? 0 : UNITS.indexOf(Character.toUpperCase(unit.charAt(0))) + 1;
  }
}
