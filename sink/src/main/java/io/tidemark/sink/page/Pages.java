package io.tidemark.sink.page;

import io.tidemark.model.MemoryEvent.Phase;
import io.tidemark.model.MemoryKey;
import io.tidemark.model.OpTable;
import io.tidemark.model.OpUsage;
import io.tidemark.model.PlanKey;
import io.tidemark.model.PlanRecord;
import io.tidemark.model.RunId;
import io.tidemark.sink.board.Board;
import io.tidemark.sink.verdict.PlanOrder;
import io.tidemark.sink.verdict.PlanOrder.NamedPlan;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;

/** Ranges of a run's tables as JSON, {@code {"inAll": 43, "rows": […]}}. */
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

  /** Plans of a run, feasible ones first. */
  static void plans(Board board, RunId run, Paging range, OutputStream to) throws IOException {
    List<NamedPlan> plans = PlanOrder.of(board, run);
    try (JsonGenerator out = HarmlessJson.pageGenerator(to)) {
      write(out, plans.size(), range.of(plans), plan -> TableRows.plan(out, plan));
    }
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
      if (!wanted.has(table.getKey())) {
        continue;
      }
      TableRows.byGrowth(table.getValue()).forEach(op -> rows.add(new Row(table.getKey(), op)));
    }
    try (JsonGenerator out = HarmlessJson.pageGenerator(to)) {
      write(
          out,
          rows.size(),
          range.of(rows),
          row -> {
            out.writeStartObject();
            out.writeStringProperty("device", row.key().device());
            out.writeStringProperty("memory", row.key().memory());
            TableRows.figures(out, row.op());
            out.writeEndObject();
          });
    }
  }

  /** Phases of a run's training, in the order they ran. */
  static void phases(Board board, RunId run, Paging range, OutputStream to) throws IOException {
    List<Phase> phases = TrainingRows.phases(board.runs().get(run));
    try (JsonGenerator out = HarmlessJson.pageGenerator(to)) {
      write(out, phases.size(), range.of(phases), out::writePOJO);
    }
  }

  /** Intervals of one plan, in the order of the log. */
  static void intervals(Board board, PlanKey plan, Paging range, OutputStream to)
      throws IOException {
    List<PlanRecord.Page> pages =
        board.plansOf(plan.run()).stream()
            .filter(one -> one.getKey().plan().equals(plan.plan()))
            .map(Map.Entry::getValue)
            .filter(PlanRecord.Page.class::isInstance)
            .map(PlanRecord.Page.class::cast)
            .toList();
    int inAll = pages.stream().mapToInt(page -> page.intervals().size()).sum();
    try (JsonGenerator out = HarmlessJson.pageGenerator(to)) {
      write(
          out,
          inAll,
          pages.stream()
              .flatMap(page -> page.intervals().stream())
              .skip(range.from())
              .limit(range.most())
              .toList(),
          out::writePOJO);
    }
  }
}
