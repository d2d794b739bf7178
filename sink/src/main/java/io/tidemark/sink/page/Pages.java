package io.tidemark.sink.page;

import io.tidemark.model.event.MemoryEvent.Phase;
import io.tidemark.model.log.RunId;
import io.tidemark.model.memory.MemoryKey;
import io.tidemark.model.memory.MemoryTimeline;
import io.tidemark.model.memory.OpTable;
import io.tidemark.model.memory.OpUsage;
import io.tidemark.model.plan.PlanKey;
import io.tidemark.model.plan.PlanRecord;
import io.tidemark.model.run.RunStatus;
import io.tidemark.model.training.Training;
import io.tidemark.sink.board.Board;
import io.tidemark.sink.verdict.PlanOrder;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Stream;
import tools.jackson.core.JsonGenerator;

/** Ranges of a run's tables as JSON, {@code {"inAll": 43, "rows": […]}}, and its timelines. */
final class Pages {

  private Pages() {}

  static <T> void write(JsonGenerator out, int inAll, List<T> rows, Consumer<T> write) {
    out.writeStartObject();
    out.writeNumberProperty("inAll", inAll);
    out.writeArrayPropertyStart("rows");
    rows.forEach(write);
    out.writeEndArray();
    out.writeEndObject();
  }

  private static <T> void write(
      List<T> all, Paging range, OutputStream to, BiConsumer<JsonGenerator, T> write)
      throws IOException {
    try (JsonGenerator out = HarmlessJson.pageGenerator(to)) {
      write(out, all.size(), range.of(all), row -> write.accept(out, row));
    }
  }

  /** Plans of a run, feasible ones first. */
  static void plans(Board board, RunId run, Paging range, OutputStream to) throws IOException {
    write(PlanOrder.of(board, run), range, to, TableRows::plan);
  }

  /** Selects the memories whose rows are wanted; an empty name selects all. */
  record OfMemory(String device, String memory) {
    boolean has(MemoryKey key) {
      return (device.isEmpty() || device.equals(key.device()))
          && (memory.isEmpty() || memory.equals(key.memory()));
    }
  }

  /** Ops of a run that changed use, memory by memory, the largest growth first. */
  static void ops(Board board, RunId run, OfMemory wanted, Paging range, OutputStream to)
      throws IOException {
    record Row(MemoryKey key, OpUsage op) {}
    List<Row> rows = new ArrayList<>();
    for (Map.Entry<MemoryKey, OpTable> table : board.opsOf(run)) {
      if (wanted.has(table.getKey())) {
        TableRows.byGrowth(table.getValue()).forEach(op -> rows.add(new Row(table.getKey(), op)));
      }
    }
    write(
        rows,
        range,
        to,
        (out, row) -> {
          out.writeStartObject();
          out.writeStringProperty("device", row.key().device());
          out.writeStringProperty("memory", row.key().memory());
          TableRows.figures(out, row.op());
          out.writeEndObject();
        });
  }

  /** Phases of a run's training, in the order they ran. */
  static void phases(Board board, RunId run, Paging range, OutputStream to) throws IOException {
    RunStatus status = board.runs().get(run);
    Training training = status == null ? null : status.training();
    List<Phase> phases = training == null ? List.of() : training.phases();
    write(phases, range, to, JsonGenerator::writePOJO);
  }

  /** Intervals of one plan, in the order of the log. */
  static void intervals(Board board, PlanKey plan, Paging range, OutputStream to)
      throws IOException {
    List<?> intervals =
        board.plansOf(plan.run()).stream()
            .filter(one -> one.getKey().plan().equals(plan.plan()))
            .flatMap(
                one ->
                    one.getValue() instanceof PlanRecord.Page page
                        ? page.intervals().stream()
                        : Stream.empty())
            .toList();
    write(intervals, range, to, JsonGenerator::writePOJO);
  }

  /** The newest rejected lines of a run's file; all runs of a file share them. */
  static void rejects(BoardMoment now, RunId run, Paging range, OutputStream to)
      throws IOException {
    record Row(long line, int column, String format, String reason, String text) {}
    RunStatus status = now.snapshot().board().runs().get(run);
    String generation = status == null ? "" : status.generation();
    List<Row> rows =
        now.snapshot().tallies().newestRejects().getOrDefault(run.source(), List.of()).stream()
            .filter(one -> one.generation().equals(generation))
            .map(r -> new Row(r.line(), r.column(), r.format(), r.reason(), r.text()))
            .toList();
    write(rows, range, to, JsonGenerator::writePOJO);
  }

  private record Timeline(
      String device, String memory, MemoryTimeline.Axis bySnapshot, MemoryTimeline.Axis byTime) {}

  /** The timelines of a run, by device and memory. */
  static void timelines(Board board, RunId run, OutputStream to) throws IOException {
    try (JsonGenerator out = HarmlessJson.pageGenerator(to)) {
      out.writeStartArray();
      for (Map.Entry<MemoryKey, MemoryTimeline> timeline : board.timelinesOf(run)) {
        MemoryKey key = timeline.getKey();
        MemoryTimeline line = timeline.getValue();
        out.writePOJO(new Timeline(key.device(), key.memory(), line.bySnapshot(), line.byTime()));
      }
      out.writeEndArray();
    }
  }
}
