package io.tidemark.analysis.system.tttrain;

import io.tidemark.analysis.line.Bytes;
import io.tidemark.analysis.line.LineFormat;
import io.tidemark.analysis.line.Needles;
import io.tidemark.analysis.line.Parsed;
import io.tidemark.analysis.line.Parsed.Ignored;
import io.tidemark.analysis.line.Parsed.Rejected;
import io.tidemark.analysis.message.LineRows;
import io.tidemark.analysis.message.RowCursor;
import io.tidemark.analysis.message.RowFact;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * tt-train's memory summary in all versions: the rows of {@code lines.txt}. It is not printed by a
 * logger, so its lines begin with fixed words. Lines without figures consist only of those words.
 */
final class TtTrainFormat extends LineFormat {

  private static final int MAX_BYTES = 1024;

  /** All signs of a number and its unit, so that a part of one is none. */
  private static final Pattern COUNT =
      Pattern.compile(
          "\\s*(\\d(?:[\\d.,]*\\d)?)(?:\\s?([KMBT]|[mbt]r?illion)(?!\\w))?(?!\\w|[.,]\\d|\\s?(?:[KMGTB]|[mbt]r?illion))");

  /** A whole number, with or without separators of its thousands. */
  private static final Pattern WHOLE =
      Pattern.compile("\\d+|\\d{1,3}(?:,\\d{3})+|\\d{1,3}(?:\\.\\d{3}){2,}");

  private static final Pattern ROUNDED = Pattern.compile("\\d+(?:\\.\\d+)?");
  private static final String UNITS = "KMBT";

  /** Far above any model, and sizes that follow from it fit a long. */
  private static final BigDecimal MOST_PARAMETERS = BigDecimal.TEN.pow(15);

  private static final LineRows ROWS = new LineRows(TtTrainFormat.class, "=");
  private static final Needles NEEDLES = new Needles(ROWS.begins());

  private static final byte[] WARNING = Bytes.of("WARNING: ");
  private static final byte[] ITEM = Bytes.of("- ");
  private static final byte[] HEADING = Bytes.of("--- ");
  private static final byte[] HEADING_END = Bytes.of(" ---");

  TtTrainFormat(String name) {
    super(name, ROWS.begins());
  }

  @Override
  public Parsed parse(byte[] bytes, int head, int start, int end, int needle) {
    int hit = NEEDLES.find(bytes, needle, Math.min(end, start + MAX_BYTES));
    if (hit < 0) {
      return Ignored.IGNORED;
    }
    Parsed parsed = ROWS.read(new RowCursor(name, bytes, head, start, null, hit, end), 0);
    if (parsed instanceof RowFact fact && fact.is("parameters")) {
      parsed = parameters(fact);
    } else if (parsed instanceof Rejected rejected) {
      int past = hit + ROWS.begins().get(NEEDLES.which(bytes, hit, end)).length();
      parsed = new Rejected(name, past - start + 1, rejected.reason());
    }
    return parsed.asQuotedIf(!begins(bytes, start, hit));
  }

  /** Whether a line whose text is at {@code hit} begins as the trainer writes it. */
  private static boolean begins(byte[] bytes, int start, int hit) {
    int first = Bytes.skipBlanks(bytes, start, hit);
    return switch (bytes[hit]) {
      case '\'' -> Bytes.startsWith(bytes, first, hit, WARNING);
      case 'T' -> first == hit || Bytes.past(ITEM, bytes, first, hit) == hit;
      default -> first == hit;
    };
  }

  @Override
  public boolean mayEnd(byte last) {
    return last == '-';
  }

  /** Parses {@code --- NAME ---}, which is too short to search for in every line. */
  @Override
  public Parsed unmarked(byte[] bytes, int head, int start, int end) {
    int from = start + HEADING.length;
    int nameEnd = end - HEADING_END.length;
    return from < nameEnd
            && Bytes.endsWith(bytes, start, end, HEADING_END)
            && Bytes.startsWith(bytes, start, end, HEADING)
        ? new RowFact(
            name, "heading", Bytes.text(bytes, from, Math.min(nameEnd, from + MAX_BYTES)), null)
        : Ignored.IGNORED;
  }

  private static Parsed parameters(RowFact line) {
    Matcher count = COUNT.matcher(line.words().remove("count"));
    if (!count.lookingAt()
        || !(count.group(2) == null ? WHOLE : ROUNDED).matcher(count.group(1)).matches()) {
      return Ignored.IGNORED;
    }
    String digits = count.group(1);
    String unit = count.group(2);
    BigDecimal all =
        unit == null
            ? new BigDecimal(digits.replaceAll("[.,]", ""))
            : new BigDecimal(digits)
                .scaleByPowerOfTen(3 + 3 * UNITS.indexOf(Character.toUpperCase(unit.charAt(0))));
    if (all.compareTo(MOST_PARAMETERS) > 0) {
      return Ignored.IGNORED;
    }
    line.figures().put("count", all.setScale(0, RoundingMode.HALF_UP).longValueExact());
    return line;
  }
}
