package io.tidemark.sink.page;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidemark.model.Alert;
import io.tidemark.model.AlertKey;
import io.tidemark.model.AlertRule;
import io.tidemark.model.MemoryKey;
import io.tidemark.model.MemoryTimeline;
import io.tidemark.model.MemoryUsage;
import io.tidemark.model.OpTable;
import io.tidemark.model.OpUsage;
import io.tidemark.model.ParkedSource;
import io.tidemark.model.PlanKey;
import io.tidemark.model.PlanRecord;
import io.tidemark.model.RunStatus;
import io.tidemark.model.wire.Json;
import io.tidemark.sink.Board;
import io.tidemark.sink.board.Moment;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Function;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.util.DefaultIndenter;
import tools.jackson.core.util.DefaultPrettyPrinter;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The canonical state: the whole board as one JSON document, keys sorted, one element a line. What
 * hangs on time or on restarts is left out (times, the machine, recent peaks, the generation's id,
 * duplicates), so that two runs over the same bytes give the same document, byte for byte.
 *
 * <p>Written as it goes: in memory is one memory's or one plan page's part of it, never the whole.
 */
public final class StateDocument {

  private static final DefaultIndenter INDENT = new DefaultIndenter("  ", "\n");

  /** A record's properties by name, too, not in the order of its components. */
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
  public static String of(Moment moment) {
    return of(Board.of(moment));
  }

  /** The same of a board. */
  public static String of(Board board) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      write(board, out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toString(UTF_8);
  }

  /** The same, into a stream that stays open. */
  public static void write(Board board, OutputStream to) throws IOException {
    try (JsonGenerator out = HarmlessJson.generator(WRITER, to)) {
      out.writeStartObject();
      StateDocument document = new StateDocument(out);
      document.object("parked", board.parked(), document::parked);
      out.writeObjectPropertyStart("runs");
      RunParts.of(board).forEach(document::run);
      out.writeEndObject();
      out.writeEndObject();
    }
    to.write('\n');
  }

  /** Where a source waits and why. */
  private void parked(String source, ParkedSource why) {
    ObjectNode node = Json.MAPPER.createObjectNode();
    node.put("state", why.state().name())
        .put("step", why.step().name())
        .put("reason", why.reason());
    if (why.slice() != null) {
      node.put("offset", why.slice().offset());
    }
    out.writeName(source);
    write(node);
  }

  private void run(String run, RunParts parts) {
    out.writeObjectPropertyStart(run);
    alerts(parts.alerts());
    group("memories", parts.usage(), StateDocument::usage);
    group("ops", parts.ops(), StateDocument::ops);
    plans(parts.plans());
    RunStatus status = parts.status();
    if (status != null) {
      out.writeName("status");
      write(status(status));
    }
    group("timelines", parts.timelines(), StateDocument::timeline);
    out.writeEndObject();
  }

  /** Trees go through plain maps: only those, and records, are written with their keys sorted. */
  private void write(Object value) {
    boolean tree = value instanceof JsonNode;
    out.writePOJO(tree ? Json.MAPPER.treeToValue((JsonNode) value, Object.class) : value);
  }

  /** By device, then by memory. */
  private <V> void group(String name, SortedMap<MemoryKey, V> values, Function<V, Object> part) {
    SortedMap<String, SortedMap<String, V>> devices = new TreeMap<>();
    values.forEach(
        (key, value) ->
            devices.computeIfAbsent(key.device(), any -> new TreeMap<>()).put(key.memory(), value));
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

  /** That it fired: how long, how often, and what a trend foretold hang on the log's times. */
  private void alerts(SortedMap<AlertKey, Alert> alerts) {
    SortedMap<String, SortedMap<String, List<String>>> devices = new TreeMap<>();
    for (AlertKey key : alerts.keySet()) {
      if (key.rule() != AlertRule.FILLING_UP) {
        devices
            .computeIfAbsent(key.device(), any -> new TreeMap<>())
            .computeIfAbsent(key.memory(), any -> new ArrayList<>())
            .add(key.rule().alert());
      }
    }
    object(
        "alerts", devices, (device, memories) -> object(device, memories, out::writePOJOProperty));
  }

  /** Pages come in their order: the board keeps them sorted. */
  private void plans(SortedMap<PlanKey, PlanRecord> records) {
    SortedMap<String, List<PlanRecord>> plans = new TreeMap<>();
    records.forEach(
        (key, record) -> plans.computeIfAbsent(key.plan(), any -> new ArrayList<>()).add(record));
    object("plans", plans, this::plan);
  }

  private void plan(String name, List<PlanRecord> records) {
    out.writeObjectPropertyStart(name);
    boolean begun = false;
    for (PlanRecord record : records) {
      if (record instanceof PlanRecord.Page page) {
        if (!begun) {
          out.writeArrayPropertyStart("intervals");
          begun = true;
        }
        withoutTimes(node(page).withArray("/intervals")).forEach(this::write);
      }
    }
    if (begun) {
      out.writeEndArray();
    }
    for (PlanRecord record : records) {
      if (record instanceof PlanRecord.Summary summary) {
        out.writeName("summary");
        write(node(summary));
      }
    }
    out.writeEndObject();
  }

  private static ObjectNode node(PlanRecord record) {
    ObjectNode node = Json.MAPPER.valueToTree(record);
    return node.remove(List.of("timeMillis", "type"));
  }

  private static ObjectNode status(RunStatus status) {
    ObjectNode node = Json.MAPPER.valueToTree(status);
    node.remove(List.of("generation", "startMillis", "endMillis", "host"));
    node.withObject("/lines").remove("duplicate");
    withoutTimes(node.withArray("/outOfMemory"));
    if (status.training() != null) {
      withoutTimes(node.withArray("/training/phases"));
    }
    return node;
  }

  private static ObjectNode usage(MemoryUsage usage) {
    ObjectNode node = Json.MAPPER.valueToTree(usage);
    node.remove(List.of("recentPeakBytes", "timeMillis"));
    node.withObject("/highestSnapshot").remove("timeMillis");
    node.withObject("/tidemark").remove("timeMillis");
    return node;
  }

  private static OpTable ops(OpTable table) {
    List<OpUsage> byName = table.ops().stream().sorted(Comparator.comparing(OpUsage::op)).toList();
    return new OpTable(byName, table.overflow(), table.offset());
  }

  private static Timeline timeline(MemoryTimeline timeline) {
    return new Timeline(timeline.bySnapshot());
  }

  /** Without the axis that hangs on when the log was read. */
  private record Timeline(MemoryTimeline.Axis bySnapshot) {}

  private static ArrayNode withoutTimes(ArrayNode events) {
    for (JsonNode event : events) {
      ((ObjectNode) event).remove(List.of("timeMillis", "type"));
    }
    return events;
  }
}
