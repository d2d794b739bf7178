package io.tidemark.sink.page;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidemark.model.alert.Alert;
import io.tidemark.model.alert.AlertKey;
import io.tidemark.model.alert.AlertRule;
import io.tidemark.model.log.RunId;
import io.tidemark.model.memory.MemoryKey;
import io.tidemark.model.plan.PlanKey;
import io.tidemark.model.plan.PlanRecord;
import io.tidemark.model.run.RunStatus;
import io.tidemark.model.wire.Json;
import io.tidemark.sink.board.Board;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Stream;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.util.DefaultIndenter;
import tools.jackson.core.util.DefaultPrettyPrinter;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.ObjectWriter;

/**
 * The canonical state: the whole board as one JSON document, keys sorted, one element a line. It
 * leaves out everything that depends on time or restarts: times, the machine, recent peaks, the
 * generation's id, duplicates. So two runs over the same bytes give the same document, byte for
 * byte.
 *
 * <p>Streamed: memory holds the part of one memory or one plan page, never the whole document.
 */
public final class StateDocument {

  private static final DefaultIndenter INDENT = new DefaultIndenter("  ", "\n");

  /** Sorts a record's properties by name instead of by component order. */
  private static final ObjectWriter WRITER =
      Json.MAPPER
          .rebuild()
          .disable(MapperFeature.SORT_CREATOR_PROPERTIES_FIRST)
          .build()
          .writer()
          .with(HarmlessJson.DOCUMENT)
          .with(new DefaultPrettyPrinter().withObjectIndenter(INDENT).withArrayIndenter(INDENT));

  private final JsonGenerator out;

  private StateDocument(JsonGenerator out) {
    this.out = out;
  }

  /** The document, with a line end at its end. */
  public static String of(Board board) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      write(board, out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toString(UTF_8);
  }

  /** Writes the document into a stream that stays open. */
  public static void write(Board board, OutputStream to) throws IOException {
    try (JsonGenerator out = HarmlessJson.generator(WRITER, to)) {
      out.writeStartObject();
      StateDocument document = new StateDocument(out);
      out.writeObjectPropertyStart("runs");
      runs(board).forEach((name, id) -> document.run(name, board, id));
      out.writeEndObject();
      out.writeEndObject();
    }
    to.write('\n');
  }

  /** Every run that any record names, sorted by the text of its id. */
  private static SortedMap<String, RunId> runs(Board board) {
    SortedMap<String, RunId> runs = new TreeMap<>();
    board.runs().keySet().forEach(id -> runs.put(id.toString(), id));
    Stream.of(board.usage(), board.ops(), board.timelines())
        .flatMap(memories -> memories.keySet().stream())
        .forEach(key -> runs.put(key.run().toString(), key.run()));
    board.plans().keySet().forEach(key -> runs.put(key.run().toString(), key.run()));
    board.alerts().keySet().stream()
        .filter(StateDocument::isCanonical)
        .forEach(key -> runs.put(key.run().toString(), key.run()));
    return runs;
  }

  private void run(String name, Board board, RunId id) {
    out.writeObjectPropertyStart(name);
    alerts(board.alertsOf(id));
    group("memories", board.usageOf(id), CanonicalParts::usage);
    group("ops", board.opsOf(id), CanonicalParts::ops);
    plans(board.plansOf(id));
    RunStatus status = board.runs().get(id);
    if (status != null) {
      out.writeName("status");
      write(CanonicalParts.status(status));
    }
    group("timelines", board.timelinesOf(id), CanonicalParts::timeline);
    out.writeEndObject();
  }

  /** Converts trees to plain maps: only those, and records, are written with sorted keys. */
  private void write(Object value) {
    boolean tree = value instanceof JsonNode;
    out.writePOJO(tree ? Json.MAPPER.treeToValue((JsonNode) value, Object.class) : value);
  }

  private <V> void group(
      String name, List<Map.Entry<MemoryKey, V>> values, Function<V, Object> part) {
    SortedMap<String, SortedMap<String, V>> devices = new TreeMap<>();
    for (Map.Entry<MemoryKey, V> value : values) {
      devices
          .computeIfAbsent(value.getKey().device(), any -> new TreeMap<>())
          .put(value.getKey().memory(), value.getValue());
    }
    object(
        name,
        devices,
        (device, memories) ->
            object(
                device,
                memories,
                (memory, value) -> {
                  out.writeName(memory);
                  write(part.apply(value));
                }));
  }

  private <V> void object(String name, SortedMap<String, V> parts, BiConsumer<String, V> part) {
    if (!parts.isEmpty()) {
      out.writeObjectPropertyStart(name);
      parts.forEach(part);
      out.writeEndObject();
    }
  }

  /** Trends depend on the log's times, so they are left out. */
  private static boolean isCanonical(AlertKey key) {
    return key.rule() != AlertRule.FILLING_UP;
  }

  /** Writes the rules that fired; durations and counts depend on the log's times. */
  private void alerts(List<Map.Entry<AlertKey, Alert>> alerts) {
    SortedMap<String, SortedMap<String, List<String>>> devices = new TreeMap<>();
    for (Map.Entry<AlertKey, Alert> alert : alerts) {
      AlertKey key = alert.getKey();
      if (isCanonical(key)) {
        devices
            .computeIfAbsent(key.device(), any -> new TreeMap<>())
            .computeIfAbsent(key.memory(), any -> new ArrayList<>())
            .add(key.rule().alert());
      }
    }
    object(
        "alerts", devices, (device, memories) -> object(device, memories, out::writePOJOProperty));
  }

  /** The board already keeps pages in order. */
  private void plans(List<Map.Entry<PlanKey, PlanRecord>> records) {
    SortedMap<String, List<PlanRecord>> plans = new TreeMap<>();
    for (Map.Entry<PlanKey, PlanRecord> record : records) {
      plans
          .computeIfAbsent(record.getKey().plan(), any -> new ArrayList<>())
          .add(record.getValue());
    }
    object("plans", plans, this::plan);
  }

  private void plan(String name, List<PlanRecord> records) {
    out.writeObjectPropertyStart(name);
    List<PlanRecord.Page> pages = of(PlanRecord.Page.class, records);
    if (!pages.isEmpty()) {
      out.writeArrayPropertyStart("intervals");
      pages.forEach(page -> CanonicalParts.intervals(page).forEach(this::write));
      out.writeEndArray();
    }
    for (PlanRecord.Summary summary : of(PlanRecord.Summary.class, records)) {
      out.writeName("summary");
      write(CanonicalParts.summary(summary));
    }
    out.writeEndObject();
  }

  private static <R> List<R> of(Class<R> kind, List<PlanRecord> records) {
    return records.stream().filter(kind::isInstance).map(kind::cast).toList();
  }
}
