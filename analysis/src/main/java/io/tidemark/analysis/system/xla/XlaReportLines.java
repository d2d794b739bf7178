package io.tidemark.analysis.system.xla;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import io.tidemark.analysis.line.Bytes;
import io.tidemark.analysis.line.Cursor;
import io.tidemark.analysis.line.Parsed;
import io.tidemark.analysis.line.Parsed.Ignored;
import io.tidemark.analysis.memory.Sizes;
import io.tidemark.analysis.system.xla.XlaOomFact.Buffer;
import io.tidemark.analysis.system.xla.XlaOomFact.Capacity;
import io.tidemark.analysis.system.xla.XlaOomFact.Largest;
import io.tidemark.analysis.system.xla.XlaOomFact.Output;
import io.tidemark.analysis.system.xla.XlaOomFact.Program;
import io.tidemark.analysis.system.xla.XlaOomFact.Total;
import java.util.List;
import java.util.Locale;

/**
 * Parses the lines of a report below its head. Any log may contain some of them, so a line must
 * match completely. The tracker decides whether one is expected.
 *
 * <pre>
 *   HBM capacity 8.00G:                                 Buffer assignment's own (TABs, or blanks):
 *   Total hbm usage >= 30.73G:                            BufferAssignment OOM Debugging.
 *       reserved        530.00M                                parameter allocation:    6.00MiB
 *   Output size 1.0K; shares 0B with arguments.           Peak buffers:
 *   Program hbm requirement 14.31G:                               Buffer 1:
 *       HLO temp        14.31G (100.0% utilization…)                      Size: 6.00MiB
 *     Largest program allocations in hbm:                                 Operator: op_name="…"
 *     1. Size: 1.46G                                                      XLA Label: concatenate
 *        Operator: op_name="…"                                            Shape: f32[4096,128,3]
 *        ==========================                                       ==========================
 * </pre>
 */
final class XlaReportLines {

  private static final String COLON = ":";
  private static final Pattern LIST =
      Pattern.compile("(?:Largest program|No program|No) allocations in (\\w+)");
  private static final List<String> KEYS =
      List.of(
          "Size: ",
          "Unpadded size: ",
          "Operator: ",
          "Shape: ",
          "Extra memory due to padding: ",
          "XLA label: ",
          "XLA Label: ",
          "Entry Parameter Subshape: ",
          "Allocation type: ",
          "Tag: ");

  /** First letters of the sections' heads. */
  private static final String HEADS = "OPT";

  /** First letters of the keys. */
  private static final String FIRST = "AEOSTUX";

  private static final int MAX_INDENT = 48;
  private static final int KEY_INDENT = 5;

  /** Minimum indent of a key in a buffer assignment's list, where each TAB counts as one. */
  private static final int TABS = 2;

  private XlaReportLines() {}

  static Parsed indented(XlaLogLine line) {
    Cursor cursor = line.cursor;
    int from = cursor.at;
    while (cursor.at < line.end && Bytes.isBlank(line.bytes[cursor.at])) {
      cursor.at++;
    }
    int indent = cursor.at - from;
    if (line.atEnd() || indent > MAX_INDENT) {
      return Ignored.IGNORED;
    }
    boolean tabs = line.bytes[cursor.at - 1] == '\t';
    byte first = line.bytes[cursor.at];
    if (first == '=' && (tabs || indent >= KEY_INDENT)) {
      return cursor.accept("==========================") && line.atEnd()
          ? new XlaOomFact.Rule()
          : Ignored.IGNORED;
    }
    if (Bytes.isDigit(first)) {
      return indent >= 2 ? entry(line) : Ignored.IGNORED;
    }
    boolean known = FIRST.indexOf(first) >= 0;
    if (known && indent >= (tabs ? TABS : KEY_INDENT)) {
      for (String key : KEYS) {
        if (cursor.accept(key)) {
          return key(line, key.substring(0, key.length() - 2));
        }
      }
    }
    boolean listed = (first == 'L' || first == 'N') && indent >= 2;
    Matcher list = listed ? LIST.matcher(line.rest()) : null;
    if (list != null && list.lookingAt()) {
      return new Largest(list.group(1).toUpperCase(Locale.ROOT));
    }
    if (HEADS.indexOf(first) >= 0) {
      int at = cursor.at;
      Parsed head = section(line);
      if (head != Ignored.IGNORED) {
        return head;
      }
      cursor.at = at;
    }
    if (first == 'B' && cursor.accept("Buffer ")) {
      long number = line.number(COLON);
      return number >= 0 && line.atEnd() ? buffer(number, -1) : Ignored.IGNORED;
    }
    return XlaReportPartLines.part(line, indent);
  }

  /** Parses a line without an indent. */
  static Parsed head(XlaLogLine line) {
    Cursor cursor = line.cursor;
    int at = cursor.at;
    Parsed section = section(line);
    if (section != Ignored.IGNORED) {
      return section;
    }
    cursor.at = at;
    byte first = line.bytes[cursor.at];
    if (first == 'B' && cursor.accept("BufferAssignment OOM Debugging.")) {
      return new XlaOomFact.Debugging();
    }
    if ((first == 'H' && cursor.accept("Heap allocator status:"))
        || (first == 'P' && cursor.accept("Persistent allocations include "))) {
      return new XlaOomFact.Aside();
    }
    String memory = line.bytes[line.end - 1] == ':' ? line.word(" capacity ") : null;
    long size = memory == null ? Sizes.NONE : line.size(COLON);
    return memory == null || size < 0 || !line.atEnd()
        ? Ignored.IGNORED
        : new Capacity(memory.toUpperCase(Locale.ROOT), size);
  }

  /** Parses the head of a section, which people indent with the rest of a report. */
  private static Parsed section(XlaLogLine line) {
    Cursor cursor = line.cursor;
    byte first = line.bytes[cursor.at];
    if (first == 'T' && cursor.accept("Total ")) {
      String memory = line.word(" usage >= ");
      return memory == null ? Ignored.IGNORED : sized(line, memory, true);
    }
    if (first == 'P' && cursor.accept("Program ")) {
      String memory = line.word(" requirement ");
      return memory == null ? Ignored.IGNORED : sized(line, memory, false);
    }
    if (first == 'O' && cursor.accept("Output size ")) {
      long size = cursor.accept("unknown.") ? -1 : Sizes.read(cursor);
      return size == Sizes.NONE ? Ignored.IGNORED : new Output(size);
    }
    return Ignored.IGNORED;
  }

  private static Parsed sized(XlaLogLine line, String memory, boolean total) {
    long size = line.size(COLON);
    if (size < 0 || !line.atEnd()) {
      return line.rejected(total ? "total usage: broken size" : "requirement: broken size");
    }
    String name = memory.toUpperCase(Locale.ROOT);
    return total
        ? new Total(name, size, Bytes.isBlank(line.bytes[line.start]))
        : new Program(name, size);
  }

  private static Parsed entry(XlaLogLine line) {
    long number = line.number(". Size: ");
    if (number < 0) {
      return Ignored.IGNORED;
    }
    long size = line.lastSize();
    return size < 0 ? line.rejected("allocation: broken size") : buffer(number, size);
  }

  private static Buffer buffer(long number, long bytes) {
    return new Buffer((int) Math.min(number, Integer.MAX_VALUE), bytes);
  }

  private static XlaOomFact.Key key(XlaLogLine line, String name) {
    String value = line.rest();
    boolean sized = name.equals("Size") || name.equals("Unpadded size");
    return new XlaOomFact.Key(name, value, Math.max(-1, sized ? line.lastSize() : -1));
  }
}
