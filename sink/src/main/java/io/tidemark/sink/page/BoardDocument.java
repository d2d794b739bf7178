package io.tidemark.sink.page;

import io.tidemark.model.Alert;
import io.tidemark.model.AlertKey;
import io.tidemark.model.AlertRule;
import io.tidemark.model.LiveTensors;
import io.tidemark.model.MemoryEvent;
import io.tidemark.model.MemoryKey;
import io.tidemark.model.MemoryUsage;
import io.tidemark.model.OpTable;
import io.tidemark.model.OpUsage;
import io.tidemark.model.ParkedSource;
import io.tidemark.model.Peak;
import io.tidemark.model.PlanKey;
import io.tidemark.model.PlanRecord;
import io.tidemark.model.RunId;
import io.tidemark.model.RunStatus;
import io.tidemark.sink.board.Moment;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/** What the page shows, as small JSON: the newest runs and of each table its head. */
final class BoardDocument {

  static final int MOST_RUNS = 10;
  static final int MOST_OPS = 8;
  static final int MOST_PLANS = 24;
  static final int MOST_PARKED = 20;

  private static final Comparator<OpUsage> BY_GROWTH =
      Comparator.comparingLong(OpUsage::growthBytes).reversed().thenComparing(OpUsage::op);

  private BoardDocument() {}

  private record Parked(String source, String state, String sentence) {}

  private record Run(
      String id,
      List<String> formats,
      long startMillis,
      @Nullable Long endMillis,
      long lines,
      long rejected,
      long quoted,
      long gaps,
      long snapshots,
      List<Memory> memories,
      long timelinesAt,
      List<Plan> plans,
      int plansInAll,
      List<Alarm> alerts,
      List<MemoryEvent.OutOfMemory> outOfMemory,
      long outOfMemoryCount) {}

  private record Alarm(
      String alert, String severity, boolean active, String sentence, long startMillis) {}

  private record Memory(
      String device,
      String memory,
      int banks,
      long capacityBytes,
      long usedBytes,
      long freeBytes,
      long largestFreeBytes,
      Peak peak,
      @Nullable Long constEvalBytes,
      @Nullable Long leakBytesPerSubmission,
      @Nullable LiveTensors live,
      List<OpUsage> ops,
      int opsInAll) {}

  private record Plan(
      String plan,
      String memory,
      String setting,
      String state,
      long capacityBytes,
      long peakBytes,
      long arenaBytes,
      int placed,
      int failed) {}

  /** One run after the other, as they are written. */
  static void write(Moment moment, OutputStream to) throws IOException {
    try (JsonGenerator out = HarmlessJson.pageGenerator(to)) {
      out.writeStartObject();
      out.writeBooleanProperty("ready", moment.ready());
      out.writeArrayPropertyStart("runs");
      for (Map.Entry<RunId, RunStatus> run : moment.newestRuns(MOST_RUNS)) {
        out.writePOJO(run(moment, run.getKey(), run.getValue()));
      }
      out.writeEndArray();
      out.writeNumberProperty("runsInAll", moment.runs().size());
      out.writePOJOProperty("parked", parked(moment));
      out.writeEndObject();
    }
  }

  private static List<Parked> parked(Moment moment) {
    return moment.parked().entrySet().stream()
        .limit(MOST_PARKED)
        .map(
            one -> {
              ParkedSource why = one.getValue();
              return new Parked(one.getKey(), why.state().name(), why.sentence());
            })
        .toList();
  }

  private static Run run(Moment moment, RunId id, RunStatus status) {
    List<Plan> plans = plans(moment.plansOf(id));
    return new Run(
        id.toString(),
        status.formats(),
        status.startMillis(),
        status.endMillis(),
        status.lines().read(),
        status.lines().rejected(),
        status.lines().quoted(),
        status.gaps(),
        status.snapshots(),
        moment.usageOf(id).stream()
            .map(
                entry -> memory(entry.getKey(), entry.getValue(), moment.ops().get(entry.getKey())))
            .toList(),
        timelinesAt(moment, id),
        plans.stream().limit(MOST_PLANS).toList(),
        plans.size(),
        moment.alertsOf(id).stream().map(BoardDocument::alarm).toList(),
        status.outOfMemory(),
        status.outOfMemoryCount());
  }

  /** Rises when the run's timelines have changed: they are large, and asked for by themselves. */
  private static long timelinesAt(Moment moment, RunId run) {
    return moment.timelinesOf(run).stream()
        .mapToLong(line -> line.getValue().offset())
        .max()
        .orElse(0);
  }

  private static Alarm alarm(Map.Entry<AlertKey, Alert> entry) {
    AlertRule rule = entry.getKey().rule();
    Alert alert = entry.getValue();
    return new Alarm(
        rule.alert(),
        rule.severity().label(),
        alert.active(),
        alert.sentence(),
        alert.startMillis());
  }

  private static Memory memory(MemoryKey key, MemoryUsage usage, @Nullable OpTable table) {
    List<OpUsage> ops = table == null ? List.of() : table.ops();
    return new Memory(
        key.device(),
        key.memory(),
        usage.now().banks(),
        usage.now().capacityBytes(),
        usage.now().usedBytes(),
        usage.now().freeBytes(),
        usage.now().largestFreeBytes(),
        usage.tidemark(),
        usage.constEvalBytes(),
        usage.leakBytesPerSubmission(),
        usage.live(),
        ops.stream().filter(op -> op.growthBytes() > 0).sorted(BY_GROWTH).limit(MOST_OPS).toList(),
        ops.size());
  }

  private static List<Plan> plans(List<Map.Entry<PlanKey, PlanRecord>> records) {
    List<Plan> plans = new ArrayList<>();
    for (Map.Entry<PlanKey, PlanRecord> record : records) {
      if (record.getValue() instanceof PlanRecord.Summary summary) {
        plans.add(
            new Plan(
                record.getKey().plan(),
                summary.memory(),
                summary.setting(),
                summary.state(),
                summary.capacityBytes(),
                summary.peakBytes(),
                summary.arenaBytes(),
                summary.placed(),
                summary.failed()));
      }
    }
    return plans;
  }
}
