package io.tidemark.analysis.system.xla;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import io.tidemark.analysis.line.Bytes;
import io.tidemark.analysis.line.Cursor;
import io.tidemark.analysis.line.Parsed;
import io.tidemark.analysis.line.Parsed.Ignored;
import io.tidemark.analysis.memory.Sizes;
import io.tidemark.analysis.system.xla.XlaOomFact.Part;
import io.tidemark.analysis.system.xla.XlaOomFact.Row;
import io.tidemark.analysis.system.xla.XlaOomFact.Statistic;

/**
 * Parses the lines of a report that state the size of a part.
 *
 * <pre>
 *   reserved(Infeed/Outfeed) 529.00M
 *   HLO temp    3.93G (97.4% utilization…)
 *   Currently allocated: 6.08G ( 6,532,939,776 bytes)
 *   total allocation: 12.00MiB
 * </pre>
 */
final class XlaReportPartLines {

  private static final String SIZE = "(-?\\d+(?:\\.\\d+)?[KMGTPE]?i?B?)";

  /** All known names: with arbitrary names, lines of other logs would match. */
  private static final Pattern PART =
      Pattern.compile(
          "((?:reserved|program|arguments|output|global|scoped|HLO temp|overlays|heap allocations"
              + "|Max free chunk).*?)\\s+(?:(-?[\\d.]+[KMGTPEiB]+)|unknown size)(?: \\(.*)?");

  private static final Pattern STATISTIC =
      Pattern.compile(
          "((?:parameter|constant|maybe_live_out|preallocated temp|total)"
              + " (?:allocation|fragmentation)):\\s*"
              + SIZE
              + "(?: \\(.*)?");
  private static final Pattern ROW =
      Pattern.compile("([^:]+):\\s*" + SIZE + " \\(\\s*(-?[\\d,]*\\d,*) bytes\\)");
  private static final byte[] ROW_END = Bytes.of(" bytes)");

  /** First letters of the names. */
  private static final String FIRST = "HMacghmoprst";

  /** Minimum indent: people indent a report further. */
  private static final int PART_INDENT = 4;

  private static final int MAX_NAME = 81;
  private static final int MAX_ROW_DIGITS = 18;

  private XlaReportPartLines() {}

  static Parsed part(XlaLogLine line, int indent) {
    boolean row = Bytes.endsWith(line.bytes, line.cursor.at, line.end, ROW_END);
    if (!row && FIRST.indexOf(line.bytes[line.cursor.at]) < 0) {
      return Ignored.IGNORED;
    }
    String text = line.rest();
    Matcher found = (row ? ROW : STATISTIC).matcher(text);
    if (found.matches() && found.end(1) <= MAX_NAME) {
      return row ? row(found) : sized(found);
    }
    Matcher part = PART.matcher(text);
    boolean named = !row && indent >= PART_INDENT && part.matches() && part.end(1) <= MAX_NAME;
    long size = !named ? Sizes.NONE : part.group(2) == null ? -1 : size(part.group(2));
    return size == Sizes.NONE ? Ignored.IGNORED : new Part(part.group(1), size);
  }

  private static Parsed row(Matcher row) {
    String digits = row.group(3).replace(",", "");
    return size(row.group(2)) == Sizes.NONE || digits.length() > MAX_ROW_DIGITS
        ? Ignored.IGNORED
        : new Row(row.group(1), Long.parseLong(digits));
  }

  private static Parsed sized(Matcher statistic) {
    long size = size(statistic.group(2));
    return size == Sizes.NONE ? Ignored.IGNORED : new Statistic(statistic.group(1), size);
  }

  /** Reads a text that is a size as a whole. */
  private static long size(String text) {
    byte[] bytes = Bytes.of(text);
    Cursor cursor = new Cursor(bytes, 0, bytes.length);
    long size = Sizes.read(cursor);
    return cursor.at == bytes.length ? size : Sizes.NONE;
  }
}
