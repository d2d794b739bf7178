package io.tidemark.analysis.system.xla;

import io.tidemark.analysis.line.Bytes;
import io.tidemark.analysis.line.Cursor;
import io.tidemark.analysis.line.Parsed;
import io.tidemark.analysis.line.Parsed.Ignored;
import io.tidemark.analysis.memory.Sizes;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The allocator's own line about a failed allocation. Its parts changed with every few versions, so
 * they are found in any order, and only the size is obligatory.
 *
 * <pre>
 *   [Allocator (A) r|R]an out of memory trying to allocate S[ (rounded to N)][ from the lower|upper end]
 *       [ with freed_by_count=N][requested by op O][. The caller indicates that this is not a failure…]
 *   Node: 'O'                                 (above the line of a failed tensor)
 * </pre>
 */
final class BfcFailureLines {

  static final byte[] NODE = Bytes.of("Node: '");

  private static final byte[] ALLOCATOR = Bytes.of("Allocator (");
  private static final String ROUNDED = "(rounded to ";
  private static final String REQUESTED = "requested by op";
  private static final List<String> AFTER_OP =
      List.of(
          " (rounded to ", " from the lower end", " from the upper end", " with freed_by_count=");
  private static final byte[] END = Bytes.of(" end");
  private static final int MAX_NAME = 256;

  private BfcFailureLines() {}

  /** Parses a line with {@code ran out of memory trying to allocate } at {@code hit}. */
  static Parsed allocator(XlaLogLine line, int hit) {
    String name = before(line, hit);
    return name == null ? Ignored.IGNORED : request(line, name);
  }

  /** Parses the size of a request and what follows it. */
  static Parsed request(XlaLogLine line, String allocator) {
    Cursor cursor = line.cursor;
    long bytes = Sizes.read(cursor);
    if (bytes == Sizes.NONE) {
      return line.rejected("allocator: broken size");
    }
    int from = cursor.at;
    if (find(line, from, "caller indicates that this is not a failure") >= 0) {
      return new BfcFact.Declined(line.thread(), allocator, bytes);
    }
    int round = find(line, from, ROUNDED);
    cursor.at = round < 0 ? from : round + ROUNDED.length();
    long rounded = round < 0 ? -1 : line.number(")");
    int op = find(line, from, REQUESTED);
    if (round >= 0 && rounded < 0) {
      return line.rejected("allocator: broken request");
    }
    if (op < 0 && !isComplete(line, from)) {
      cursor.broke = line.end;
      return line.rejected("allocator: cut");
    }
    cursor.at = op < 0 ? line.end : op + REQUESTED.length();
    int to = Math.min(line.end, cursor.at + XlaLogLine.MAX_TEXT);
    for (String part : AFTER_OP) {
      int at = find(line, cursor.at, part);
      to = at < 0 ? to : Math.min(to, at);
    }
    return new BfcFact.Failed(line.thread(), allocator, bytes, rounded, cursor.text(to).strip());
  }

  /** Whether the line ends where a message may end: a decline that was cut would be a failure. */
  private static boolean isComplete(XlaLogLine line, int from) {
    byte last = line.bytes[line.end - 1];
    return from == line.end
        || last == '.'
        || last == ')'
        || Bytes.endsWith(line.bytes, from, line.end, END)
        || (Bytes.isDigit(last) && find(line, from, "freed_by_count=") >= 0);
  }

  private static int find(XlaLogLine line, int from, String mark) {
    int most = Math.min(line.end, from + XlaLogLine.MAX_TEXT);
    return Bytes.indexOf(line.bytes, from, most, Bytes.of(mark));
  }

  /** Returns the name in {@code Allocator (NAME)} directly before {@code hit}. */
  private static @Nullable String before(XlaLogLine line, int hit) {
    int close = hit - 1;
    int from = Math.max(line.start, close - MAX_NAME);
    if (close < from || line.bytes[close] != ')') {
      return null;
    }
    int open = Bytes.lastIndexOf(line.bytes, from, close, ALLOCATOR);
    return open < 0 ? null : Bytes.text(line.bytes, open + ALLOCATOR.length, close);
  }

  static Parsed node(XlaLogLine line) {
    int quote = line.end - 1;
    return quote > line.cursor.at && line.bytes[quote] == '\''
        ? new BfcFact.NodeFailed(line.thread(), line.cursor.text(quote))
        : Ignored.IGNORED;
  }
}
