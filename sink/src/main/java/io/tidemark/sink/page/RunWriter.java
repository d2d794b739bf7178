package io.tidemark.sink.page;

import io.tidemark.model.alert.Alert;
import io.tidemark.model.alert.AlertKey;
import io.tidemark.model.log.FileStatus;
import io.tidemark.model.log.RunId;
import io.tidemark.model.memory.MemoryKey;
import io.tidemark.model.memory.MemoryUsage;
import io.tidemark.model.memory.OpTable;
import io.tidemark.model.memory.OpUsage;
import io.tidemark.model.memory.OverLastRun;
import io.tidemark.model.run.RunStatus;
import io.tidemark.model.training.Training;
import io.tidemark.model.training.TrainingMemory;
import io.tidemark.sink.answer.Answer;
import io.tidemark.sink.answer.Answers;
import io.tidemark.sink.board.Board;
import io.tidemark.sink.verdict.CulpritText;
import io.tidemark.sink.verdict.MainMemory;
import io.tidemark.sink.verdict.PlanOrder;
import io.tidemark.sink.verdict.PlanOrder.NamedPlan;
import io.tidemark.sink.verdict.RunOrder;
import io.tidemark.sink.verdict.TrainingVerdict;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/** Runs as JSON for the page. */
final class RunWriter {

  static final int MOST_OPS = 8;
  static final int MOST_PLANS = 24;
  static final int MOST_PHASES = 24;

  private final Board board;
  private final SortedMap<AlertKey, Alert> raised;
  private final long nowMillis;
  private final JsonGenerator out;

  RunWriter(BoardMoment moment, JsonGenerator out) {
    this.board = moment.board();
    this.raised = moment.raised();
    this.nowMillis = moment.millis();
    this.out = out;
  }

  /** A run with the heads of its tables. */
  void whole(RunId id, RunStatus status) {
    List<NamedPlan> plans = PlanOrder.of(board, id);
    out.writeStartObject();
    figures(id, status);
    array(
        "memories", MainMemory.of(board, id), memory -> memory(memory.getKey(), memory.getValue()));
    out.writeNumberProperty("timelinesAt", timelinesAt(id));
    array("plans", plans.stream().limit(MOST_PLANS).toList(), plan -> TableRows.plan(out, plan));
    out.writeNumberProperty("plansInAll", plans.size());
    NamedPlan main = PlanOrder.main(plans);
    known("mainPlan", main == null ? null : main.key().plan());
    Training training = status.training();
    if (training != null) {
      out.writeName("training");
      training(training);
    }
    alerts(board.begunAlertsOf(id), status);
    array("outOfMemory", status.failures().newest(), out::writePOJO);
    out.writeEndObject();
  }

  /** A run without its tables: only its most important memory, and what is active. */
  void head(RunId id, RunStatus status) {
    out.writeStartObject();
    figures(id, status);
    array(
        "memories",
        MainMemory.of(board, id).stream().limit(1).toList(),
        memory -> {
          out.writeStartObject();
          use(memory.getKey(), memory.getValue());
          out.writeEndObject();
        });
    out.writeNumberProperty("plansInAll", PlanOrder.of(board, id).size());
    alerts(board.alertsOf(id).stream().filter(alert -> isActive(alert.getKey())).toList(), status);
    out.writeEndObject();
  }

  private void figures(RunId id, RunStatus status) {
    Answer answer = Answers.of(board, id, status, nowMillis);
    out.writeStringProperty("id", id.toString());
    out.writeStringProperty("state", answer.verdict().state().label());
    out.writeStringProperty("verdict", answer.verdict().words());
    RunOrder.Section section = RunOrder.section(board, id, status, nowMillis);
    out.writeStringProperty("section", section.name());
    out.writePOJOProperty("answer", answer);
    known("worker", status.source().worker());
    known("host", status.source().host());
    Map<String, String> labels = status.source().labels();
    known("labels", labels.isEmpty() ? null : labels);
    out.writePOJOProperty("formats", status.formats());
    known("startMillis", status.lacksDate() ? null : status.startMillis());
    known("endMillis", status.endMillis());
    known("runBefore", id.number() > 1 ? knownRun(id.source(), id.number() - 1) : null);
    known("runAfter", knownRun(id.source(), id.number() + 1));
    out.writeNumberProperty("readBytes", status.nextOffset());
    FileStatus file = status.source().file();
    known("fileBytes", file == null ? null : file.sizeBytes());
    out.writeNumberProperty("lines", status.lines().read());
    out.writeNumberProperty("rejected", status.lines().rejected());
    out.writeNumberProperty("quoted", status.lines().quoted());
    out.writeNumberProperty("gaps", status.gaps());
    known("contradictions", status.tracking().contradictions());
    out.writeNumberProperty("snapshots", status.snapshots());
    out.writeNumberProperty("outOfMemoryCount", status.failures().count());
    known("refused", status.failures().refused());
    known("killed", status.failures().killed());
  }

  private @Nullable String knownRun(String source, int number) {
    RunId run = new RunId(source, number);
    return board.runs().containsKey(run) ? run.toString() : null;
  }

  /**
   * A number that rises when the run's timelines change. They are large, so the page loads them
   * separately.
   */
  private long timelinesAt(RunId run) {
    return board.timelinesOf(run).stream()
        .mapToLong(line -> line.getValue().offset())
        .max()
        .orElse(0);
  }

  private void alerts(List<Map.Entry<AlertKey, Alert>> alerts, RunStatus status) {
    array("alerts", alerts, alert -> alert(alert.getKey(), alert.getValue(), status));
  }

  private boolean isActive(AlertKey key) {
    Alert alert = raised.get(key);
    return alert != null && alert.active();
  }

  private void alert(AlertKey key, Alert alert, RunStatus status) {
    out.writeStartObject();
    out.writeStringProperty("alert", key.rule().alert());
    out.writeStringProperty("severity", key.rule().severity().label());
    out.writeStringProperty("device", key.device());
    out.writeStringProperty("memory", key.memory());
    out.writeBooleanProperty("active", isActive(key));
    out.writeBooleanProperty("lasts", alert.lasts(status.endMillis()));
    out.writeStringProperty("sentence", alert.sentence());
    out.writeNumberProperty("startMillis", alert.startMillis());
    out.writeEndObject();
  }

  private void memory(MemoryKey key, MemoryUsage usage) {
    OpTable table = board.ops().get(key);
    List<OpUsage> ops = table == null ? List.of() : TableRows.byGrowth(table);
    out.writeStartObject();
    use(key, usage);
    known("constEvalBytes", usage.submissions().constEvalBytes());
    known("steady", usage.submissions().steady());
    OverLastRun over = usage.submissions().overLastRun();
    if (over != null) {
      overLastRun(new RunId(key.run().source(), over.run()), over);
    }
    known("live", usage.live());
    array("ops", ops.stream().limit(MOST_OPS).toList(), out::writePOJO);
    if (!ops.isEmpty() && CulpritText.isUpload(ops.get(0).op())) {
      out.writeStringProperty("opsNote", CulpritText.BETWEEN_SUBMISSIONS);
    }
    out.writeNumberProperty("opsInAll", ops.size());
    known("heldBeforeBytes", table == null ? null : table.heldBeforeBytes());
    out.writeEndObject();
  }

  private void overLastRun(RunId last, OverLastRun over) {
    out.writeObjectPropertyStart("overLastRun");
    out.writeStringProperty("run", last.toString());
    out.writeNumberProperty("usedBytes", over.usedBytes());
    out.writeNumberProperty("lastUsedBytes", over.lastUsedBytes());
    out.writeEndObject();
  }

  private void use(MemoryKey key, MemoryUsage usage) {
    out.writeStringProperty("device", key.device());
    out.writeStringProperty("memory", key.memory());
    out.writeNumberProperty("banks", usage.now().banks());
    out.writeNumberProperty("capacityBytes", usage.now().capacityBytes());
    out.writeNumberProperty("snapshots", usage.snapshots());
    out.writeNumberProperty("usedBytes", usage.now().usedBytes());
    out.writeNumberProperty("usedMillis", usage.timeMillis());
    out.writeNumberProperty("freeBytes", usage.now().freeBytes());
    known("largestFreeBytes", usage.now().largestFreeBytes());
    out.writePOJOProperty("peak", usage.tidemark());
    known("culprit", CulpritText.sentence(usage.tidemark()));
    known("leak", usage.submissions().leak());
  }

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

  /** A summary with the head of its phases. */
  private void training(Training training) {
    out.writeStartObject();
    out.writeStringProperty("state", training.state().word());
    out.writeStringProperty("verdict", TrainingVerdict.of(training).words());
    known("name", training.model().name());
    known("parameters", training.parameters());
    out.writeBooleanProperty("peakUnreliable", training.checks().peakUnreliable());
    out.writeNumberProperty("inconsistent", training.checks().inconsistent());
    TrainingMemory memory = training.memory();
    if (memory != null) {
      trainingMemory(memory);
    }
    out.writeArrayPropertyStart("phases");
    training.phases().stream().limit(MOST_PHASES).forEach(out::writePOJO);
    out.writeEndArray();
    out.writeNumberProperty("phasesInAll", training.phases().size() + training.cut());
    out.writeEndObject();
  }

  private void trainingMemory(TrainingMemory memory) {
    out.writeNumberProperty("deviceBytes", memory.assumptions().deviceBytes());
    out.writeNumberProperty("peakBytes", memory.peakBytes());
    out.writeNumberProperty("usageRatio", memory.usageRatio());
    out.writeNumberProperty("headroomBytes", memory.headroomBytes());
    known("peakOwner", memory.peakOwner());
    out.writeArrayPropertyStart("parts");
    memory.table().forEach(out::writePOJO);
    out.writeEndArray();
  }
}
