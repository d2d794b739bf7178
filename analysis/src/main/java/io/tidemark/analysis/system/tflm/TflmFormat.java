package io.tidemark.analysis.system.tflm;

import io.tidemark.analysis.line.Bytes;
import io.tidemark.analysis.line.LineFormat;
import io.tidemark.analysis.line.Needles;
import io.tidemark.analysis.line.Parsed;
import io.tidemark.analysis.line.Parsed.Ignored;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Plans printed by TFLite Micro: one line per buffer, then one row of the arena map per step. */
final class TflmFormat extends LineFormat {

  private static final byte[] ID = Bytes.of(" (id=");
  private static final int MAX_BYTES = 160;
  private static final Pattern BUFFER =
      Pattern.compile(
          "^\\S \\(id=(\\d{1,9})\\): size=(\\d{1,13}), offset=(-?\\d{1,13}),"
              + " first_used=(-?\\d{1,9}) last_used=(-?\\d{1,9})$");
  private static final Needles SIZE = new Needles(List.of("): size="));
  private static final Pattern ROW =
      Pattern.compile("^ {0,5}(\\d{1,6}): [.0-9a-zA-Z*!]{80} \\(\\d+k\\)$");

  TflmFormat(String name) {
    super(name);
  }

  /** Last byte of a map row. */
  @Override
  public boolean mayEnd(byte last) {
    return last == ')';
  }

  /** Second byte of a buffer line, complete or not. */
  @Override
  public boolean mayGoOn(byte second) {
    return second == ID[0];
  }

  @Override
  public Parsed unmarked(byte[] bytes, int head, int start, int end) {
    if (end - start > MAX_BYTES || end - start < 12) {
      return Ignored.IGNORED;
    }
    // Prose may also contain an id; only a plan continues with a size.
    if (Bytes.startsWith(bytes, start + 1, end, ID) && SIZE.find(bytes, start, end) >= 0) {
      Matcher buffer = BUFFER.matcher(Bytes.text(bytes, start, end));
      return buffer.find()
          ? new TflmFact.Buffer(
              Integer.parseInt(buffer.group(1)),
              Long.parseLong(buffer.group(2)),
              Long.parseLong(buffer.group(3)),
              Integer.parseInt(buffer.group(4)),
              Integer.parseInt(buffer.group(5)))
          : new Parsed.Rejected(name, ID.length + 2, "no buffer of a plan after (id=");
    }
    if (bytes[end - 1] == ')' && bytes[end - 2] == 'k') {
      Matcher row = ROW.matcher(Bytes.text(bytes, start, end));
      return row.find() ? new TflmFact.MapRow(Integer.parseInt(row.group(1))) : Ignored.IGNORED;
    }
    return Ignored.IGNORED;
  }
}
