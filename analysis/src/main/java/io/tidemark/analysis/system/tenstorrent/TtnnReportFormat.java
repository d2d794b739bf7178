package io.tidemark.analysis.system.tenstorrent;

import io.tidemark.analysis.line.Bytes;
import io.tidemark.analysis.line.LineFormat;
import io.tidemark.analysis.line.Parsed;
import io.tidemark.analysis.line.Parsed.Ignored;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reports of {@code dump_device_memory_state}: the summary, and the lines of the detailed report
 * that show the number of banks. The unit is that of {@code Allocatable}. Newer headings print KB
 * for other columns even if these are bytes.
 */
final class TtnnReportFormat extends LineFormat {

  private static final int MAX_BYTES = 160;
  private static final int KIB = 1024;
  private static final String DIGITS = "(\\d{1,13})";
  private static final Pattern HEADING =
      Pattern.compile(
          "^(?:Program ID)?, Total Allocatable Size \\((B|KB)\\), Total Allocated \\(K?B\\),"
              + " Total Free \\(K?B\\), Largest Free Block \\(K?B\\)$");
  private static final Pattern ROW =
      Pattern.compile("^(\\d{0,18})," + DIGITS + "," + DIGITS + "," + DIGITS + "," + DIGITS + "$");
  private static final Pattern SECTION = Pattern.compile("^\\d{0,18},(DRAM|L1)$");
  private static final Pattern CAPACITY =
      Pattern.compile("^,Total allocatable \\((B|KB)\\):," + DIGITS + "$");
  private static final byte[] HEADED = Bytes.of(", Total Allocatable Size (");
  private static final byte[] PROGRAM = Bytes.of("Program ID");

  TtnnReportFormat(String name) {
    super(name);
  }

  @Override
  public boolean mayBegin(byte first) {
    return first == ',' || first == PROGRAM[0] || Bytes.isDigit(first);
  }

  /** Dated log lines also begin with digits, but most end with another byte. */
  @Override
  public boolean mayEnd(byte last) {
    return Bytes.isDigit(last) || last == 'M' || last == ')';
  }

  /** A heading with a program may have any last byte. */
  @Override
  public boolean mayGoOn(byte second) {
    return second == PROGRAM[1];
  }

  @Override
  public Parsed unmarked(byte[] bytes, int head, int start, int end) {
    if (end - start > MAX_BYTES || end - start < 3) {
      return Ignored.IGNORED;
    }
    byte first = bytes[start];
    if (first == ',' || (first >= '0' && first <= '9')) {
      return line(bytes, start, end);
    }
    return Bytes.startsWith(bytes, start, end, PROGRAM)
            && Bytes.startsWith(bytes, start + PROGRAM.length, end, HEADED)
        ? heading(Bytes.text(bytes, start, end))
        : Ignored.IGNORED;
  }

  private Parsed line(byte[] bytes, int start, int end) {
    if (!mayEnd(bytes[end - 1])) {
      return Ignored.IGNORED;
    }
    String line = Bytes.text(bytes, start, end);
    if (Bytes.startsWith(bytes, start, end, HEADED)) {
      return heading(line);
    }
    Matcher section = SECTION.matcher(line);
    if (section.find()) {
      return new TtnnFact.ReportSection(section.group(1));
    }
    Matcher capacity = CAPACITY.matcher(line);
    if (capacity.find()) {
      return new TtnnFact.ReportCapacity(
          Long.parseLong(capacity.group(2)) * unit(capacity.group(1)));
    }
    Matcher row = ROW.matcher(line);
    return row.find()
        ? new TtnnFact.ReportRow(
            row.group(1).isEmpty() ? null : row.group(1),
            Long.parseLong(row.group(2)),
            Long.parseLong(row.group(3)),
            Long.parseLong(row.group(4)),
            Long.parseLong(row.group(5)))
        : Ignored.IGNORED;
  }

  private Parsed heading(String line) {
    Matcher heading = HEADING.matcher(line);
    return heading.find()
        ? new TtnnFact.ReportHeading(unit(heading.group(1)))
        : new Parsed.Rejected(name, 1, "a summary's heading with other columns");
  }

  private static int unit(String unit) {
    return unit.equals("B") ? 1 : KIB;
  }
}
