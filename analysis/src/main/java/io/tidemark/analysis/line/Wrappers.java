package io.tidemark.analysis.line;

/**
 * Steps over the text that a transport wrote before a line: launchers, container runtimes, system
 * loggers, and colours. Several wrappers may follow each other in any order. The line is parsed as
 * if it stood alone. The signs of the table are those of {@link WrapperTemplate}.
 */
public final class Wrappers {

  private static final WrapperTemplate[] TEMPLATES = {
    new WrapperTemplate("[#,#]<stdout>:", Mark.PROCESS), // mpirun --tag-output
    new WrapperTemplate("[#,#]<stderr>:", Mark.PROCESS),
    new WrapperTemplate("[rank#]: ", Mark.RANK), // torch
    new WrapperTemplate("[default#]:", Mark.PROCESS), // torchrun --tee
    new WrapperTemplate("[pod/N] ", Mark.PLACE), // kubectl logs --prefix
    new WrapperTemplate("(pid=#) ", Mark.PROCESS), // Ray, and vLLM's processes
    new WrapperTemplate("(pid=#, ip=N) ", Mark.PROCESS),
    new WrapperTemplate("(N pid=#) ", Mark.PROCESS),
    new WrapperTemplate("(N pid=#, ip=N) ", Mark.PROCESS),
    new WrapperTemplate("D stdout L", Mark.STDOUT), // CRI: a node's own files of containers
    new WrapperTemplate("D stderr L", Mark.STDERR),
    new WrapperTemplate("S N P: ", Mark.NOTHING), // syslog, journalctl -o short-iso
    new WrapperTemplate("D ", Mark.NOTHING), // docker logs --timestamps, kubectl logs --timestamps
    new WrapperTemplate("M N P: ", Mark.NOTHING), // journalctl, syslog
    new WrapperTemplate("<#>M N P: ", Mark.NOTHING),
    new WrapperTemplate("C~| ", Mark.PLACE), // docker compose
    new WrapperTemplate("~#: ", Mark.PROCESS), // srun --label
    new WrapperTemplate(
        "ERROR #-# #:#:# [N:#] ", Mark.NOTHING), // vLLM, before every line of a report
    new WrapperTemplate("ERROR #-# #:#:# N:#] ", Mark.NOTHING), // vLLM until 0.7
    new WrapperTemplate("WARNING #-# #:#:# [N:#] ", Mark.NOTHING),
    new WrapperTemplate("[rank #] ", Mark.RANK), // other launchers
    new WrapperTemplate("[#] ", Mark.NOTHING),
    new WrapperTemplate("[D] ", Mark.NOTHING), // Jenkins
    new WrapperTemplate("#:#:#.# -> ", Mark.NOTHING), // Arduino's monitor
    new WrapperTemplate("[#:#:#.#,#] <N> N: ", Mark.NOTHING), // Zephyr
    new WrapperTemplate("I (#) N: ", Mark.NOTHING), // ESP-IDF
    new WrapperTemplate("W (#) N: ", Mark.NOTHING),
    new WrapperTemplate("E (#) N: ", Mark.NOTHING),
    new WrapperTemplate("~#%B", Mark.NOTHING), // tqdm's bar, glued to the next line
  };

  /** By first byte: a bit for each row that may begin with it. */
  private static final int[] BY_FIRST = byFirst();

  /** Limit of steps, above any real line, including colours and blanks. */
  static final int MOST = 12;

  private Wrappers() {}

  private static int[] byFirst() {
    int[] rows = new int[1 << Byte.SIZE];
    for (int i = 0; i < TEMPLATES.length; i++) {
      for (int b = 0; b < rows.length; b++) {
        rows[b] |= TEMPLATES[i].mayBegin((byte) b) ? 1 << i : 0;
      }
    }
    return rows;
  }

  /** Returns the start of the text that its logger wrote in the line {@code bytes[start, end)}. */
  public static int end(byte[] bytes, int start, int end) {
    byte first = bytes[start];
    if (BY_FIRST[first & 0xff] == 0 && first != Bytes.ESCAPE) {
      return start;
    }
    int at = start;
    int past = next(bytes, start, start, end);
    for (int left = MOST; left > 0 && past > at; left--) {
      at = past;
      past = next(bytes, start, at, end);
    }
    return at;
  }

  /**
   * Returns the position after one wrapper or the colours at {@code from}; {@code from} if there is
   * none. A single blank after a wrapper is a step, too, since only some wrappers write one.
   */
  static int next(byte[] bytes, int start, int from, int end) {
    int at = Bytes.skipColours(bytes, from, end);
    if (at > from || at == end) {
      return at;
    }
    int row = row(bytes, at, end);
    if (row >= 0) {
      return TEMPLATES[row].end(bytes, at, end);
    }
    return from > start && bytes[at] == ' ' && (at + 1 == end || bytes[at + 1] != ' ')
        ? at + 1
        : at;
  }

  /** Returns the process that Ray names in {@code bytes[start, from)}; empty if there is none. */
  public static String process(byte[] bytes, int start, int from) {
    int pid = Bytes.indexOf(bytes, start, from, PID);
    if (pid < 0) {
      return "";
    }
    int to = pid + PID.length;
    while (to < from && Bytes.isDigit(bytes[to])) {
      to++;
    }
    return Bytes.text(bytes, pid + PID.length, to);
  }

  private static final byte[] PID = Bytes.of("pid=");

  /** Returns the mark of the wrapper at {@code at}; {@code NOTHING} if there is none. */
  static Mark mark(byte[] bytes, int at, int end) {
    int row = at < end ? row(bytes, at, end) : -1;
    return row < 0 ? Mark.NOTHING : TEMPLATES[row].mark();
  }

  /**
   * Whether a row may match here, judged by a few bytes: most lines of most logs have no wrapper.
   */
  private static boolean mayStand(byte[] bytes, int at, int end) {
    if (end - at < 3) {
      return false;
    }
    byte first = bytes[at];
    byte second = bytes[at + 1];
    if (Bytes.isDigit(first)) {
      boolean dated = end - at > 10 && Bytes.isDigit(bytes[at + 3]) && bytes[at + 4] == '-';
      return dated ? bytes[at + 10] == 'T' : true;
    }
    return switch (first) {
      case '[' -> Bytes.isDigit(second) || second == 'r' || second == 'd' || second == 'p';
      case ' ' -> isPadded(bytes, at, end);
      case 'J', 'F', 'M', 'A', 'S', 'O', 'N', 'D' ->
          end - at > 16 && bytes[at + 3] == ' ' && bytes[at + 6] == ' ';
      default -> true;
    };
  }

  private static boolean isPadded(byte[] bytes, int from, int end) {
    int past = WrapperTemplate.padding(bytes, from, end);
    return past > 0 && past < end && Bytes.isDigit(bytes[past]);
  }

  /** Returns the first row of the table that matches at {@code at}; −1 for none. */
  private static int row(byte[] bytes, int at, int end) {
    if (BY_FIRST[bytes[at] & 0xff] == 0 || !mayStand(bytes, at, end)) {
      return -1;
    }
    for (int rest = BY_FIRST[bytes[at] & 0xff]; rest != 0; rest &= rest - 1) {
      int row = Integer.numberOfTrailingZeros(rest);
      if (TEMPLATES[row].end(bytes, at, end) >= 0) {
        return row;
      }
    }
    return -1;
  }
}
