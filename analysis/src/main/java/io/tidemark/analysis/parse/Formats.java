package io.tidemark.analysis.parse;

import io.tidemark.analysis.parse.Parsed.Ignored;
import io.tidemark.analysis.parse.Parsed.Quoted;
import io.tidemark.analysis.parse.Parsed.Rejected;
import io.tidemark.analysis.parse.Parsed.Sign;
import io.tidemark.model.Slice;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Every format, one line each, and the detection among them. */
public final class Formats {

  public static final String TENSTORRENT = "tenstorrent";
  public static final String TPU_MLIR = "tpu-mlir";
  public static final String BM_PROFILE = "bmprofile";
  public static final String MEMORY_ACCESSES = "tpu-profile";
  public static final String TT_TRAIN = "tt-train";
  public static final String ZANT = "zant";
  public static final String TFLITE_MICRO = "tflite-micro";
  public static final String XLA_DUMP = "xla-dump";
  public static final String XLA_LOG = "xla-log";
  public static final String TTNN_REPORT = "ttnn-report";
  public static final String TTRT_MEMORY = "ttrt-memory";
  public static final String TTNN_GRAPH = "ttnn-graph";

  /** What rejects call a document whose kind its head does not tell. */
  public static final String JSON = "json";

  static final List<LineFormat> ALL =
      List.of(
          new TenstorrentFormat(TENSTORRENT),
          new KeyValueFormat(TPU_MLIR),
          new BmProfileFormat(BM_PROFILE),
          new MemoryAccessFormat(MEMORY_ACCESSES),
          new TtTrainFormat(TT_TRAIN),
          new ZantFormat(ZANT),
          new TflmFormat(TFLITE_MICRO),
          new XlaDumpFormat(XLA_DUMP),
          new XlaLogFormat(XLA_LOG),
          new TtnnReportFormat(TTNN_REPORT));

  /** Formats of whole files and what they are known by; no line of theirs says anything alone. */
  private static final Map<String, String> DOCUMENTS = documentSigns();

  private static final List<String> NAMES =
      Stream.concat(ALL.stream().map(LineFormat::name), DOCUMENTS.keySet().stream()).toList();

  private static final List<String> TEXTS =
      ALL.stream().flatMap(format -> format.needles().stream()).toList();
  static final Needles NEEDLES = new Needles(TEXTS);

  /** By needle: a bit for each format that a line with it may be of. */
  private static final int[] OWNERS = TEXTS.stream().mapToInt(Formats::owners).toArray();

  /** By a line's first and last byte: a bit for each format that it may be of without a needle. */
  private static final int[] BY_FIRST = byByte(LineFormat::mayBegin);

  private static final int[] BY_LAST = byByte(LineFormat::mayEnd);
  private static final int ANY = (1 << ALL.size()) - 1;

  /** What hangs on a line's end shows in this much of its head: names are shorter. */
  private static final int UNSURE_BYTES = 4096;

  private static final byte[] FENCE = Bytes.of("```");

  private static final String CUT =
      "longer than %d KiB: only its head is read".formatted(Slice.MAX_LINE_BYTES >> 10);

  private Formats() {}

  private static Map<String, String> documentSigns() {
    Map<String, String> signs = new LinkedHashMap<>();
    signs.put(TTRT_MEMORY, "memory_results.json of ttrt run --memory");
    signs.put(TTNN_GRAPH, "a JSON of ttnn.graph.end_graph_capture");
    return Collections.unmodifiableMap(signs);
  }

  /** Names of the formats that are whole files. */
  public static Set<String> documents() {
    return DOCUMENTS.keySet();
  }

  /** Names of the formats, in the order they are tried. */
  public static List<String> names() {
    return NAMES;
  }

  /** What each format is known by, in a few words, in the order they are tried. */
  public static List<String> signs() {
    return Stream.concat(
            ALL.stream().map(format -> format.name() + ": " + format.sign()),
            DOCUMENTS.entrySet().stream().map(sign -> sign.getKey() + ": " + sign.getValue()))
        .toList();
  }

  /** {@link #parse(byte[], int, int, String)} by any format. */
  public static Parsed parse(byte[] bytes, int start, int end) {
    return parse(bytes, start, end, null);
  }

  /**
   * What the line {@code bytes[start, end)} says; its line end may be there or not. Never throws on
   * any bytes, in time linear in the line.
   *
   * @param onlyFormat the one format to try, {@code null} for all: the first that knows the line
   */
  public static Parsed parse(byte[] bytes, int start, int end, @Nullable String onlyFormat) {
    int trimmedEnd = Bytes.trimEnd(bytes, start, end);
    if (start == trimmedEnd) {
      return Ignored.IGNORED;
    }
    int hit = NEEDLES.find(bytes, start, trimmedEnd);
    int asked = asked(onlyFormat);
    int drawn = Bytes.lastDrawn(bytes, start, trimmedEnd);
    return hit < 0 && drawn == start
        ? unmarked(bytes, start, trimmedEnd, asked)
        : marked(bytes, start, trimmedEnd, asked, hit, drawn);
  }

  /** What the text of an error says that a record of the Tenstorrent runtime holds. */
  public static Parsed errorText(byte[] text) {
    return TenstorrentFormat.errorText(text);
  }

  /**
   * What a line says that was cut at {@code end}: only what it would say if it had been cut before,
   * too. A record of items is rejected, for some may be lost.
   */
  public static Parsed parseHead(byte[] bytes, int start, int end, @Nullable String onlyFormat) {
    Parsed parsed = parse(bytes, start, end, onlyFormat);
    if (parsed instanceof KeyValueRecord record) {
      return new Rejected(record.format(), end - start, CUT);
    }
    Parsed shorter = parse(bytes, start, Math.max(start, end - UNSURE_BYTES), onlyFormat);
    if (parsed.equals(shorter) || parsed == Ignored.IGNORED) {
      return parsed;
    }
    return parsed instanceof Rejected rejected
        ? new Rejected(rejected.format(), rejected.column(), CUT)
        : parsed instanceof Fact fact
            ? new Rejected(fact.format(), end - start, CUT)
            : Ignored.IGNORED;
  }

  /**
   * {@link #parse} for a line, trimmed and not empty.
   *
   * @param first where the first needle begins, −1 when there is none
   * @param drawn where what was drawn last begins
   */
  static Parsed marked(byte[] bytes, int start, int end, int asked, int first, int drawn) {
    int text = Wrappers.end(bytes, start, end);
    if (drawn > text) {
      text = Wrappers.end(bytes, drawn, end);
    }
    if (text == end) {
      return Ignored.IGNORED;
    }
    int hit = first < text && first >= 0 ? NEEDLES.find(bytes, text, end) : first;
    int marks = hit < 0 ? 0 : marks(bytes, hit, end);
    int rest = (marks | byEnds(bytes, text, end)) & asked;
    Parsed quoted = Ignored.IGNORED;
    for (; rest != 0; rest &= rest - 1) {
      int i = Integer.numberOfTrailingZeros(rest);
      LineFormat format = ALL.get(i);
      Parsed parsed =
          (marks >> i & 1) != 0
              ? format.marked(bytes, start, text, end, hit)
              : format.unmarked(bytes, start, text, end);
      parsed = ownOrQuoted(format, parsed, bytes, text, end);
      if (parsed == Quoted.QUOTED) {
        quoted = parsed;
      } else if (parsed != Ignored.IGNORED) {
        return placed(parsed, text - start);
      }
    }
    return isFence(bytes, text, end) ? Sign.FENCE : quoted;
  }

  /** {@link #parse} for a line, trimmed and not empty, that holds no needle and was drawn once. */
  static Parsed unmarked(byte[] bytes, int start, int end, int asked) {
    int text = start;
    Parsed parsed = unmarked(bytes, start, start, end, asked);
    // A row of a table may look like a wrapper: what a format reads is none.
    for (int left = Wrappers.MOST; parsed == Ignored.IGNORED && left > 0; left--) {
      int past = Wrappers.next(bytes, start, text, end);
      if (past == text || past == end) {
        return isFence(bytes, text, end) ? Sign.FENCE : parsed;
      }
      text = past;
      parsed = unmarked(bytes, start, text, end, asked);
    }
    return parsed;
  }

  private static Parsed unmarked(byte[] bytes, int head, int start, int end, int asked) {
    Parsed quoted = Ignored.IGNORED;
    for (int rest = byEnds(bytes, start, end) & asked; rest != 0; rest &= rest - 1) {
      LineFormat format = ALL.get(Integer.numberOfTrailingZeros(rest));
      Parsed parsed = ownOrQuoted(format, format.unmarked(bytes, head, start, end), bytes, start, end);
      if (parsed == Quoted.QUOTED) {
        quoted = parsed;
      } else if (parsed != Ignored.IGNORED) {
        return placed(parsed, start - head);
      }
    }
    return quoted;
  }

  /** What stands indented where its format does not write it so is a quotation. */
  static Parsed ownOrQuoted(
      LineFormat format, Parsed parsed, byte[] bytes, int start, int end) {
    if (parsed == Ignored.IGNORED
        || !Bytes.isIndented(bytes, start, end)
        || format.indents(bytes, start, end)) {
      return parsed;
    }
    return parsed instanceof Sign ? Ignored.IGNORED : Quoted.QUOTED;
  }

  /** Formats count columns from where their text begins, readers from where the line does. */
  private static Parsed placed(Parsed parsed, int before) {
    return before > 0 && parsed instanceof Rejected rejected
        ? new Rejected(rejected.format(), rejected.column() + before, rejected.reason())
        : parsed;
  }

  /** A fence of Markdown alone, or at one end of the line. */
  static boolean isFence(byte[] bytes, int start, int end) {
    if (bytes[start] != '`' && bytes[end - 1] != '`') {
      return false;
    }
    boolean opens = Bytes.startsWith(bytes, start, end, FENCE);
    boolean closes = Bytes.endsWith(bytes, start, end, FENCE);
    return opens != closes || (opens && end - start < 2 * FENCE.length);
  }

  /** A bit for each format to try. */
  static int asked(@Nullable String onlyFormat) {
    if (onlyFormat == null) {
      return ANY;
    }
    int i = NAMES.indexOf(onlyFormat);
    return i < 0 ? 0 : 1 << i & ANY;
  }

  /** The formats that a line without needles may be of, by its first and last byte. */
  private static int byEnds(byte[] bytes, int start, int end) {
    return BY_FIRST[bytes[start] & 0xff] & BY_LAST[bytes[end - 1] & 0xff];
  }

  private static int[] byByte(Ends may) {
    int[] formats = new int[1 << Byte.SIZE];
    for (int b = 0; b < formats.length; b++) {
      for (int i = 0; i < ALL.size(); i++) {
        formats[b] |= may.be(ALL.get(i), (byte) b) ? 1 << i : 0;
      }
    }
    return formats;
  }

  private interface Ends {
    boolean be(LineFormat format, byte first);
  }

  /**
   * The formats whose needles stand in a line from {@code first} on. One pass over a long record
   * spares a pass by each format before its own; who is tried first needs none.
   */
  private static int marks(byte[] bytes, int first, int end) {
    int marks = 0;
    for (int hit = first; hit >= 0 && (marks & 1) == 0; hit = NEEDLES.find(bytes, hit + 1, end)) {
      int which = NEEDLES.which(bytes, hit, end);
      // The blanks that ended the line may have been the end of the first.
      marks |= which < 0 ? 0 : OWNERS[which];
    }
    return (marks & 1) == 0 ? marks : -1;
  }

  /** Where a needle begins another, only the first of them is told apart. */
  private static int owners(String text) {
    int owners = 0;
    for (int i = 0; i < ALL.size(); i++) {
      boolean owns =
          ALL.get(i).needles().stream()
              .anyMatch(needle -> needle.startsWith(text) || text.startsWith(needle));
      owners |= owns ? 1 << i : 0;
    }
    return owners;
  }
}
