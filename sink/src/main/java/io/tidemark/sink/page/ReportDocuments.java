package io.tidemark.sink.page;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidemark.model.log.RunId;
import io.tidemark.model.plan.PlanKey;
import io.tidemark.model.plan.PlanRecord;
import io.tidemark.model.wire.Json;
import io.tidemark.sink.page.RunDocument.Asked;
import io.tidemark.sink.snapshot.RunSnapshots;
import io.tidemark.sink.snapshot.RunSnapshots.OfMemory;
import io.tidemark.sink.snapshot.SnapshotPoint;
import io.tidemark.sink.snapshot.SnapshotRows;
import io.tidemark.sink.snapshot.SnapshotRows.Bucket;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/**
 * All documents of a log as one JSON object. A key consists of the path, the run and the plan, one
 * per line. Tables are complete; the page selects ranges itself.
 */
final class ReportDocuments {

  private static final Paging ALL = new Paging(0, Integer.MAX_VALUE);

  private final BoardMoment moment;
  private final OutputStream out;
  private boolean begun;

  private ReportDocuments(BoardMoment moment, OutputStream out) {
    this.moment = moment;
    this.out = out;
  }

  static void write(
      BoardMoment moment, RunSnapshots snapshots, Map<String, Object> more, OutputStream out)
      throws IOException {
    ReportDocuments documents = new ReportDocuments(moment, out);
    documents.addRuns();
    for (RunId run : moment.board().runs().keySet()) {
      documents.addRun(run);
      documents.add("snapshots\nrun=" + run, json -> writeColumns(snapshots.of(run), json));
    }
    documents.end(more);
  }

  /** The documents about all runs together; those of each run are on a page of its own. */
  static void writeIndex(BoardMoment moment, Map<String, String> pages, OutputStream out)
      throws IOException {
    ReportDocuments documents = new ReportDocuments(moment, out);
    documents.addRuns();
    documents.end(Map.of("pages", pages));
  }

  private void addRuns() throws IOException {
    out.write('{');
    add("board", json -> BoardDocument.write(moment, json));
    add("runs", json -> BoardDocument.writeRuns(moment, ALL, json));
    add("history", json -> BoardDocument.writeHistory(moment, json));
  }

  private void end(Map<String, Object> more) throws IOException {
    for (Map.Entry<String, Object> one : more.entrySet()) {
      add(one.getKey(), json -> json.writePOJO(one.getValue()));
    }
    out.write('}');
  }

  private void addRun(RunId run) throws IOException {
    addRun(false, "\nrun=" + run, new Asked(run, Map.of(), ALL));
    for (Map.Entry<PlanKey, PlanRecord.Summary> plan : moment.board().summariesOf(run)) {
      String name = plan.getKey().plan();
      addRun(true, "\nrun=" + run + "\nplan=" + name, new Asked(run, Map.of("plan", name), ALL));
    }
  }

  private void addRun(boolean ofPlan, String key, Asked asked) throws IOException {
    for (RunDocument document : RunDocument.values()) {
      if (document.isOfPlan() == ofPlan) {
        add(document.path() + key, json -> document.write(moment, asked, json));
      }
    }
  }

  private void add(String key, Consumer<JsonGenerator> document) throws IOException {
    if (begun) {
      out.write(',');
    }
    begun = true;
    out.write(Json.MAPPER.writeValueAsString("api/v1/" + key).getBytes(UTF_8));
    out.write(':');
    HarmlessJson.write(out, document);
  }

  /**
   * The snapshots of a run's memories as columns that compress well. Numbers are stored as
   * differences to the previous one, names as their index in a list, 0 for none.
   */
  private static void writeColumns(List<OfMemory> memories, JsonGenerator out) {
    out.writeStartArray();
    memories.forEach(memory -> writeColumns(memory, out));
    out.writeEndArray();
  }

  private static void writeColumns(OfMemory memory, JsonGenerator out) {
    SnapshotRows rows = memory.rows();
    List<Bucket> all = rows.buckets();
    out.writeStartObject();
    out.writeStringProperty("device", memory.key().device());
    out.writeStringProperty("memory", memory.key().memory());
    out.writeNumberProperty("inAll", rows.inAll());
    out.writeNumberProperty("width", rows.width());
    differences(out, "timeMillis", all, bucket -> bucket.highest().timeMillis());
    if (rows.joined()) {
      differences(out, "leastBytes", all, Bucket::leastBytes);
    }
    differences(out, "mostBytes", all, bucket -> bucket.highest().usedBytes());
    if (all.stream().allMatch(bucket -> bucket.highest().largestFreeBytes() != null)) {
      differences(
          out,
          "largestFreeBytes",
          all,
          bucket -> Objects.requireNonNullElse(bucket.highest().largestFreeBytes(), 0L));
    }
    places(out, "op", "ops", all, SnapshotPoint::op);
    places(out, "location", "locations", all, SnapshotPoint::location);
    SnapshotDocument.marks(rows.marks(), out);
    out.writeEndObject();
  }

  private static void differences(
      JsonGenerator out, String name, List<Bucket> all, ToLongFunction<Bucket> figure) {
    out.writeArrayPropertyStart(name);
    long before = 0;
    for (Bucket bucket : all) {
      long value = figure.applyAsLong(bucket);
      out.writeNumber(value - before);
      before = value;
    }
    out.writeEndArray();
  }

  private static void places(
      JsonGenerator out,
      String name,
      String list,
      List<Bucket> all,
      Function<SnapshotPoint, @Nullable String> text) {
    Map<String, Integer> places = new LinkedHashMap<>();
    List<Integer> column = new ArrayList<>();
    for (Bucket bucket : all) {
      String value = text.apply(bucket.highest());
      column.add(value == null ? 0 : places.computeIfAbsent(value, any -> places.size() + 1));
    }
    out.writeArrayPropertyStart(name);
    column.forEach(out::writeNumber);
    out.writeEndArray();
    out.writeArrayPropertyStart(list);
    out.writeString("");
    places.keySet().forEach(out::writeString);
    out.writeEndArray();
  }
}
