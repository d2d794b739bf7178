package io.tidemark.sink.page;

import io.tidemark.model.Alert;
import io.tidemark.model.AlertRule;
import io.tidemark.model.MemoryKey;
import io.tidemark.model.MemoryUsage;
import io.tidemark.model.OpTable;
import io.tidemark.model.OpUsage;
import io.tidemark.model.ParkedSource;
import io.tidemark.model.PlanKey;
import io.tidemark.model.PlanRecord;
import io.tidemark.model.RunId;
import io.tidemark.model.RunStatus;
import io.tidemark.sink.board.Board;
import io.tidemark.sink.board.BoardSnapshot;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/** The page's data as small JSON: the newest runs, and the head of each table. */
final class BoardDocument {

  static final int MOST_RUNS = 10;
  static final int MOST_OPS = 8;
  static final int MOST_PLANS = 24;
  static final int MOST_PARKED = 20;

  private static final Comparator<OpUsage> BY_GROWTH =
      Comparator.comparingLong(OpUsage::growthBytes).reversed().thenComparing(OpUsage::op);

  private final Board board;
  private final JsonGenerator out;

  private BoardDocument(Board board, JsonGenerator out) {
    this.board = board;
    this.out = out;
  }

  /** Writes one run after the other. */
  static void write(BoardSnapshot snapshot, OutputStream to) throws IOException {
    try (JsonGenerator out = HarmlessJson.pageGenerator(to)) {
      new BoardDocument(snapshot.board(), out).write(snapshot);
    }
  }

  private void write(BoardSnapshot snapshot) {
    out.writeStartObject();
    out.writeBooleanProperty("ready", snapshot.ready());
    array("runs", board.newestRuns(MOST_RUNS), run -> run(run.getKey(), run.getValue()));
    out.writeNumberProperty("runsInAll", board.runs().size());
    array("parked", head(board.parked().entrySet(), MOST_PARKED), this::parked);
    out.writeEndObject();
  }

  private void parked(Map.Entry<String, ParkedSource> parked) {
    out.writeStartObject();
    out.writeStringProperty("source", parked.getKey());
    out.writeStringProperty("state", parked.getValue().state().name());
    out.writeStringProperty("sentence", parked.getValue().sentence());
    out.writeEndObject();
  }

  private void run(RunId id, RunStatus status) {
    List<Map.Entry<PlanKey, PlanRecord>> plans =
        board.plansOf(id).stream()
            .filter(plan -> plan.getValue() instanceof PlanRecord.Summary)
            .toList();
    out.writeStartObject();
    out.writeStringProperty("id", id.toString());
    out.writePOJOProperty("formats", status.formats());
    out.writeNumberProperty("startMillis", status.startMillis());
    known("endMillis", status.endMillis());
    out.writeNumberProperty("lines", status.lines().read());
    out.writeNumberProperty("rejected", status.lines().rejected());
    out.writeNumberProperty("quoted", status.lines().quoted());
    out.writeNumberProperty("gaps", status.gaps());
    out.writeNumberProperty("snapshots", status.snapshots());
    array("memories", board.usageOf(id), memory -> memory(memory.getKey(), memory.getValue()));
    out.writeNumberProperty("timelinesAt", timelinesAt(id));
    array("plans", head(plans, MOST_PLANS), this::plan);
    out.writeNumberProperty("plansInAll", plans.size());
    array("alerts", board.alertsOf(id), alert -> alert(alert.getKey().rule(), alert.getValue()));
    array("outOfMemory", status.failures().newest(), out::writePOJO);
    out.writeNumberProperty("outOfMemoryCount", status.failures().count());
    out.writeEndObject();
  }

  /** Rises when the run's timelines change: they are large, so the page loads them separately. */
  private long timelinesAt(RunId run) {
    return board.timelinesOf(run).stream()
        .mapToLong(line -> line.getValue().offset())
        .max()
        .orElse(0);
  }

  private void alert(AlertRule rule, Alert alert) {
    out.writeStartObject();
    out.writeStringProperty("alert", rule.alert());
    out.writeStringProperty("severity", rule.severity().label());
    out.writeBooleanProperty("active", alert.active());
    out.writeStringProperty("sentence", alert.sentence());
    out.writeNumberProperty("startMillis", alert.startMillis());
    out.writeEndObject();
  }

  private void memory(MemoryKey key, MemoryUsage usage) {
    OpTable table = board.ops().get(key);
    List<OpUsage> ops = table == null ? List.of() : table.ops();
    out.writeStartObject();
    out.writeStringProperty("device", key.device());
    out.writeStringProperty("memory", key.memory());
    out.writeNumberProperty("banks", usage.now().banks());
    out.writeNumberProperty("capacityBytes", usage.now().capacityBytes());
    out.writeNumberProperty("usedBytes", usage.now().usedBytes());
    out.writeNumberProperty("freeBytes", usage.now().freeBytes());
    out.writeNumberProperty("largestFreeBytes", usage.now().largestFreeBytes());
    out.writePOJOProperty("peak", usage.tidemark());
    known("constEvalBytes", usage.submissions().constEvalBytes());
    known("leakBytesPerSubmission", usage.submissions().leakBytesPerSubmission());
    known("live", usage.live());
    array("ops", highestGrowth(ops), out::writePOJO);
    out.writeNumberProperty("opsInAll", ops.size());
    out.writeEndObject();
  }

  private static List<OpUsage> highestGrowth(List<OpUsage> ops) {
    return ops.stream()
        .filter(op -> op.growthBytes() > 0)
        .sorted(BY_GROWTH)
        .limit(MOST_OPS)
        .toList();
  }

  private void plan(Map.Entry<PlanKey, PlanRecord> plan) {
    PlanRecord.Summary summary = (PlanRecord.Summary) plan.getValue();
    out.writeStartObject();
    out.writeStringProperty("plan", plan.getKey().plan());
    out.writeStringProperty("memory", summary.memory());
    out.writeStringProperty("setting", summary.attempt().setting());
    out.writeStringProperty("state", summary.state().word());
    out.writeNumberProperty("capacityBytes", summary.space().capacityBytes());
    out.writeNumberProperty("peakBytes", summary.peakBytes());
    out.writeNumberProperty("arenaBytes", summary.arenaBytes());
    out.writeNumberProperty("placed", summary.arena().placements().placed());
    out.writeNumberProperty("failed", summary.arena().placements().failed());
    out.writeEndObject();
  }

  /** A property that is left out while its value is not known. */
  private void known(String name, @Nullable Object value) {
    if (value != null) {
      out.writePOJOProperty(name, value);
    }
  }

  private <T> void array(String name, List<T> elements, Consumer<T> write) {
    out.writeArrayPropertyStart(name);
    elements.forEach(write);
    out.writeEndArray();
  }

  private static <T> List<T> head(Collection<T> all, int most) {
    return all.stream().limit(most).toList();
  }
}
