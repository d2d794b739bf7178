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
    new WrapperTemplate("[rank#]:", Mark.RANK), // torchrun --tee --role rank
    new WrapperTemplate("[rank: #] ", Mark.RANK), // Lightning
    new WrapperTemplate("[rank #] ", Mark.RANK), // other launchers
    new WrapperTemplate("[Rank #] ", Mark.RANK), // Megatron
    new WrapperTemplate("[default#]:", Mark.PROCESS), // torchrun --tee
    new WrapperTemplate("[%N|#]:", Mark.PROCESS), // torchrun of a role and a restart
    new WrapperTemplate("[pod/%N] ", Mark.PLACE), // kubectl logs --prefix
    new WrapperTemplate("(pid=#) ", Mark.PROCESS), // Ray, and vLLM's processes
    new WrapperTemplate("(pid=#, ip=%N) ", Mark.PROCESS),
    new WrapperTemplate("(%N pid=#) ", Mark.PROCESS),
    new WrapperTemplate("(%N pid=#, ip=%N) ", Mark.PROCESS),
    new WrapperTemplate("  | (%N pid=#) ", Mark.PROCESS), // in Python's group of exceptions
    new WrapperTemplate("(%N rank=# pid=#) ", Mark.PROCESS), // vLLM 0.8
    new WrapperTemplate("%D stdout %L", Mark.STDOUT), // CRI: a node's own files of containers
    new WrapperTemplate("%D stderr %L", Mark.STDERR),
    new WrapperTemplate("%S %N %P: ", Mark.NOTHING), // syslog, journalctl -o short-iso
    new WrapperTemplate("%D %G", Mark.NOTHING), // GitLab's jobs
    new WrapperTemplate("%D %K ", Mark.NOTHING), // logcli
    new WrapperTemplate("%D\t%N\t", Mark.NOTHING), // fluentd's files
    new WrapperTemplate("%D ", Mark.NOTHING), // docker logs, kubectl logs --timestamps, GitHub
    new WrapperTemplate("%T +# %N: ", Mark.NOTHING), // fluentd's standard output
    new WrapperTemplate("%T -# %N: ", Mark.NOTHING),
    new WrapperTemplate("%T DEBG '%N' %N output: ", Mark.NOTHING), // supervisord
    new WrapperTemplate("#:#:# ^", Mark.NOTHING), // ts -s, foreman, Jenkins
    new WrapperTemplate("#:#:#.# -> ", Mark.NOTHING), // Arduino's monitor
    new WrapperTemplate("#:#:#.# ^", Mark.NOTHING), // ts -s '%.T'
    new WrapperTemplate("#-# #:#:# ^", Mark.NOTHING), // stern --timestamps=short
    new WrapperTemplate("%M %N %P: ", Mark.NOTHING), // journalctl, syslog
    new WrapperTemplate("<#>%M %N %P: ", Mark.NOTHING),
    new WrapperTemplate("%M ^", Mark.NOTHING), // ts
    new WrapperTemplate("<#># %D %N %N %N %N %X ", Mark.NOTHING), // syslog of RFC 5424
    new WrapperTemplate("# %D %N %N %N %N %X ", Mark.NOTHING),
    new WrapperTemplate("#|%N ~| ", Mark.PROCESS), // pm2
    new WrapperTemplate("~#: ", Mark.PROCESS), // srun --label
    new WrapperTemplate("%C ~| ", Mark.PLACE), // docker compose, foreman
    new WrapperTemplate("[%C] ~| ", Mark.NOTHING), // concurrently, and compose files in brackets
    new WrapperTemplate("%C/# ", Mark.NOTHING), // torchx; any word may stand so, so it names nobody
    new WrapperTemplate("%W %C &", Mark.NOTHING), // stern
    new WrapperTemplate("%W › %C ", Mark.PLACE),
    new WrapperTemplate("+ %W › %C ", Mark.NOTHING),
    new WrapperTemplate("%C stdout | ", Mark.PLACE), // supervisord's fg
    new WrapperTemplate("%C stderr | ", Mark.PLACE),
    new WrapperTemplate("%H: ", Mark.NOTHING), // pdsh, DeepSpeed
    new WrapperTemplate(
        "ERROR #-# #:#:# [%N:#] ", Mark.NOTHING), // vLLM, before every line of a report
    new WrapperTemplate("ERROR #-# #:#:# %N:#] ", Mark.NOTHING), // vLLM until 0.7
    new WrapperTemplate("WARNING #-# #:#:# [%N:#] ", Mark.NOTHING),
    new WrapperTemplate("[#] %N: [#.#, ", Mark.NOTHING), // Fluent Bit's standard output
    new WrapperTemplate("[#] %N: [#, ", Mark.NOTHING),
    new WrapperTemplate("[#] %N: [[#.#, {}], ", Mark.NOTHING),
    new WrapperTemplate("[#] ", Mark.NOTHING),
    new WrapperTemplate("%## #.# ", Mark.NOTHING), // BuildKit
    new WrapperTemplate("[%D] ", Mark.NOTHING), // Jenkins
    new WrapperTemplate("[%T] ", Mark.NOTHING),
    new WrapperTemplate("%#%#[%N]", Mark.NOTHING), // GitHub, Azure
    new WrapperTemplate("\u001b_bk;t=#\u0007", Mark.NOTHING), // Buildkite
    new WrapperTemplate("[#:#:#.#,#] <%N> %N: ", Mark.NOTHING), // Zephyr
    new WrapperTemplate("I (#) %N: ", Mark.NOTHING), // ESP-IDF
    new WrapperTemplate("W (#) %N: ", Mark.NOTHING),
    new WrapperTemplate("E (#) %N: ", Mark.NOTHING),
    new WrapperTemplate("~#%%%B", Mark.NOTHING), // tqdm's bar, glued to the next line
  };

  /** By first byte: a bit for each row that may begin with it. */
  private static final long[] BY_FIRST = byFirst(TEMPLATES);

  private static final long ZONED = beginningWith("DS");
  private static final long PLAIN = beginningWith("T");

  private static final WrapperTemplate DATED = new WrapperTemplate("%D ", Mark.NOTHING);

  private static final int MOST_OF_COLUMNS = 256;

  /** Bytes of {@code 2026-11-22 05:54:09}, and of a fraction in the runtime's own dates. */
  private static final int PLAIN_BYTES = 19;

  private static final int FRACTION_BYTES = 5;

  private static final int MOST_OF_A_ROLE = 24;

  /** Before the first of several lines that Markdown shows as code. */
  static final byte SPAN = '`';

  /** Limit of steps, above any real line, including colours and blanks. */
  static final int MOST = 12;

  private Wrappers() {}

  /**
   * Returns a bit for each row that may begin with a byte.
   *
   * @throws IllegalArgumentException if there are more rows than bits
   */
  static long[] byFirst(WrapperTemplate... templates) {
    if (templates.length > Long.SIZE) {
      throw new IllegalArgumentException(
          "%d rows of wrappers: want at most %d, a bit of a long each"
              .formatted(templates.length, Long.SIZE));
    }
    long[] rows = new long[1 << Byte.SIZE];
    for (int i = 0; i < templates.length; i++) {
      for (int b = 0; b < rows.length; b++) {
        rows[b] |= templates[i].mayBegin((byte) b) ? 1L << i : 0;
      }
    }
    return rows;
  }

  private static long beginningWith(String dates) {
    long rows = 0;
    for (int i = 0; i < TEMPLATES.length; i++) {
      rows |= TEMPLATES[i].beginsWith(dates) ? 1L << i : 0;
    }
    return rows;
  }

  /** Returns the start of the text that its logger wrote in the line {@code bytes[start, end)}. */
  public static int end(byte[] bytes, int start, int end) {
    byte first = bytes[start];
    if (BY_FIRST[first & 0xff] == 0 && first != Bytes.ESCAPE && first != SPAN) {
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
   * Returns the position after the job, step and date of GitHub's command line: {@code
   * job<TAB>step<TAB>date}. Any name is one, so this is asked only for lines that say something.
   */
  static int pastColumns(byte[] bytes, int start, int end) {
    if (!Bytes.isWord(bytes[start]) || Bytes.isDigit(bytes[start])) {
      return start;
    }
    int most = Math.min(end, start + MOST_OF_COLUMNS);
    int job = Bytes.indexOf(bytes, start, most, (byte) '\t');
    int step = job < 0 ? -1 : Bytes.indexOf(bytes, job + 1, most, (byte) '\t');
    int date = step < 0 ? -1 : DATED.end(bytes, step + 1, end);
    return date < 0 || date == end ? start : end(bytes, date, end);
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
    if (at == start && bytes[at] == SPAN && Bytes.indexOf(bytes, at + 1, end, SPAN) < 0) {
      return at + 1;
    }
    for (long rest = rows(bytes, at, end); rest != 0; rest &= rest - 1) {
      int past = TEMPLATES[Long.numberOfTrailingZeros(rest)].end(bytes, at, end);
      if (past >= 0) {
        return past;
      }
    }
    int dated = pastDate(bytes, at, end);
    if (dated > at) {
      return dated;
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
   * Returns the rows that may match here, judged by a few bytes: most lines of most logs have no
   * wrapper.
   */
  private static long rows(byte[] bytes, int at, int end) {
    long rows = BY_FIRST[bytes[at] & 0xff];
    if (rows == 0 || end - at < 3) {
      return 0;
    }
    byte first = bytes[at];
    byte second = bytes[at + 1];
    if (Bytes.isDigit(first)) {
      boolean dated = end - at > 10 && Bytes.isDigit(bytes[at + 3]) && bytes[at + 4] == '-';
      if (!dated) {
        return mayNumber(bytes, at, end) ? rows & ~(ZONED | PLAIN) : 0;
      }
      return rows & (bytes[at + 10] == 'T' ? ZONED : isCollectors(bytes, at, end) ? PLAIN : 0);
    }
    boolean may =
        switch (first) {
          case '[' ->
              Bytes.isDigit(second) || "rRdp".indexOf(second) >= 0 || isBarred(bytes, at, end);
          case ' ' -> bytes[at + 2] == '|' || isPadded(bytes, at, end);
          case 'J', 'F', 'M', 'A', 'S', 'O', 'N', 'D' ->
              end - at > 16 && bytes[at + 3] == ' ' && bytes[at + 6] == ' ';
          case 'E', 'I', 'W' -> second == ' ' || second == 'R' || second == 'A';
          default -> first < 'a' || first > 'z' || mayName(bytes, at, end);
        };
    return may ? rows : 0;
  }

  /** Whether a role may stand in a bracket, with a bar behind it. */
  private static boolean isBarred(byte[] bytes, int at, int end) {
    return Bytes.isWord(bytes[at + 1])
        && Bytes.indexOf(bytes, at, Math.min(end, at + MOST_OF_A_ROLE), (byte) '|') >= 0;
  }

  /** Whether a number may begin a wrapper, by the signs behind it. */
  private static boolean mayNumber(byte[] bytes, int at, int end) {
    int past = at + 1;
    while (past < end - 1 && Bytes.isDigit(bytes[past])) {
      past++;
    }
    byte sign = bytes[past];
    byte next = past + 1 < end ? bytes[past + 1] : 0;
    return sign == ' '
        ? next == ' ' || next == '|' || Bytes.isDigit(next)
        : ":|%-/._".indexOf(sign) >= 0 || sign == Bytes.ESCAPE || (sign >= 'a' && sign <= 'z');
  }

  /** Whether behind a date without a zone a sign or a level stands that a collector writes. */
  private static boolean isCollectors(byte[] bytes, int at, int end) {
    int past = Math.min(end, at + PLAIN_BYTES);
    while (past < end - 1 && bytes[past] != ' ') {
      past++;
    }
    return past < end - 1 && "+-D".indexOf(bytes[past + 1]) >= 0;
  }

  /**
   * Returns the position after a date without a zone, as {@code ts} writes it; {@code at} if the
   * line's own logger wrote it.
   */
  static int pastDate(byte[] bytes, int at, int end) {
    int clock = at + 11;
    boolean may =
        end - at > PLAIN_BYTES + 1
            && Bytes.isDigit(bytes[at])
            && bytes[at + 4] == '-'
            && bytes[at + 10] == ' '
            && bytes[Math.min(end - 1, at + PLAIN_BYTES + FRACTION_BYTES)] != '|'
            && Bytes.isDigit(bytes[clock])
            && bytes[clock + 2] == ':'
            && bytes[clock + 5] == ':';
    int past = at + PLAIN_BYTES;
    boolean fraction = may && (bytes[past] == '.' || bytes[past] == ',');
    past += fraction ? 1 : 0;
    while (fraction && past < end && Bytes.isDigit(bytes[past])) {
      past++;
    }
    boolean another = may && past + 1 < end && bytes[past] == ' ';
    return another && !WrapperSigns.isOwnDate(bytes, past + 1, end) ? past + 1 : at;
  }

  /** Whether the first word may be a place or process: a sign of its wrapper ends it. */
  private static boolean mayName(byte[] bytes, int at, int end) {
    int past = WrapperSigns.service(bytes, at, end);
    if (past < 0 || past + 1 >= end) {
      return false;
    }
    byte next = bytes[past + 1];
    return switch (bytes[past]) {
      case ' ' -> next == ' ' || next == '|' || Bytes.indexOf(bytes, at, past, (byte) '-') > 0;
      case ':' -> next == ' ';
      case '/' -> Bytes.isDigit(next);
      default -> false;
    };
  }

  private static boolean isPadded(byte[] bytes, int from, int end) {
    int past = WrapperSigns.padding(bytes, from, end);
    return past > 0 && past < end && Bytes.isDigit(bytes[past]);
  }

  /** Returns the first row of the table that matches at {@code at}; −1 for none. */
  private static int row(byte[] bytes, int at, int end) {
    for (long rest = rows(bytes, at, end); rest != 0; rest &= rest - 1) {
      int row = Long.numberOfTrailingZeros(rest);
      if (TEMPLATES[row].end(bytes, at, end) >= 0) {
        return row;
      }
    }
    return -1;
  }
}
