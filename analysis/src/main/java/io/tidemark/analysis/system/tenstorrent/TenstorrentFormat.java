package io.tidemark.analysis.system.tenstorrent;

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
import io.tidemark.analysis.line.RaisedError;
import io.tidemark.analysis.system.tenstorrent.TenstorrentFact.AllocationFailed;
import io.tidemark.analysis.system.tenstorrent.TenstorrentFact.MemoryViewLine;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Lines of the Tenstorrent runtime and its PJRT plugin. A genuine text stands directly after its
 * logger's head ({@link RuntimeHead}) or in an exception's text ({@link RaisedError}). Anywhere
 * else it is a quotation.
 */
final class TenstorrentFormat extends LineFormat {

  /** The writer of a kind of line. */
  private enum Writer {
    /** The runtime's logger. */
    LOGGER,
    /** The runtime's logger, or an exception. */
    LOGGER_OR_ERROR,
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
    OUT_OF_MEMORY(Writer.LOGGER_OR_ERROR, "Out of Memory: Not enough space ", 0, 0),
    STATIC_BUFFERS(Writer.LOGGER_OR_ERROR, "Statically allocated ", 0, 0),
    TRACE_BUFFERS(Writer.LOGGER_OR_ERROR, "Creating trace buffers of size ", 0, 0),
    MODULE_BUILDER(Writer.PLUGIN, "module_builder", 0, 0),
    COMPILED_STATS(Writer.PLUGIN, "GetCompiledMemoryStats", 0, 32),
    PLUGIN_START(Writer.PLUGIN, "PJRT_Plugin_Initialize", 0, 32),
    // Without the first letter: a line's trailing blanks alone would look like the end of so long a
    // text.
    FATAL(Writer.ERROR, "T_FATAL @ /", 1, 1),
    THROW(Writer.ERROR, "T_THROW @ /", 1, 1),
    ASSERT(Writer.ERROR, "_ASSERT @ /", 2, 2),
    STATUS(Writer.ERROR, "INTERNAL: Error code: 13", 0, 0),
    ENDED(Writer.ERROR, Sign.BAD_END, 0, 0);

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
      Pattern.compile("(?i)thrown during|falling back|fallback|retry|(?<!un)caught");

  /** Limit of quotations checked per line, since each check may take long. */
  private static final int MOST_QUOTED = 8;

  private static final byte[] ERROR = Bytes.of("TT");
  private static final byte[] DEVICE = Bytes.of("Device");
  private static final Needle[] KINDS = Needle.values();
  private static final List<String> TEXTS = Arrays.stream(KINDS).map(kind -> kind.text).toList();
  private static final Needles NEEDLES = new Needles(TEXTS);

  TenstorrentFormat(String name) {
    super(
        name,
        "\"Device DRAM memory state: MemoryView{\", \"Executing operation:\", \"Out of Memory: Not enough space\"",
        TEXTS);
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
    return mayEnd(bytes[end - 1]) && RaisedError.isInfo(bytes, start, end)
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
    if (kind.writer == Writer.ERROR && raises(line, kind, hit)) {
      return kind == Needle.ENDED ? Sign.ENDED_BADLY : Sign.ERROR_RAISED;
    }
    int message = message(line, kind);
    if (message >= 0 && begins(line, kind, message, hit)) {
      return parseAt(line, kind, hit);
    }
    Parsed parsed = unprefixed(line, kind, hit);
    boolean shown = parsed == Ignored.IGNORED && kind.writer == Writer.ERROR;
    return shown && shows(line, kind, hit) ? Sign.ERROR_SHOWN : parsed;
  }

  /** Whether the program shows the exception, and does not say that it goes on. */
  private static boolean shows(Line line, Needle kind, int hit) {
    return RaisedError.isPlain(line.bytes, line.start(), hit)
        && (kind == Needle.STATUS
            || RaisedError.isPlace(line.bytes, hit + kind.text.length() - 1, line.end))
        && !CAUGHT.matcher(Bytes.text(line.bytes, line.start(), hit)).find();
  }

  /** The logger aligns its types at the right, so short ones are indented. */
  @Override
  public boolean indents(byte[] bytes, int start, int end) {
    return RuntimeHead.isAligned(bytes, start, end);
  }

  private static boolean raises(Line line, Needle kind, int hit) {
    if (kind == Needle.ENDED) {
      return hit == line.start();
    }
    int at = hit - kind.least;
    return at >= line.start()
        && RaisedError.isPlace(line.bytes, hit + kind.text.length() - 1, line.end)
        && Bytes.startsWith(line.bytes, at, line.end, ERROR)
        && RaisedError.mayBegin(line.bytes, line.start(), at);
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
    int message =
        kind.writer == Writer.ERROR ? -1 : RuntimeHead.message(bytes, line.start(), line.end);
    return message < 0 || kind.writer == Writer.LOGGER
        ? message
        : RuntimeHead.error(bytes, message, line.end);
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
    if (kind.writer == Writer.LOGGER_OR_ERROR
        && RaisedError.textBegin(line.bytes, line.start(), line.end) == first) {
      return parseAt(line, kind, first) instanceof AllocationFailed text
          ? new Unprefixed(text.asRaised(), Voucher.ERROR_WITH_INFO)
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

  /** Returns the first error in the text, at any position. */
  static Parsed errorText(byte[] text) {
    Line line = new Line(text, 0, text.length);
    Parsed parsed = Ignored.IGNORED;
    int hit = NEEDLES.find(text, 0, text.length);
    while (hit >= 0 && parsed == Ignored.IGNORED) {
      Needle kind = KINDS[NEEDLES.which(text, hit, text.length)];
      parsed = kind.writer == Writer.LOGGER_OR_ERROR ? parseAt(line, kind, hit) : parsed;
      hit = NEEDLES.find(text, hit + 1, text.length);
    }
    return parsed instanceof AllocationFailed failed ? failed.asRaised() : parsed;
  }

  private static Parsed parseAt(Line line, Needle kind, int hit) {
    int past = hit + kind.text.length();
    return switch (kind) {
      case MEMORY -> MemoryLines.parse(line, hit, past);
      case OP -> OpLines.started(line, past);
      case PROGRAM -> OpLines.program(line, hit, past);
      case RETAINED -> new TenstorrentFact.TensorRetained(line.device());
      case OUT_OF_MEMORY -> AllocationLines.parse(line, past);
      case STATIC_BUFFERS -> RegionLines.buffers(line, past);
      case TRACE_BUFFERS -> RegionLines.trace(line, past);
      case MODULE_BUILDER, COMPILED_STATS -> new TenstorrentFact.Compiling(line.device());
      case PLUGIN_START -> new TenstorrentFact.ProcessStarted(line.device());
      case FATAL, THROW, ASSERT, STATUS, ENDED -> Ignored.IGNORED;
    };
  }
}
