package io.tidemark.analysis.system.xla;

import io.tidemark.analysis.line.Bytes;
import io.tidemark.analysis.line.Fact;
import io.tidemark.analysis.line.LineFormat;
import io.tidemark.analysis.line.Needles;
import io.tidemark.analysis.line.Parsed;
import io.tidemark.analysis.line.Parsed.Ignored;
import io.tidemark.analysis.line.Parsed.Quoted;
import io.tidemark.analysis.line.Parsed.Sign;
import io.tidemark.analysis.line.Parsed.Unprefixed;
import io.tidemark.analysis.line.Parsed.Voucher;
import java.util.List;

/**
 * Out-of-memory messages of XLA and TensorFlow. They follow a logger's prefix or a status, see
 * {@link StatusHead}; elsewhere they are quotations. Lines of a report follow the prefix or begin
 * the line.
 */
final class XlaLogFormat extends LineFormat {

  /** The order corresponds to the cases below. */
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
          "Can't reduce memory use below ",
          "Resource exhausted: From /job:",
          "RESOURCE_EXHAUSTED: From /job:",
          "Failed to allocate request for ",
          "Graph execution error:");

  private static final int ALLOCATOR_FILE = 0;
  private static final int ALLOCATOR = 1;
  private static final int RESERVE = 6;
  private static final int ALLOCATE = 7;
  private static final int REMATERIALIZATION = 10;
  private static final int REQUEST = 13;
  private static final int GRAPH = 14;
  private static final int STATUS_BYTES = "Resource exhausted: ".length();
  private static final int MAX_NAME = 256;
  private static final byte[] ALLOCATOR_NAME = Bytes.of("Allocator (");

  private static final Needles NEEDLES = new Needles(TEXTS);

  XlaLogFormat(String name) {
    super(
        name,
        "\"RESOURCE_EXHAUSTED: Ran out of memory ...\", \"Allocator (GPU_0_bfc) ran out of ...\"",
        TEXTS);
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
    boolean genuine =
        which == ALLOCATOR_FILE
            ? prefixEnd > hit
            : StatusHead.mayBegin(bytes, start, begin(which, bytes, start, hit), prefixEnd);
    if (genuine || !(parsed instanceof Fact fact)) {
      return genuine ? parsed : Ignored.IGNORED;
    }
    return (which == RESERVE || which == ALLOCATE) && Bytes.skipBlanks(bytes, start, end) == hit
        ? new Unprefixed(fact, Voucher.ERROR)
        : Quoted.QUOTED;
  }

  private static Parsed parse(XlaLogLine line, int which, int hit) {
    return switch (which) {
      case ALLOCATOR_FILE -> BfcDumpLines.message(line);
      case ALLOCATOR -> BfcFailureLines.allocator(line, hit);
      case 2 -> BfcFailureLines.tensor(line);
      case 3 -> BfcFailureLines.driver(line, hit);
      case 4 -> XlaOomHeads.inMemorySpace(line);
      case 5 -> XlaOomHeads.onMemory(line);
      case RESERVE, ALLOCATE -> XlaOomHeads.attempt(line);
      case 8 -> XlaOomHeads.onChip(line);
      case 9 -> XlaOomHeads.whileTrying(line);
      case REMATERIALIZATION -> XlaOomHeads.rematerialization(line);
      case REQUEST -> BfcFailureLines.onOrdinal(line);
      case GRAPH -> new BfcFact.NodeFailed(line.thread(), "");
      default -> Sign.ERROR_RAISED;
    };
  }

  /** Returns the start of the message that the needle identifies. */
  private static int begin(int which, byte[] bytes, int start, int hit) {
    if (which == ALLOCATOR) {
      int name = Bytes.lastIndexOf(bytes, Math.max(start, hit - MAX_NAME), hit, ALLOCATOR_NAME);
      return name < 0 ? hit : name;
    }
    return which > REMATERIALIZATION && which < REQUEST ? hit + STATUS_BYTES : hit;
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
