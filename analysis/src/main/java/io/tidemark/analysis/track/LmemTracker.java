package io.tidemark.analysis.track;

import io.tidemark.analysis.parse.KeyValueRecord;
import io.tidemark.model.MemoryEvent;
import io.tidemark.model.MemoryEvent.Interval;
import io.tidemark.model.PlanRecord;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The local-memory searches of a TPU-MLIR compile: {@code lmem_spec} opens a plan, every {@code
 * iteration_result} adds a buffer, {@code assignLmemAddr_finish} closes it. Without spec lines a
 * plan begins when the setting changes or a buffer comes again.
 */
final class LmemTracker {

  static final String MEMORY = "LMEM";
  static final int MAX_PLANS = 1024;

  private final Map<Integer, PlanFigures> changed = new TreeMap<>();
  private int count;
  private @Nullable PlanFigures open;

  static String key(String buffer, String kind, int firstStep) {
    return buffer + '\0' + kind + '\0' + firstStep;
  }

  boolean any() {
    return count > 0;
  }

  void take(KeyValueRecord record, At at, Consumer<MemoryEvent> events) {
    if (!"lmem_assign".equals(record.first("action"))) {
      return;
    }
    String step = record.value("step");
    if ("lmem_spec".equals(step)) {
      end("truncated", at);
      begin(
          new PlanFigures(
              ++count,
              true,
              record.asLong("lmem_bytes").orElse(0),
              record.asLong("lmem_eu_bytes").orElse(1)));
    } else if ("assignLmemAddr_finish".equals(step)) {
      end("success".equals(record.value("tag")) ? "success" : "failed", at);
    } else if ("iteration_result".equals(record.value("tag"))) {
      interval(record, at, events);
    }
  }

  private void begin(PlanFigures plan) {
    open = plan;
    if (plan.index <= MAX_PLANS) {
      changed.put(plan.index, plan);
    }
  }

  void end(String how, At at) {
    PlanFigures plan = open;
    if (plan != null) {
      plan.end(how, at);
      mark(plan);
    }
    open = null;
  }

  private void interval(KeyValueRecord record, At at, Consumer<MemoryEvent> events) {
    String secs = text(record, "shape_secs");
    String setting =
        "shape_secs=%s allow_bank_conflict=%s".formatted(secs, text(record, "allow_bank_conflict"));
    String buffer = Names.cut(text(record, "op_name"));
    String kind = kind(text(record, "lmem_type"));
    int first = (int) record.asLong("timestep_start").orElse(0);
    String key = key(buffer, kind, first);
    PlanFigures plan = open;
    if (plan != null && plan.foreign(setting, key)) {
      end("truncated", at);
      plan = null;
    }
    if (plan == null) {
      plan = new PlanFigures(++count, false, 0, 1);
      begin(plan);
    }
    if (!plan.named()) {
      plan.name(secs, setting);
    }
    Interval interval =
        new Interval(
            at.offset(),
            at.timeMillis(),
            plan.name(),
            MEMORY,
            buffer,
            Names.cut(text(record, "op_type")),
            kind,
            first,
            (int) record.asLong("timestep_end").orElse(0),
            flag(record, "hold_in_lmem") && !flag(record, "one_loop"),
            record.asLong("addr").orElse(-1),
            record.asLong("size").orElse(0),
            "success".equals(record.value("status")));
    plan.add(interval, key, at);
    mark(plan);
    events.accept(interval);
  }

  private void mark(PlanFigures plan) {
    if (plan.index <= MAX_PLANS) {
      changed.put(plan.index, plan);
    }
  }

  /** An operation's scratch buffer carries the name of another value: its class says so. */
  private static String kind(String lmemType) {
    return switch (lmemType) {
      case "LMEM_OPERATION" -> "scratch";
      case "LMEM_WEIGHT" -> "weight";
      case "LMEM_ACTIVATION" -> "activation";
      default -> lmemType.replace("LMEM_", "").toLowerCase(Locale.ROOT);
    };
  }

  private static String text(KeyValueRecord record, String key) {
    String value = record.value(key);
    return value == null ? "" : value;
  }

  private static boolean flag(KeyValueRecord record, String key) {
    return record.asLong(key).orElse(0) == 1;
  }

  /** Plans that changed since they were last stored or told. */
  void store(PlanParts parts) {
    changed.forEach(
        (index, plan) ->
            plan.unstoredPages().forEach((page, bytes) -> parts.put(index, page, bytes)));
  }

  interface PlanParts {
    void put(int index, int page, byte[] bytes);
  }

  interface PlanPages {
    void put(String plan, int page, PlanRecord record);
  }

  void tell(PlanPages pages) {
    changed.forEach(
        (index, plan) ->
            plan.changedPages().forEach((page, record) -> pages.put(plan.name(), page, record)));
    changed.keySet().removeIf(index -> open == null || index != open.index);
  }

  void write(PartWriter out) {
    PlanFigures plan = open;
    out.number(count).number(plan == null ? 0 : plan.index);
  }

  /** Answers the number of the plan that was open, 0 for none. */
  int read(PartReader in) {
    count = in.count();
    return in.count();
  }

  /** Takes a stored plan back; {@code isOpen} when it was still open. */
  void restore(PlanFigures plan, boolean isOpen) {
    changed.put(plan.index, plan);
    if (isOpen) {
      open = plan;
    }
  }
}
