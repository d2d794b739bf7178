package io.tidemark.sink.page;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.annotation.JsonValue;
import io.tidemark.model.alert.AlertRule;
import io.tidemark.model.memory.MemoryKey;
import io.tidemark.model.memory.MemoryUsage;
import io.tidemark.model.memory.OpTable;
import io.tidemark.model.memory.OpUsage;
import io.tidemark.model.plan.PlanRecord;
import io.tidemark.model.run.RunStatus;
import io.tidemark.model.wire.Json;
import io.tidemark.sink.board.Board;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.util.DefaultIndenter;
import tools.jackson.core.util.DefaultPrettyPrinter;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The canonical state: the whole board as one JSON document, keys sorted, one element a line. It
 * leaves out everything that depends on time or restarts: times and whether they are known, the
 * machine, recent peaks, the generation's id, duplicates. So two runs over the same bytes give the
 * same document, byte for byte.
 *
 * <p>Streamed: memory holds the names and the part of one memory or one plan page, never the whole
 * document.
 */
public final class StateDocument {

  private static final DefaultIndenter INDENT = new DefaultIndenter("  ", "\n");

  /** Sorts a record's properties by name instead of by component order. */
  private static final ObjectWriter WRITER =
      Json.MAPPER
          .rebuild()
          .disable(MapperFeature.SORT_CREATOR_PROPERTIES_FIRST)
          .enable(JsonNodeFeature.WRITE_PROPERTIES_SORTED)
          .build()
          .writer()
          .with(HarmlessJson.DOCUMENT)
          .with(new DefaultPrettyPrinter().withObjectIndenter(INDENT).withArrayIndenter(INDENT));

  private StateDocument() {}

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
      out.writePOJO(Map.of("runs", runs(board)));
    }
    to.write('\n');
  }

  /** An object with its members by name. */
  private static final class Node extends TreeMap<String, Object> {
    Node at(Object name) {
      return (Node) computeIfAbsent(name.toString(), any -> new Node());
    }
  }

  /** A part that is made when it is written. */
  private record Part(Supplier<Object> made) {
    @JsonValue
    Object value() {
      return made.get();
    }
  }

  private record Intervals(List<PlanRecord.Page> pages) {
    @JsonValue
    Iterator<JsonNode> value() {
      return pages.stream()
          .flatMap(page -> withoutTimes(node(page).withArray("/intervals")).valueStream())
          .iterator();
    }
  }

  /** Every run that any record names. */
  private static Node runs(Board board) {
    Node runs = new Node();
    board.runs().forEach((run, of) -> runs.at(run).put("status", new Part(() -> status(of))));
    add("memories", board.usage(), StateDocument::usage, runs);
    add("ops", board.ops(), StateDocument::ops, runs);
    add("timelines", board.timelines(), one -> Map.of("bySnapshot", one.bySnapshot()), runs);
    board
        .plans()
        .forEach((key, record) -> plan(record, runs.at(key.run()).at("plans").at(key.plan())));
    // Durations and counts of alerts depend on the log's times, and so do trends as a whole.
    board.alerts().entrySet().stream()
        .filter(alert -> alert.getValue().began())
        .map(Map.Entry::getKey)
        .filter(key -> key.rule() != AlertRule.FILLING_UP)
        .forEach(
            key ->
                runs.at(key.run())
                    .at("alerts")
                    .at(key.device())
                    .merge(key.memory(), List.of(key.rule().alert()), StateDocument::joined));
    return runs;
  }

  private static List<?> joined(Object some, Object more) {
    return Stream.concat(((List<?>) some).stream(), ((List<?>) more).stream()).toList();
  }

  private static <V> void add(
      String name, SortedMap<MemoryKey, V> memories, Function<V, Object> part, Node runs) {
    memories.forEach(
        (key, value) ->
            runs.at(key.run())
                .at(name)
                .at(key.device())
                .put(key.memory(), new Part(() -> part.apply(value))));
  }

  /** The board already keeps pages in order. */
  private static void plan(PlanRecord record, Node plan) {
    if (record instanceof PlanRecord.Page page) {
      Object pages = plan.computeIfAbsent("intervals", any -> new Intervals(new ArrayList<>()));
      ((Intervals) pages).pages().add(page);
    } else {
      plan.put("summary", new Part(() -> node(record)));
    }
  }

  private static ObjectNode node(PlanRecord record) {
    ObjectNode node = Json.MAPPER.valueToTree(record);
    return node.remove(List.of("timeMillis", "type"));
  }

  private static ObjectNode status(RunStatus status) {
    ObjectNode node = Json.MAPPER.valueToTree(status);
    node.remove(
        List.of(
            "generation",
            "startMillis",
            "endMillis",
            "undated",
            "host",
            "worker",
            "file",
            "restedAt"));
    node.withObject("/lines").remove("duplicate");
    withoutTimes(node.withArray("/outOfMemory"));
    if (status.failures().killed() != null) {
      node.withObject("/killed").remove("timeMillis");
    }
    for (JsonNode refused : node.at("/refused/newest")) {
      ((ObjectNode) refused).remove(List.of("firstMillis", "lastMillis"));
    }
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

  private static ObjectNode ops(OpTable table) {
    List<OpUsage> byName = table.ops().stream().sorted(Comparator.comparing(OpUsage::op)).toList();
    return Json.MAPPER.valueToTree(
        new OpTable(
            byName, table.overflow(), table.offset(), table.heldBeforeBytes(), table.modules()));
  }

  private static ArrayNode withoutTimes(ArrayNode events) {
    for (JsonNode event : events) {
      ((ObjectNode) event).remove(List.of("timeMillis", "type"));
    }
    return events;
  }
}
