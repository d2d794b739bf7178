package io.tidemark.analysis.parse;

import io.tidemark.analysis.parse.Parsed.Ignored;
import java.util.List;

/**
 * What XLA and TensorFlow print when memory runs short. What gives a failure away stands anywhere
 * in its line, as in an exception's text, and so does the allocator's file name in its log lines;
 * the lines of a report are known behind their logger's prefix.
 */
final class XlaLogFormat extends NamedFormat {

  /** In the order of the cases below. */
  private static final List<String> TEXTS =
      List.of(
          "bfc_allocator.cc:",
          " ran out of memory trying to allocate ",
          "OOM when allocating tensor with shape[",
          "failed to allocate ",
          "Ran out of memory in memory space ",
          "Ran out of memory on ",
          "Attempting to reserve ",
          "Attempting to allocate ",
          "Allocation (size=",
          "Out of memory while trying to allocate ",
          "Can't reduce memory use below ");

  private static final Needles NEEDLES = new Needles(TEXTS);

  XlaLogFormat(String name) {
    super(name);
  }

  @Override
  public String sign() {
    return "\"RESOURCE_EXHAUSTED: Ran out of memory ...\", \"Allocator (GPU_0_bfc) ran out of ...\"";
  }

  @Override
  public Parsed parse(byte[] bytes, int start, int end) {
    int hit = NEEDLES.find(bytes, start, end);
    if (hit < 0) {
      return unmarked(bytes, start, end);
    }
    int which = NEEDLES.which(bytes, hit, end);
    XlaLogLine line = new XlaLogLine(name, bytes, start, hit + TEXTS.get(which).length(), end);
    return switch (which) {
      case 0 -> BfcDumpLines.message(line);
      case 1 -> BfcFailureLines.allocator(line, hit);
      case 2 -> BfcFailureLines.tensor(line);
      case 3 -> BfcFailureLines.driver(line);
      case 4 -> XlaOomHeads.inMemorySpace(line);
      case 5 -> XlaOomHeads.onMemory(line);
      case 6, 7 -> XlaOomHeads.attempt(line);
      case 8 -> XlaOomHeads.onChip(line);
      case 9 -> XlaOomHeads.whileTrying(line);
      default -> XlaOomHeads.rematerialization(line);
    };
  }

  @Override
  public List<String> needles() {
    return TEXTS;
  }

  /** A prefix, an indent or a word. */
  @Override
  public boolean mayBegin(byte first) {
    return first == '(' || Bytes.isBlank(first) || Bytes.isWord(first);
  }

  @Override
  public Parsed unmarked(byte[] bytes, int start, int end) {
    int from =
        LogPrefix.mayBegin(bytes, start, end) ? LogPrefix.of(bytes, start, end).end() : start;
    if (from == end || !(Bytes.isBlank(bytes[from]) || isLetter(bytes[from]))) {
      return Ignored.IGNORED;
    }
    XlaLogLine line = new XlaLogLine(name, bytes, start, from, end);
    if (Bytes.isBlank(bytes[from])) {
      return XlaReportLines.indented(line);
    }
    Parsed stat = BfcDumpLines.statistic(line);
    line.cursor.at = from;
    return stat == Ignored.IGNORED ? XlaReportLines.head(line) : stat;
  }

  private static boolean isLetter(byte b) {
    return Bytes.isWord(b) && !Bytes.isDigit(b);
  }
}
