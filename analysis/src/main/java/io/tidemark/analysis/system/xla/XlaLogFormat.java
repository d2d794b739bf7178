package io.tidemark.analysis.system.xla;

import io.tidemark.analysis.line.Bytes;
import io.tidemark.analysis.line.Fact;
import io.tidemark.analysis.line.LineFormat;
import io.tidemark.analysis.line.LogPrefix;
import io.tidemark.analysis.line.Needles;
import io.tidemark.analysis.line.Parsed;
import io.tidemark.analysis.line.Parsed.Ignored;
import io.tidemark.analysis.line.Parsed.Quoted;
import io.tidemark.analysis.line.Quotation;
import java.util.List;

/**
 * Dumps of XLA's and TensorFlow's allocators, and the lines below the head of a failure, which
 * follow their logger's prefix or begin the line.
 */
final class XlaLogFormat extends LineFormat {

  /** The order corresponds to the cases below. */
  private static final List<String> TEXTS =
      List.of(
          "bfc_allocator.cc:", " ran out of memory trying to allocate ", "Graph execution error:");

  private static final int ALLOCATOR_FILE = 0;
  private static final int ALLOCATOR = 1;
  private static final int MAX_NAME = 256;
  private static final byte[] ALLOCATOR_NAME = Bytes.of("Allocator (");

  private static final Needles NEEDLES = new Needles(TEXTS);

  XlaLogFormat(String name) {
    super(name, TEXTS);
  }

  @Override
  public Parsed parse(byte[] bytes, int head, int start, int end, int needle) {
    int hit = NEEDLES.find(bytes, needle, end);
    if (hit < 0) {
      return Ignored.IGNORED;
    }
    int which = NEEDLES.which(bytes, hit, end);
    int past = hit + TEXTS.get(which).length();
    XlaLogLine line = new XlaLogLine(name, bytes, head, start, past, end);
    int prefixEnd = line.prefix().end();
    Parsed parsed = parse(line, which, hit);
    if (which == ALLOCATOR_FILE) {
      return prefixEnd > hit ? parsed : parsed instanceof Fact ? Quoted.QUOTED : Ignored.IGNORED;
    }
    boolean quoted =
        Quotation.of(bytes, head, start, begin(which, bytes, start, hit), true).quotes();
    return !quoted ? parsed : parsed instanceof Fact ? Quoted.QUOTED : Ignored.IGNORED;
  }

  private static Parsed parse(XlaLogLine line, int which, int hit) {
    return switch (which) {
      case ALLOCATOR_FILE -> BfcDumpLines.message(line);
      case ALLOCATOR -> BfcFailureLines.allocator(line, hit);
      default -> new BfcFact.NodeFailed(line.thread(), "");
    };
  }

  /** Returns the start of the message that the needle identifies. */
  private static int begin(int which, byte[] bytes, int start, int hit) {
    if (which == ALLOCATOR) {
      int name = Bytes.lastIndexOf(bytes, Math.max(start, hit - MAX_NAME), hit, ALLOCATOR_NAME);
      return name < 0 ? hit : name;
    }
    return hit;
  }

  private static int prefixEnd(byte[] bytes, int start, int end) {
    return LogPrefix.mayBegin(bytes, start, end) ? LogPrefix.of(bytes, start, end).end() : start;
  }

  /** The line begins with a prefix, an indent or a word. */
  @Override
  public boolean mayBegin(byte first) {
    return Bytes.isBlank(first) || Bytes.isWord(first);
  }

  @Override
  public Parsed unmarked(byte[] bytes, int head, int start, int end) {
    int from = prefixEnd(bytes, start, end);
    if (from == end || !(Bytes.isBlank(bytes[from]) || isLetter(bytes[from]))) {
      return Ignored.IGNORED;
    }
    XlaLogLine line = new XlaLogLine(name, bytes, head, start, from, end);
    if (Bytes.isBlank(bytes[from])) {
      return XlaReportLines.indented(line);
    }
    Parsed stat = BfcDumpLines.statistic(line);
    line.cursor.at = from;
    return stat == Ignored.IGNORED ? XlaReportLines.head(line) : stat;
  }

  /** Rows below the head of a report are indented. */
  @Override
  public boolean indents(byte[] bytes, int start, int end) {
    return NEEDLES.find(bytes, start, end) < 0;
  }

  private static boolean isLetter(byte b) {
    return Bytes.isWord(b) && !Bytes.isDigit(b);
  }
}
