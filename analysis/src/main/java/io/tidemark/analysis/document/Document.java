package io.tidemark.analysis.document;

import io.tidemark.analysis.line.DocumentFormat;
import io.tidemark.analysis.line.Fact;
import io.tidemark.analysis.line.Formats;
import io.tidemark.analysis.line.Parsed;
import io.tidemark.analysis.line.Parsed.Rejected;
import io.tidemark.analysis.state.Section;
import io.tidemark.model.log.Slice;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Detects whether a file is a document of a known kind, and parses its records. A file may be a
 * document from its first byte. Until a record proves it, its lines are also parsed as a log's.
 *
 * <pre>
 *   POSSIBLE ─ a record is known ─▶ KNOWN ─ breaks ─▶ BROKEN (one reject, the rest is ignored)
 *       └─ no JSON, or a line of a log ─▶ NONE
 * </pre>
 */
public final class Document {

  private enum Stage {
    POSSIBLE,
    KNOWN,
    BROKEN,
    NONE
  }

  /**
   * What is stored of it.
   *
   * @param place {@code null} if it needs no more lines
   * @param record values of the current record
   */
  record State(Stage stage, String format, @Nullable JsonPlace place, Map<String, String> record) {}

  /** Format name in rejects of a document whose head does not show its kind. */
  private static final String JSON = "json";

  private static final String TOO_LONG =
      "longer than %d KiB and read by its head only: write it indented, as python3 -m json.tool FILE > FILE.pretty does"
          .formatted(Slice.MAX_LINE_BYTES >> 10);

  private final Formats formats;
  private final RecordBuilder record;
  private final List<Parsed> records = new ArrayList<>();
  private Stage stage;
  private String format = "";
  private @Nullable JsonReader reader;

  private Document(Stage stage, Formats formats) {
    this.stage = stage;
    this.formats = formats;
    this.record = new RecordBuilder(formats.wanted());
  }

  /** Starts a file at its first byte. */
  public static Document begin(Formats formats) {
    Document document = new Document(Stage.POSSIBLE, formats);
    document.reader = document.at(new JsonPlace());
    return document;
  }

  /** Whether the lines belong to a document and not to a log. */
  public boolean known() {
    return stage == Stage.KNOWN || stage == Stage.BROKEN;
  }

  /** Whether the document needs its next line. */
  public boolean mayRead() {
    return stage == Stage.KNOWN || stage == Stage.BROKEN || reader != null;
  }

  /** Leaves the document, since one of its lines was a log's. */
  public void leave() {
    if (stage == Stage.NONE && reader == null) {
      return;
    }
    stage = Stage.NONE;
    reader = null;
    record.begin();
  }

  /**
   * Parses a whole line or the head of a cut one. Returns the results of all records that end in
   * it.
   */
  public List<Parsed> read(byte[] bytes, int start, int end, boolean cut) {
    JsonReader in = reader;
    if (in == null) {
      return List.of();
    }
    records.clear();
    JsonReader.Broken broken = in.read(bytes, start, end);
    boolean lost = cut && (broken == null || broken.column() > end - start);
    if (lost) {
      // Records that were read would give figures of a part of the document.
      records.clear();
      broken = new JsonReader.Broken(end - start, TOO_LONG);
    }
    if (broken != null && stage == Stage.POSSIBLE) {
      guess();
    }
    if (lost && stage == Stage.POSSIBLE && in.place().depth() > 0 && !formats.asked()) {
      return unknown(bytes, start, end);
    }
    if (broken != null && known()) {
      records.add(new Rejected(format, broken.column(), broken.reason()));
      stage = Stage.BROKEN;
      reader = null;
    } else if (broken != null) {
      leave();
    }
    return List.copyOf(records);
  }

  /**
   * Handles a cut line of JSON whose head shows no kind: it is rejected, unless it is a line of a
   * log.
   */
  private List<Parsed> unknown(byte[] bytes, int start, int end) {
    leave();
    Parsed head = formats.parseHead(bytes, start, end);
    return head instanceof Fact || head instanceof Rejected
        ? List.of()
        : List.of(new Rejected(JSON, end - start, TOO_LONG));
  }

  /** Returns the result that counts for the line: a reject before any other. */
  public static Parsed outcome(List<Parsed> records) {
    Parsed outcome = Parsed.Ignored.IGNORED;
    for (Parsed parsed : records) {
      outcome = worse(outcome, parsed);
    }
    return outcome;
  }

  /** Combines two results; the second may be ignored. */
  public static Parsed worse(Parsed outcome, Parsed next) {
    return outcome instanceof Rejected || next == Parsed.Ignored.IGNORED ? outcome : next;
  }

  private JsonReader at(JsonPlace place) {
    return new JsonReader(
        place,
        new JsonReader.Taker() {
          @Override
          public void opened(JsonPlace at) {
            if (RecordBuilder.isRecord(at)) {
              record.begin();
            }
          }

          @Override
          public void value(JsonPlace at, String text) {
            record.value(at, text);
          }

          @Override
          public void closed(JsonPlace at, int column) {
            if (RecordBuilder.isRecord(at)) {
              complete(at, column);
            }
          }
        });
  }

  private void complete(JsonPlace place, int column) {
    Map<String, String> values = record.values();
    String list = RecordBuilder.list(place);
    for (DocumentFormat kind : formats.documents()) {
      if (kind.isRecord(list, values)) {
        is(kind.name());
        records.addAll(kind.read(place.name(0), values, column));
        break;
      }
    }
    record.begin();
  }

  /**
   * Sets the kind of a document that breaks within its first record, by that part of the record or
   * by being the one asked for.
   */
  private void guess() {
    for (DocumentFormat kind : formats.documents()) {
      if (formats.asked() || kind.isRecord(record.values())) {
        is(kind.name());
        return;
      }
    }
  }

  private void is(String known) {
    stage = Stage.KNOWN;
    format = known;
  }

  private State state() {
    JsonReader in = reader;
    return new State(stage, format, in == null ? null : in.place(), record.values());
  }

  private void restore(State state) {
    stage = state.stage();
    format = state.format();
    record.restore(state.record());
    reader = state.place() == null ? null : at(state.place());
  }

  /** Its stored state, which is restored into a new one. */
  public Section<?> section() {
    return new Section<>(State.class, this::state, this::restore);
  }
}
