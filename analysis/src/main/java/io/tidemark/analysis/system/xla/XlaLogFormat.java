package io.tidemark.analysis.system.xla;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import io.tidemark.analysis.line.Bytes;
import io.tidemark.analysis.line.Cursor;
import io.tidemark.analysis.line.Fact;
import io.tidemark.analysis.line.LineFormat;
import io.tidemark.analysis.line.LogPrefix;
import io.tidemark.analysis.line.Needles;
import io.tidemark.analysis.line.Parsed;
import io.tidemark.analysis.line.Parsed.Ignored;
import io.tidemark.analysis.line.Parsed.Quoted;
import io.tidemark.analysis.line.Quotation;
import io.tidemark.analysis.system.xla.XlaLine.Kind;
import io.tidemark.analysis.system.xla.XlaRow.Place;
import java.util.List;
import java.util.Map;

/**
 * Dumps of XLA's and TensorFlow's allocators, and the lines below the head of a failure, which
 * follow their logger's prefix or begin the line: the rows of {@code lines.txt}.
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

  /** Columns from one stop of a TAB to the next, at least. */
  private static final int TAB = 8;

  private static final String NO_FAILURE = "caller indicates that this is not a failure";
  private static final String ROUNDED = "(rounded to ";
  private static final Pattern ROUNDED_TO = Pattern.compile("\\(rounded to (\\d{1,13})\\)");
  private static final Pattern OP =
      Pattern.compile(
          "requested by op(.*?)(?: \\(rounded to .*| from the (?:lower|upper) end.*| with freed_by_count=.*)?$");

  /** End of a message: a rejected allocation that was cut would be a failure. */
  private static final Pattern COMPLETE = Pattern.compile("^$|[.)]$| end$|freed_by_count=.*\\d$");

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
    int begin = which == ALLOCATOR ? begin(bytes, start, hit) : hit;
    int from = which == ALLOCATOR ? begin : past;
    XlaLogLine line = new XlaLogLine(name, bytes, head, start, from, end);
    int prefixEnd = line.prefix().end();
    Parsed parsed = parse(line, which);
    boolean quoted =
        which == ALLOCATOR_FILE
            ? prefixEnd <= hit
            : Quotation.of(bytes, head, start, begin, true).quotes();
    return !quoted ? parsed : parsed instanceof Fact ? Quoted.QUOTED : Ignored.IGNORED;
  }

  /** Returns the start of the text {@code Allocator (NAME)} that ends at the hit. */
  private static int begin(byte[] bytes, int start, int hit) {
    int from = Math.max(start, hit - MAX_NAME);
    int name = Bytes.lastIndexOf(bytes, from, hit, ALLOCATOR_NAME);
    return name >= 0 && bytes[hit - 1] == ')' ? name : hit;
  }

  private static Parsed parse(XlaLogLine line, int which) {
    Cursor cursor = line.cursor;
    if (which > ALLOCATOR) {
      return new XlaLine(Kind.NODE, "", line.thread(), Map.of(), Map.of());
    }
    if (which == ALLOCATOR_FILE) {
      if (cursor.number() < 0 || !cursor.accept("] ")) {
        return Ignored.IGNORED;
      }
      cursor.skipBlanks();
    }
    Parsed parsed = line.atEnd() ? Ignored.IGNORED : XlaRow.read(Place.FILE, line, 0);
    return parsed instanceof XlaLine failed && failed.kind() == Kind.FAILED
        ? request(line, failed)
        : parsed;
  }

  /**
   * Reads what follows the size of a request. Its parts changed with every few versions, so they
   * are found in any order.
   */
  private static Parsed request(XlaLogLine line, XlaLine failed) {
    String rest = line.rest();
    if (rest.contains(NO_FAILURE)) {
      return new XlaLine(Kind.DECLINED, "", failed.thread(), failed.words(), failed.figures());
    }
    Matcher rounded = ROUNDED_TO.matcher(rest);
    Matcher op = OP.matcher(rest);
    boolean isRounded = rounded.find();
    boolean names = op.find();
    boolean broken = !isRounded && rest.contains(ROUNDED);
    if (broken || !(names || COMPLETE.matcher(rest).find())) {
      line.cursor.broke = line.end;
      return line.rejected(broken ? "allocator: broken request" : "allocator: cut");
    }
    if (isRounded) {
      failed.figures().put("rounded", Long.valueOf(rounded.group(1)));
    }
    if (names) {
      failed.words().put("op", op.group(1).strip());
    }
    return failed;
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
    int at = from;
    int indent = 0;
    while (at < end && Bytes.isBlank(bytes[at])) {
      indent += bytes[at++] == '\t' ? TAB : 1;
    }
    boolean mayBe =
        at < end
            && (at > from || (Bytes.isWord(bytes[at]) && !Bytes.isDigit(bytes[at])))
            && XlaRow.mayRead(Place.REPORT, bytes, at, end, indent);
    return mayBe
        ? XlaRow.read(Place.REPORT, new XlaLogLine(name, bytes, head, start, at, end), indent)
        : Ignored.IGNORED;
  }

  /** Rows below the head of a report are indented. */
  @Override
  public boolean indents(byte[] bytes, int start, int end) {
    return NEEDLES.find(bytes, start, end) < 0;
  }
}
