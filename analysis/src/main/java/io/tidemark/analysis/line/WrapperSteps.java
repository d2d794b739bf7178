package io.tidemark.analysis.line;

import java.util.Locale;
import java.util.Set;

/**
 * Steps over the wrappers before a line, from the outermost in, and collects the name of the
 * writer.
 */
public final class WrapperSteps {

  /** Separates a container from the process in it; no wrapper allows it in a name. */
  public static final char WITHIN = '|';

  private static final int MAX_NAME = 256;

  /** Log levels, which at the start of a line look like a service of Docker Compose. */
  static final Set<String> LEVELS =
      Set.of("critical", "fatal", "error", "warning", "info", "debug", "trace");

  private final byte[] bytes;
  private final int start;
  private final int end;
  private int left = Wrappers.MOST;
  private int from;
  private int at;
  private Mark mark = Mark.NOTHING;
  private String writer = "";
  private boolean processNamed;

  /** Creates the steps of the line {@code bytes[start, end)}. */
  public WrapperSteps(byte[] bytes, int start, int end) {
    this.bytes = bytes;
    this.start = start;
    this.end = end;
    this.at = start;
  }

  /** Steps over the next wrapper or colour codes; {@code false} if there is none. */
  public boolean next() {
    from = at;
    int past = left-- > 0 && at < end ? Wrappers.next(bytes, start, at, end) : at;
    if (past == at) {
      return false;
    }
    mark = Wrappers.mark(bytes, at, end);
    at = past;
    String name = mark.names() && !(mark == Mark.RANK && processNamed) ? name() : "";
    // One process may write several forms: [Rank 0], and [rank0] before its traceback.
    name =
        mark == Mark.RANK ? name.toLowerCase(Locale.ROOT).replace(":", "").replace(" ", "") : name;
    if (!name.isEmpty() && !LEVELS.contains(name)) {
      processNamed |= mark == Mark.PROCESS || mark == Mark.RANK;
      writer = within(writer, name);
    }
    return true;
  }

  /** Joins the names of an outer and an inner writer. */
  public static String within(String outer, String inner) {
    String whole = outer.isEmpty() || inner.isEmpty() ? outer + inner : outer + WITHIN + inner;
    return whole.length() > MAX_NAME ? whole.substring(0, MAX_NAME) : whole;
  }

  /** Position after the wrappers so far. */
  public int at() {
    return at;
  }

  public Mark mark() {
    return mark;
  }

  /** Whether the newest wrapper marks a part that is followed by more of the line. */
  public boolean isPart() {
    return mark.mayBePart() && bytes[tag()] == 'P';
  }

  /** The writer named by all wrappers so far, outermost first; empty for none. */
  public String writer() {
    return writer;
  }

  /** Position of a container runtime's tag, after the date and the stream's name. */
  private int tag() {
    int blank = Bytes.indexOf(bytes, from, at, (byte) ' ');
    return Bytes.indexOf(bytes, blank + 1, at, (byte) ' ') + 1;
  }

  private String name() {
    byte first = bytes[from];
    int begin = first == '[' || first == '(' ? from + 1 : from;
    while (begin < at && bytes[begin] == ' ') {
      begin++;
    }
    int to = begin;
    while (to < at && !endsName(first, bytes[to])) {
      to++;
    }
    return Bytes.text(bytes, begin, to);
  }

  private static boolean endsName(byte first, byte b) {
    return switch (first) {
      case '[' -> b == ']';
      case '(' -> b == ')';
      default -> b == ':' || b == ' ' || b == WITHIN;
    };
  }
}
