package io.tidemark.analysis.system.xla;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import io.tidemark.analysis.line.Bytes;
import io.tidemark.analysis.line.LineFormat;
import io.tidemark.analysis.line.LogPrefix;
import io.tidemark.analysis.line.Needles;
import io.tidemark.analysis.line.Parsed;
import io.tidemark.analysis.line.Parsed.Ignored;
import io.tidemark.analysis.line.Quotation;
import io.tidemark.analysis.message.LineRows;
import io.tidemark.analysis.message.RowCursor;
import io.tidemark.analysis.message.RowFact;
import java.util.List;
import org.jspecify.annotations.Nullable;

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
  private static final LineRows ALLOCATORS = new LineRows(XlaLogFormat.class, "file");
  private static final LineRows REPORTS = new LineRows(XlaLogFormat.class, "=|\\d");

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
    int begin = which == ALLOCATOR ? begin(bytes, start, hit) : hit;
    int from = which == ALLOCATOR ? begin : hit + TEXTS.get(which).length();
    LogPrefix prefix = prefix(bytes, start, end);
    Parsed parsed = parse(new RowCursor(name, bytes, head, start, prefix, from, end), which);
    boolean quoted =
        which == ALLOCATOR_FILE
            ? prefix == null || prefix.end() <= hit
            : Quotation.of(bytes, head, start, begin, true).quotes();
    return parsed.asQuotedIf(quoted);
  }

  /** Returns the start of the text {@code Allocator (NAME)} that ends at the hit. */
  private static int begin(byte[] bytes, int start, int hit) {
    int from = Math.max(start, hit - MAX_NAME);
    int name = Bytes.lastIndexOf(bytes, from, hit, ALLOCATOR_NAME);
    return name >= 0 && bytes[hit - 1] == ')' ? name : hit;
  }

  private static Parsed parse(RowCursor line, int which) {
    if (which > ALLOCATOR) {
      return new RowFact(Xla.LOG, "node", "", line.writer());
    }
    if (which == ALLOCATOR_FILE) {
      if (line.number() < 0 || !line.accept("] ")) {
        return Ignored.IGNORED;
      }
      line.skipBlanks();
    }
    Parsed parsed = line.atEnd() ? Ignored.IGNORED : ALLOCATORS.read(line, 0);
    return parsed instanceof RowFact fact && fact.is("failed") ? request(line, fact) : parsed;
  }

  /**
   * Reads what follows the size of a request. Its parts changed with every few versions, so they
   * are found in any order.
   */
  private static Parsed request(RowCursor line, RowFact failed) {
    String rest = line.text(Math.min(line.end, line.at + LineRows.MAX_TEXT));
    if (rest.contains(NO_FAILURE)) {
      return new RowFact(
          Xla.LOG, "declined", "", failed.writer(), failed.words(), failed.figures());
    }
    Matcher rounded = ROUNDED_TO.matcher(rest);
    Matcher op = OP.matcher(rest);
    boolean isRounded = rounded.find();
    boolean names = op.find();
    boolean broken = !isRounded && rest.contains(ROUNDED);
    if (broken || !(names || COMPLETE.matcher(rest).find())) {
      return line.rejected(line.end, broken ? "allocator: broken request" : "allocator: cut");
    }
    if (isRounded) {
      failed.figures().put("rounded", Long.valueOf(rounded.group(1)));
    }
    if (names) {
      failed.words().put("op", op.group(1).strip());
    }
    return failed;
  }

  private static @Nullable LogPrefix prefix(byte[] bytes, int start, int end) {
    return LogPrefix.mayBegin(bytes, start, end) ? LogPrefix.of(bytes, start, end) : null;
  }

  /** The line begins with a prefix, an indent or a word. */
  @Override
  public boolean mayBegin(byte first) {
    return Bytes.isBlank(first) || Bytes.isWord(first);
  }

  @Override
  public Parsed unmarked(byte[] bytes, int head, int start, int end) {
    LogPrefix prefix = prefix(bytes, start, end);
    int from = prefix == null ? start : prefix.end();
    int at = from;
    int indent = 0;
    while (at < end && Bytes.isBlank(bytes[at])) {
      indent += bytes[at++] == '\t' ? TAB : 1;
    }
    boolean mayBe =
        at < end
            && (at > from || (Bytes.isWord(bytes[at]) && !Bytes.isDigit(bytes[at])))
            && REPORTS.mayRead(bytes, at, end, indent);
    return mayBe
        ? REPORTS.read(new RowCursor(name, bytes, head, start, prefix, at, end), indent)
        : Ignored.IGNORED;
  }

  /** Rows below the head of a report are indented. */
  @Override
  public boolean indents(byte[] bytes, int start, int end) {
    return NEEDLES.find(bytes, start, end) < 0;
  }
}
