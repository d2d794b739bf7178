package io.tidemark.analysis.system.tenstorrent;

import com.google.re2j.Pattern;
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
import io.tidemark.analysis.line.Quotation;
import io.tidemark.analysis.message.Catalogue;
import io.tidemark.analysis.message.MessageFact;
import io.tidemark.analysis.system.tenstorrent.TenstorrentFact.MemoryViewLine;
import java.util.Arrays;
import java.util.List;

/**
 * Lines of the Tenstorrent runtime and its PJRT plugin. A genuine text stands directly after its
 * logger's head ({@link RuntimeHead}). Anywhere else it is a quotation.
 */
final class TenstorrentFormat extends LineFormat {

  private enum Writer {
    /** The runtime's logger. */
    LOGGER,
    /** The PJRT plugin's logger. */
    PLUGIN,
    /** The text of an exception that ends a process. */
    ERROR
  }

  /** Text that identifies a kind of line, and the range of its position in the message. */
  private enum Needle {
    MEMORY(Writer.LOGGER, " memory state", 6, 40),
    OP(Writer.LOGGER, "Executing operation:", 0, 0),
    PROGRAM(Writer.LOGGER, "execution of program:", 9, 9),
    RETAINED(Writer.LOGGER, "Tensor is retained thus not deallocating", 0, 0),
    MODULE_BUILDER(Writer.PLUGIN, "module_builder", 0, 0),
    COMPILED_STATS(Writer.PLUGIN, "GetCompiledMemoryStats", 0, 32),
    PLUGIN_START(Writer.PLUGIN, "PJRT_Plugin_Initialize", 0, 32),
    // Without the first letter: a line's trailing blanks alone would look like the end of so long a
    // text.
    FATAL(Writer.ERROR, "T_FATAL @ /", 1, 1),
    THROW(Writer.ERROR, "T_THROW @ /", 1, 1),
    // Until 2025 the paths were relative; people leave the begin of long ones out.
    FATAL_HERE(Writer.ERROR, "T_FATAL @ t", 1, 1),
    THROW_HERE(Writer.ERROR, "T_THROW @ t", 1, 1),
    FATAL_BELOW(Writer.ERROR, "T_FATAL @ .", 1, 1),
    THROW_BELOW(Writer.ERROR, "T_THROW @ .", 1, 1),
    ASSERT(Writer.ERROR, "_ASSERT @ /", 2, 2),
    STATUS(Writer.ERROR, "INTERNAL: Error code: 13", 0, 0);

    final Writer writer;
    final String text;
    final int least;
    final int most;

    Needle(Writer writer, String text, int least, int most) {
      this.writer = writer;
      this.text = text;
      this.least = least;
      this.most = most;
    }
  }

  /** Words of a program that goes on after an exception. */
  private static final Pattern CAUGHT =
      Pattern.compile(
          "(?i)thrown during|falling back|fallback|retry|(?:^|[^n])caught"
              + "|^(?-i:SKIPPED|XFAIL|XPASS|RERUN) ");

  /** Limit of quotations checked per line, since each check may take long. */
  private static final int MOST_QUOTED = 8;

  private static final int MAX_PLACE = 512;

  /**
   * {@code /path/file:line: }, the place of a failed assertion; its text may stand on the next
   * line.
   */
  private static final Pattern PLACE = Pattern.compile("^\\S*:\\d+(?::\\s|:?$)");

  /** The line between an exception's head and its text. */
  private static final Pattern INFO = Pattern.compile("\\s*(?:E\\s+)?info:");

  /** Before the text of an exception in a line with the repr of all of it. */
  private static final byte[] SAME_LINE = Bytes.of("\\ninfo:\\n");

  private static final byte[] SAME_LINE_2024 = Bytes.of(": tt::exception S");

  private static final byte[] ERROR = Bytes.of("TT");
  private static final byte[] DEVICE = Bytes.of("Device");
  private static final Needle[] KINDS = Needle.values();
  private static final List<String> TEXTS = Arrays.stream(KINDS).map(kind -> kind.text).toList();
  private static final Needles NEEDLES = new Needles(TEXTS);

  TenstorrentFormat(String name) {
    super(name, TEXTS);
  }

  /** {@code info:} alone, or after a prefix that an exception's text may have. */
  @Override
  public boolean mayBegin(byte first) {
    return first == 'i' || first == 'E' || Bytes.isBlank(first) || first == Bytes.ESCAPE;
  }

  @Override
  public boolean mayEnd(byte last) {
    return last == ':';
  }

  @Override
  public Parsed unmarked(byte[] bytes, int head, int start, int end) {
    return mayEnd(bytes[end - 1])
            && INFO.matcher(Bytes.text(bytes, Math.max(start, end - 32), end)).matches()
        ? Sign.ERROR_INFO
        : Ignored.IGNORED;
  }

  @Override
  public Parsed parse(byte[] bytes, int head, int start, int end, int needle) {
    int which = NEEDLES.which(bytes, needle, end);
    int hit = which < 0 ? NEEDLES.find(bytes, needle, end) : needle;
    if (hit < 0) {
      return Ignored.IGNORED;
    }
    Line line = new Line(bytes, start, end);
    Needle kind = KINDS[which < 0 ? NEEDLES.which(bytes, hit, end) : which];
    if (kind.writer == Writer.ERROR && holdsText(bytes, hit, end)) {
      return Ignored.IGNORED;
    }
    if (kind.writer == Writer.ERROR && raises(line, kind, head, hit)) {
      return Sign.ERROR_RAISED;
    }
    int message = message(line, kind);
    if (message >= 0 && begins(line, kind, message, hit)) {
      return parseAt(line, kind, hit);
    }
    Parsed parsed = unprefixed(line, kind, hit);
    boolean shown = parsed == Ignored.IGNORED && kind.writer == Writer.ERROR;
    return shown && shows(line, kind, head, hit) ? Sign.ERROR_SHOWN : parsed;
  }

  /** Whether the exception's text stands behind its head, on one line. */
  private static boolean holdsText(byte[] bytes, int hit, int end) {
    return Bytes.indexOf(bytes, hit, end, SAME_LINE) >= 0
        || Bytes.indexOf(bytes, hit, end, SAME_LINE_2024) >= 0;
  }

  /** Whether the program shows the exception, and does not say that it goes on. */
  private static boolean shows(Line line, Needle kind, int head, int hit) {
    return hit - kind.least >= line.start()
        && (kind == Needle.STATUS || isPlace(line, kind, hit))
        && !CAUGHT.matcher(Bytes.text(line.bytes, line.start(), hit)).find()
        && !Quotation.of(line.bytes, head, line.start(), hit - kind.least, true).quotes();
  }

  private static boolean isPlace(Line line, Needle kind, int hit) {
    int place = hit + kind.text.length() - 1;
    return PLACE
        .matcher(Bytes.text(line.bytes, place, Math.min(line.end, place + MAX_PLACE)))
        .find();
  }

  /** The logger aligns its types at the right, so short ones are indented. */
  @Override
  public boolean indents(byte[] bytes, int start, int end) {
    return RuntimeHead.isAligned(bytes, start, end);
  }

  /** Whether an exception's head stands here: its macro and the place in the source. */
  private static boolean raises(Line line, Needle kind, int head, int hit) {
    int at = hit - kind.least;
    return at >= line.start()
        && isPlace(line, kind, hit)
        && !CAUGHT.matcher(Bytes.text(line.bytes, line.start(), at)).find()
        && Bytes.startsWith(line.bytes, at, line.end, ERROR)
        && !Quotation.of(line.bytes, head, line.start(), at, true).quotes();
  }

  private static boolean begins(Line line, Needle kind, int message, int hit) {
    int before = hit - message;
    boolean device = kind != Needle.MEMORY || Bytes.startsWith(line.bytes, message, hit, DEVICE);
    return before >= kind.least && before <= kind.most && device;
  }

  /** Returns the start of the message of this kind's writer; −1 if another wrote the line. */
  private static int message(Line line, Needle kind) {
    byte[] bytes = line.bytes;
    if (kind.writer == Writer.PLUGIN) {
      int file = RuntimeHead.pluginFile(bytes, line.start(), line.end);
      return file < 0 || kind == Needle.MODULE_BUILDER
          ? file
          : RuntimeHead.pluginMessage(bytes, file, line.end);
    }
    return kind.writer == Writer.ERROR ? -1 : RuntimeHead.message(bytes, line.start(), line.end);
  }

  /**
   * Parses a line without a head. Earlier lines decide whether it is an exception's text, part of a
   * file of such lines, or a quotation.
   */
  private static Parsed unprefixed(Line line, Needle kind, int first) {
    if (kind == Needle.MEMORY && isAlone(line, first)) {
      return parseAt(line, kind, first) instanceof MemoryViewLine view
          ? new Unprefixed(view, Voucher.LINES_ALIKE)
          : Ignored.IGNORED;
    }
    int hit = first;
    for (int left = MOST_QUOTED; left > 0 && hit >= 0; left--) {
      if (isQuoted(line, KINDS[NEEDLES.which(line.bytes, hit, line.end)], hit)) {
        return Quoted.QUOTED;
      }
      hit = NEEDLES.find(line.bytes, hit + 1, line.end);
    }
    return Ignored.IGNORED;
  }

  /** Whether the line is only a view: {@code debug.memory_snapshot} writes files of them. */
  private static boolean isAlone(Line line, int hit) {
    return begins(line, Needle.MEMORY, line.start(), hit) && line.bytes[line.end - 1] == '}';
  }

  /** File and function names are never quoted lines. */
  private static boolean isQuoted(Line line, Needle kind, int hit) {
    return kind.writer != Writer.PLUGIN
        && kind.writer != Writer.ERROR
        && parseAt(line, kind, hit) instanceof Fact;
  }

  /** Returns the first failed allocation in the text, at any position. */
  static Parsed errorText(String text) {
    MessageFact fact = Catalogue.BUILT_IN.find(text);
    return fact != null && fact.message().claimsFailure() ? fact.asRaised() : Ignored.IGNORED;
  }

  private static Parsed parseAt(Line line, Needle kind, int hit) {
    int past = hit + kind.text.length();
    return switch (kind) {
      case MEMORY -> MemoryLines.parse(line, hit, past);
      case OP -> OpLines.started(line, past);
      case PROGRAM -> OpLines.program(line, hit, past);
      case RETAINED -> new TenstorrentFact.TensorRetained(line.device());
      case MODULE_BUILDER, COMPILED_STATS -> new TenstorrentFact.Compiling(line.device());
      case PLUGIN_START -> new TenstorrentFact.ProcessStarted(line.device());
      default -> Ignored.IGNORED;
    };
  }
}
