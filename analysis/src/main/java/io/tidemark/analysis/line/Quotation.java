package io.tidemark.analysis.line;

import com.google.re2j.Pattern;
import java.nio.charset.StandardCharsets;

/**
 * Decides by what stands before a text on its line whether its writer wrote it or someone quotes
 * it. Loggers, wrappers and exceptions are not listed: the marks of quoting decide.
 *
 * <pre>
 *   open quote marks            "prompt": "…, say '…, `…    but not an exception's own repr: Error('…
 *   a mark at the line's begin  &gt; | # + * &lt; // -…        documents, differences, tables
 *   file:12: without a blank    grep
 *   SKIPPED, XFAIL, XPASS       reasons of tests
 *   words of speech             user: prompt: why … assert …
 *   a level below a warning     INFO … server.py:88]        a server repeats what its users write
 *   a word directly before      I get …
 *   a deep indent               the block of a document; not a padded logger, pytest
 * </pre>
 */
public final class Quotation {

  /** How a text stands in its line. */
  public enum How {
    /** Something before it shows that a program wrote it. */
    WRITTEN,
    /** Nothing stands before it. */
    BARE,
    /** Nothing but an indent stands before it, as in a document; below a head it may be written. */
    INDENTED,
    QUOTED;

    /** Whether a text that stands like that is none of its own. */
    public boolean quotes() {
      return this == INDENTED || this == QUOTED;
    }
  }

  /** Bytes before a text; a longer line is prose. */
  private static final int MOST = 1024;

  /** Width of tt-mlir's and tt-metal's column of types. */
  private static final int COLUMN = 23;

  private static final Pattern STATUS =
      Pattern.compile(
          "(?:(?:[A-Za-z_.]*ResourceExhaustedError|TT_\\w+|RESOURCE_EXHAUSTED|Resource exhausted|INTERNAL"
              + "|UNKNOWN|ABORTED|FAILED_PRECONDITION|INVALID_ARGUMENT|UNAVAILABLE"
              + "|Compilation failure|[EC]\\d{4}|\\w+Oom|\\w+Failure):\\s*"
              + "|[\\w.]*(?:Error|Exception):\\s+|\\S+ compile permanent error\\.\\s*|\\{\\{[^{}]*\\}\\}\\s*)+$");
  private static final String LEVELS = "(?i:critical|fatal|error|warning|warn|info|debug|trace)";

  private static final Pattern PADDED =
      Pattern.compile(
          "^\\s*(?:\\[[\\w -]*\\] |[\\w.-]+: )?(?:\\d{4}-\\d\\d-\\d\\d[ T][\\d:]+[.,]\\d+\\s*\\|\\s*)?"
              + "(?:"
              + LEVELS
              + "\\s*\\|\\s*[A-Z]\\w*\\s*\\|\\s*|(?:Always|Runtime\\w*)\\s*\\|\\s*(?:"
              + LEVELS
              + "\\s*\\|\\s*)?)(?:TT_\\w+: *)?$");
  private static final Pattern INDENT = Pattern.compile("^(?: {4}| {0,3}\t)");

  /** The level of an error in a prefix that a logger repeats before each line of a text. */
  private static final Pattern LEVEL = Pattern.compile("\\b(?:CRITICAL|FATAL|ERROR)\\b");

  /** QNN's times, which it aligns at the right of eight columns. */
  private static final Pattern HEADED =
      Pattern.compile("^(?: {5}\\d| {4}\\d\\d)\\.\\dms \\[ ERROR \\] ");

  private static final Pattern TYPE = Pattern.compile(" *\\w+");
  private static final Pattern COLOURS = Pattern.compile("\\x1b\\[[0-9;]*[mK]");

  /** A logger's date, process and level, and the part of the program that logs. */
  private static final Pattern LOGGED =
      Pattern.compile(
          "^(?:\\[?[\\w.:,/+-]*\\d[\\w.:,/+-]*]?\\s+){0,4}\\[?(?:CRITICAL|FATAL|ERROR)]?\\s+"
              + "(?:\\d{4}-\\d\\d-\\d\\d[T ][\\w:.,+-]+\\s+)?"
              + "(?:\\[?[\\w.:-]+]?\\s+)?$");

  /**
   * The head of tt-metal's exceptions on the line of their text: in the repr of one, and in 2024.
   */
  private static final Pattern EXCEPTION =
      Pattern.compile("TT_\\w+ @ \\S+:\\d+: (?:.*\\\\ninfo:\\\\n|tt::exception )$");

  /** A progress bar before a record that it is glued to. */
  private static final Pattern BAR =
      Pattern.compile("^[^|]{0,64}\\d%\\|[^|]*\\| \\d+/\\d+ \\[[^\\]]*\\] ?");

  /**
   * What test runners, Elixir, ComfyUI's reports, CatBoost, fairseq and loguru write before an
   * exception; the bar of a cut record.
   */
  private static final Pattern RAISED =
      Pattern.compile(
          "^(?: {0,3}E {2,}| *what\\(\\) -> \"|\\| (?:OOM|WARNING|ERROR|CRITICAL|FATAL): "
              + "| *\\*\\* \\(\\w+Error\\) |- \\*\\*Exception Message:\\*\\* "
              + "|(?:[\\d-]{10} [\\d:.,]{8,15} *\\| *)?(?:ERROR|CRITICAL|FATAL) *\\| *"
              + "(?:[\\d-]{10} [\\d:.,]{8,15} *\\| *)?[\\w.:<>]+ *[|-] "
              + "|\\| ("
              + LEVELS
              + " \\| {2,}[A-Z]\\w* \\| ))");

  /** Julia's frame around the lines of a record; texts of failures in it may be pasted ones. */
  private static final Pattern FRAME = Pattern.compile("^\\s*│\\s+");

  private static final Pattern BEGINS =
      Pattern.compile(
          "^\\s*(?:(?:SKIPPED|XFAIL|XPASS|RERUN) |[>|│#+*]|<(?:p|pre|code|div|span|li|td|br)\\b|//|-(?:\\S|\\s*$)"
              + "|\\S+\\.[A-Za-z]\\w*(?:\\.\\d+)?[:-]\\d+[:-](?:\\S|$))");

  /** The place that a compiler writes before an error of its own. */
  private static final Pattern COMPILED =
      Pattern.compile("^(?:<unknown>|[\\w./+-]+):\\d+(?::\\d+)?: (?:fatal )?(?:error: )?$");

  private static final Pattern ERROR = Pattern.compile("^(?:fatal )?error: ");

  private static final Pattern LISTED =
      Pattern.compile(
          "^\\s*(?:- |\\d+\\. |\\d+:[A-Za-z]|\\d{1,3}-[A-Za-z]|\\S+\\.(?:log|txt|md|out|jsonl?)[:-])");

  private static final Pattern SPEECH =
      Pattern.compile(
          "(?i)(?:^|[\\s(\\[\",:=])(?:user|assistant|prompts?|asks?|asked|questions?|answers?|chat|says?|said|wrote|writes"
              + "|why|parse[ds]?|quot\\w+|assert\\w*|expected|actual|regex|example|paste[ds]?)(?:$|[\\s:,=?!.)\\]\"])"
              + "|AssertionError");
  private static final Pattern TALK =
      Pattern.compile(
          "(?:^|\\s|\\()(?:INFO|DEBUG|[ID]\\d{4}\\b).*(?:\\.py:\\d+\\]|- (?:INFO|DEBUG) -)\\s*$");

  /** A collector's level and date before the level of the line's own logger. */
  private static final Pattern RELAYED =
      Pattern.compile("^\\[?(?i:INFO|DEBUG)]? [^'\"]*(?:ERROR|CRITICAL|FATAL) ");

  private static final Pattern REPR =
      Pattern.compile(
          "(?:ERROR|CRITICAL)\\]? [^\"']*\\{\"(?:title|message|msg|error|detail|reason)\": ?\"(?:[^\"]|\\\\\")*$"
              + "|(?:(?:ERROR|CRITICAL|error).*|^Exception: \")\\w+(?:Error|Exception)\\(['\"](?:\\[[^\\]]*\\] \\S+:\\d+: [^'\"]*)?$"
              + "|with description \"$|what\\(\\) -> \"[^\"]*$"
              + "|^[IWEF]\\d{4} [\\d:.]+ +\\d+ [\\w./-]+:\\d+\\] \"$");

  /** A function of C++, as it names itself before what it says. */
  private static final Pattern NAMED = Pattern.compile("\\S\\.\\w+:\\d+ \\w+(?:::\\w+)+$");

  private static final Pattern OPENED =
      Pattern.compile(
          "\"?(?:[\\w.]*(?:Error|Exception)\\(|(?:C\\+\\+ exception )?with description )['\"]$");

  private static final int SHORT = 16;

  /** Behind a symbol, says that it is a picture. */
  private static final int VARIATION = 0xfe0f;

  private Quotation() {}

  /**
   * Judges the text that begins at {@code at}.
   *
   * @param head start of the line, with its wrappers
   * @param start start of the text that the logger wrote
   * @param claims whether it claims that something failed, which people and servers repeat
   */
  public static How of(byte[] bytes, int head, int start, int at, boolean claims) {
    if (at - head > MOST) {
      return How.QUOTED;
    }
    if (isOfCompiler(bytes, start, at)) {
      return How.WRITTEN;
    }
    if (!claims) {
      String before = FRAME.matcher(text(bytes, start, at)).replaceFirst("");
      boolean marked =
          isOpen(before) || BEGINS.matcher(before).find() || SPEECH.matcher(before).find();
      return marked ? How.QUOTED : How.WRITTEN;
    }
    boolean spans = head < start && bytes[head] == Wrappers.SPAN;
    String line = EXCEPTION.matcher(text(bytes, spans ? head + 1 : head, at)).replaceFirst("");
    String own = EXCEPTION.matcher(text(bytes, start, at)).replaceFirst("");
    own = BAR.matcher(own).replaceFirst("");
    own = COLOURS.matcher(RAISED.matcher(own).replaceFirst("$1")).replaceAll("");
    boolean deep =
        INDENT.matcher(own).find()
            && !HEADED.matcher(own).find()
            && !LEVEL.matcher(text(bytes, head, Math.max(head, start))).find();
    if (own.isBlank()) {
      return TALK.matcher(line).find() ? How.QUOTED : deep ? How.INDENTED : How.BARE;
    }
    boolean padded = (!deep || isAligned(own)) && PADDED.matcher(own).find();
    boolean logged =
        padded || LOGGED.matcher(own).find() || LogPrefix.of(bytes, start, at).end() > start;
    return isMarked(line, own) || !(logged || (!deep && mayCarry(own))) ? How.QUOTED : How.WRITTEN;
  }

  /** Whether a compiler's place stands before a text that begins with its error, or behind that. */
  private static boolean isOfCompiler(byte[] bytes, int start, int at) {
    String before = text(bytes, start, at);
    boolean says =
        before.endsWith("error: ")
            || ERROR.matcher(text(bytes, at, Math.min(bytes.length, at + SHORT))).find();
    return says && COMPILED.matcher(before).find();
  }

  /** Whether the blanks before the first word fill it up to the width of a logger's column. */
  private static boolean isAligned(String own) {
    int bar = own.indexOf('|');
    String type = bar < 0 ? "" : own.substring(0, bar).stripTrailing();
    return TYPE.matcher(type).matches() && Math.abs(type.length() - COLUMN) < Bytes.INDENT;
  }

  /** Whether the head of tt-metal's exceptions stands directly before a text, on its line. */
  public static boolean isRaised(byte[] bytes, int start, int at) {
    return at - start <= MOST && EXCEPTION.matcher(text(bytes, start, at)).find();
  }

  private static String text(byte[] bytes, int from, int to) {
    return new String(bytes, from, to - from, StandardCharsets.UTF_8);
  }

  private static boolean isMarked(String line, String own) {
    return isOpen(line)
        || BEGINS.matcher(own).find()
        || LISTED.matcher(own).find()
        || SPEECH.matcher(own).find()
        || isTalk(line);
  }

  /** Whether the words before it, without the status in front of it, end with a sign. */
  private static boolean mayCarry(String own) {
    String words = OPENED.matcher(own).replaceFirst("");
    String before = STATUS.matcher(words).replaceFirst("").stripTrailing();
    return own.indexOf('|') < 0
        && (before.isEmpty()
            || before.endsWith("<E>")
            || NAMED.matcher(before).find()
            || isSymbol(before.codePointBefore(before.length()))
            || ":;.!])}({-=,|\uff1a".indexOf(before.charAt(before.length() - 1)) >= 0);
  }

  /** Whether it is a cross, a warning sign or the like, which scripts print before an error. */
  private static boolean isSymbol(int sign) {
    return Character.getType(sign) == Character.OTHER_SYMBOL || sign == VARIATION;
  }

  /** Whether a logger of INFO repeats a text, and no error's own level stands behind that one. */
  private static boolean isTalk(String line) {
    String own = STATUS.matcher(line).replaceFirst("");
    return TALK.matcher(RELAYED.matcher(own).replaceFirst("")).find();
  }

  /** Whether a quote mark is open at the end. */
  private static boolean isOpen(String own) {
    String text = REPR.matcher(own).replaceFirst("");
    char open = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean apostrophe =
          c == '\''
              && i > 0
              && i + 1 < text.length()
              && isLetter(text, i - 1)
              && (isLetter(text, i + 1) || (open == 0 && text.charAt(i + 1) == ' '));
      if ("\"'`".indexOf(c) >= 0 && !apostrophe) {
        open = open == 0 ? c : open == c ? 0 : open;
      }
    }
    return open != 0;
  }

  private static boolean isLetter(String text, int at) {
    return Character.isLetter(text.charAt(at));
  }
}
