package io.tidemark.sink.page;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.tidemark.model.event.MemoryEvent.Interval;
import io.tidemark.model.event.MemoryEvent.Phase;
import io.tidemark.model.log.RunId;
import io.tidemark.model.memory.MemoryKey;
import io.tidemark.model.memory.MemoryTimeline;
import io.tidemark.model.memory.OpTable;
import io.tidemark.model.memory.OpUsage;
import io.tidemark.model.plan.PlanRecord;
import io.tidemark.model.run.RunStatus;
import io.tidemark.model.training.Training;
import io.tidemark.sink.page.RunDocument.Asked;
import io.tidemark.sink.verdict.PlanFit;
import io.tidemark.sink.verdict.PlanOrder;
import io.tidemark.sink.verdict.PlanVerdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import tools.jackson.core.JsonGenerator;

/**
 * Ranges of a run's tables as JSON, {@code {"inAll": 43, "rows": […]}}, its timelines and single
 * plans.
 */
final class Pages {

  private Pages() {}

  static <T> void write(
      List<T> all, Paging range, JsonGenerator out, BiConsumer<JsonGenerator, T> write) {
    out.writeStartObject();
    out.writeNumberProperty("inAll", all.size());
    out.writeArrayPropertyStart("rows");
    range.of(all).forEach(row -> write.accept(out, row));
    out.writeEndArray();
    out.writeEndObject();
  }

  static void plans(BoardMoment now, Asked asked, JsonGenerator out) {
    write(PlanOrder.of(now.board(), asked.run()), asked.range(), out, TableRows::plan);
  }

  private record OpRow(String device, String memory, @JsonUnwrapped OpUsage op) {}

  /** Ops of a run that changed use, memory by memory, the largest growth first. */
  static void ops(BoardMoment now, Asked asked, JsonGenerator out) {
    List<OpRow> rows = new ArrayList<>();
    for (Map.Entry<MemoryKey, OpTable> table : now.board().opsOf(asked.run())) {
      MemoryKey key = table.getKey();
      if (asked.has(key)) {
        TableRows.byGrowth(table.getValue())
            .forEach(op -> rows.add(new OpRow(key.device(), key.memory(), op)));
      }
    }
    write(rows, asked.range(), out, JsonGenerator::writePOJO);
  }

  /** Phases of a run's training, in the order they ran. */
  static void phases(BoardMoment now, Asked asked, JsonGenerator out) {
    RunStatus status = now.board().runs().get(asked.run());
    Training training = status == null ? null : status.training();
    List<Phase> phases = training == null ? List.of() : training.phases();
    write(phases, asked.range(), out, JsonGenerator::writePOJO);
  }

  /**
   * A plan's verdict and its summary, from which the page draws use per step, owners of the peak,
   * buffers and findings; an empty object if the run has no such plan.
   */
  static void plan(BoardMoment now, Asked asked, JsonGenerator out) {
    out.writeStartObject();
    if (now.board().plans().get(asked.plan()) instanceof PlanRecord.Summary summary) {
      PlanVerdict verdict = PlanVerdict.of(summary);
      out.writeStringProperty("plan", asked.plan().plan());
      out.writeStringProperty("verdict", verdict.words());
      out.writeBooleanProperty("feasible", verdict.feasible());
      out.writeNumberProperty("sizeBytes", summary.space().sizeBytes());
      List<Interval> intervals = intervalsOf(now, asked);
      out.writePOJOProperty("fit", PlanFit.sentence(summary, intervals));
      out.writePOJOProperty("holders", StepHolders.of(summary.use().usedPerStep(), intervals));
      out.writePOJOProperty("summary", summary);
    }
    out.writeEndObject();
  }

  static void intervals(BoardMoment now, Asked asked, JsonGenerator out) {
    write(intervalsOf(now, asked), asked.range(), out, JsonGenerator::writePOJO);
  }

  private static List<Interval> intervalsOf(BoardMoment now, Asked asked) {
    return now.board().plansOf(asked.run()).stream()
        .filter(one -> one.getKey().plan().equals(asked.plan().plan()))
        .flatMap(
            one ->
                one.getValue() instanceof PlanRecord.Page page
                    ? page.intervals().stream()
                    : Stream.empty())
        .toList();
  }

  /** The newest rejected lines of a run's file; all runs of a file share them. */
  static void rejects(BoardMoment now, Asked asked, JsonGenerator out) {
    record Row(long line, int column, String format, String reason, String text) {}
    RunId run = asked.run();
    RunStatus status = now.board().runs().get(run);
    String generation = status == null ? "" : status.generation();
    List<Row> rows =
        now.snapshot().tallies().newestRejects().getOrDefault(run.source(), List.of()).stream()
            .filter(one -> one.generation().equals(generation))
            .map(r -> new Row(r.line(), r.column(), r.format(), r.reason(), r.text()))
            .toList();
    write(rows, asked.range(), out, JsonGenerator::writePOJO);
  }

  private record Timeline(
      String device, String memory, MemoryTimeline.Axis bySnapshot, MemoryTimeline.Axis byTime) {}

  static void timelines(BoardMoment now, Asked asked, JsonGenerator out) {
    out.writeStartArray();
    for (Map.Entry<MemoryKey, MemoryTimeline> timeline : now.board().timelinesOf(asked.run())) {
      MemoryKey key = timeline.getKey();
      MemoryTimeline line = timeline.getValue();
      out.writePOJO(new Timeline(key.device(), key.memory(), line.bySnapshot(), line.byTime()));
    }
    out.writeEndArray();
  }
}
