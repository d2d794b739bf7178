package io.tidemark.analysis.line;

import java.util.Set;

/**
 * Steps over the wrappers before a line one by one, from the outermost in, and gathers who wrote
 * the line.
 */
public final class WrapperSteps {

  /** Stands between a container and the process in it; no wrapper has it in a name. */
  public static final char WITHIN = '|';

  private static final int MAX_NAME = 256;

  /** A logger's level that begins a line looks like a service of compose. */
  private static final Set<String> LEVELS =
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

  /** The line {@code bytes[start, end)}. */
  public WrapperSteps(byte[] bytes, int start, int end) {
    this.bytes = bytes;
    this.start = start;
    this.end = end;
    this.at = start;
  }

  /** Steps over one more wrapper, or the colours; {@code false} when none stands there. */
  public boolean next() {
    from = at;
    int past = left-- > 0 && at < end ? Wrappers.next(bytes, start, at, end) : at;
    if (past == at) {
      return false;
    }
    mark = Wrappers.mark(bytes, at, end);
    at = past;
    String name = mark.names() && !(mark == Mark.RANK && processNamed) ? name() : "";
    if (!name.isEmpty() && !LEVELS.contains(name)) {
      processNamed |= mark == Mark.PROCESS || mark == Mark.RANK;
      writer = within(writer, name);
    }
    return true;
  }

  /** One that is named within another. */
  public static String within(String outer, String inner) {
    String whole = outer.isEmpty() || inner.isEmpty() ? outer + inner : outer + WITHIN + inner;
    return whole.length() > MAX_NAME ? whole.substring(0, MAX_NAME) : whole;
  }

  /** Past the wrappers so far. */
  public int at() {
    return at;
  }

  /** What the newest says. */
  public Mark mark() {
    return mark;
  }

  /** Whether the newest marks a part that more of the line follows. */
  public boolean isPart() {
    return mark.mayBePart() && bytes[tag()] == 'P';
  }

  /** The writer that all so far name, the outermost first; empty for none. */
  public String writer() {
    return writer;
  }

  /** The tag of a container runtime stands behind the date and the stream's name. */
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
