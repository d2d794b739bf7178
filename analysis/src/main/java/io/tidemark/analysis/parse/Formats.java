package io.tidemark.analysis.parse;

import io.tidemark.analysis.parse.Parsed.Ignored;
import io.tidemark.analysis.parse.Parsed.Rejected;
import io.tidemark.model.Slice;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Every format, one line each, and what a line says by any of them. */
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

  /** What hangs on a line's end shows in this much of its head: names are shorter. */
  private static final int UNSURE_BYTES = 4096;

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
    int hit = Detection.NEEDLES.find(bytes, start, trimmedEnd);
    int asked = Detection.asked(onlyFormat);
    int drawn = Bytes.lastDrawn(bytes, start, trimmedEnd);
    return hit < 0 && drawn == start
        ? Detection.unmarked(bytes, start, trimmedEnd, asked)
        : Detection.marked(bytes, start, trimmedEnd, asked, hit, drawn);
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
}
