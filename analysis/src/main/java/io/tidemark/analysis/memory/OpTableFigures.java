package io.tidemark.analysis.memory;

import io.tidemark.analysis.state.StateFormat;
import io.tidemark.model.event.Holder;
import io.tidemark.model.event.Op;
import io.tidemark.model.log.LogPosition;
import io.tidemark.model.memory.OpTable;
import io.tidemark.model.memory.OpUsage;
import io.tidemark.model.memory.Peak;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The ops and modules of one memory. Tracks which changed since the last store and the last
 * publication.
 */
final class OpTableFigures {

  /** Begins the keys of modules. No name of an op has it. */
  private static final String MODULE = "\u0001";

  private static final int MOST_MODULES = 64;

  /** Ops by name, and modules by key. */
  private final Map<String, TrackedOp> ops = new HashMap<>();

  private int moduleCount;
  private final List<String> unstored = new ArrayList<>();
  private boolean dirty = true;
  private long offset;

  TrackedOp change(String op, LogPosition at) {
    dirty = true;
    offset = at.offset();
    TrackedOp figures = ops.computeIfAbsent(op, name -> new TrackedOp());
    if (!figures.unstored) {
      figures.unstored = true;
      unstored.add(op);
    }
    return figures;
  }

  /** The figures of a module; those above the limit share {@link Op#OTHER}. */
  TrackedOp ofModule(String name, LogPosition at) {
    String key = MODULE + name;
    if (!ops.containsKey(key) && moduleCount++ >= MOST_MODULES) {
      moduleCount = MOST_MODULES;
      key = MODULE + Op.OTHER;
    }
    return change(key, at);
  }

  /** The memory is another one: no op holds any of it. */
  void release(LogPosition at) {
    List.copyOf(ops.keySet()).forEach(op -> change(op, at).release());
  }

  void restore(String op, byte[] bytes) {
    moduleCount += op.startsWith(MODULE) ? 1 : 0;
    ops.put(op, StateFormat.read(bytes, TrackedOp.class));
  }

  void store(BiConsumer<String, byte[]> part) {
    for (String op : unstored) {
      TrackedOp figures = ops.get(op);
      if (figures != null) {
        figures.unstored = false;
        part.accept(op, StateFormat.write(figures));
      }
    }
    unstored.clear();
  }

  int size() {
    return ops.size();
  }

  long offset() {
    return offset;
  }

  void restoreOffset(long stored) {
    offset = stored;
  }

  /** Marks the table as changed, since the memory has a new peak. */
  void peak(LogPosition at) {
    dirty = true;
    offset = at.offset();
  }

  /**
   * Returns the public record if anything changed since the last call, else {@code null}.
   *
   * @param overflow number of dropped op names
   * @param highest highest snapshot of the memory
   */
  @Nullable OpTable changedTable(long overflow, Peak highest) {
    if (!dirty || ops.isEmpty()) {
      return null;
    }
    dirty = false;
    List<OpUsage> usages = new ArrayList<>(ops.size());
    Map<String, Long> held = new TreeMap<>();
    long before = highest.usedBytes();
    long unnamed = 0;
    for (Map.Entry<String, TrackedOp> op : new TreeMap<>(ops).entrySet()) {
      long bytes = op.getValue().heldAt(highest.offset());
      if (op.getKey().startsWith(MODULE)) {
        held.merge(op.getKey().substring(MODULE.length()), bytes, Long::sum);
        unnamed -= bytes;
      } else {
        usages.add(op.getValue().usage(op.getKey(), highest.offset()));
        before -= bytes;
        unnamed += bytes;
      }
    }
    // State of an earlier release has ops without modules.
    held.merge(ModuleName.NONE, unnamed, Long::sum);
    List<Holder> modules =
        held.entrySet().stream()
            .filter(module -> module.getValue() != 0)
            .map(module -> new Holder(module.getKey(), module.getValue()))
            .sorted(Comparator.comparingLong(Holder::heldAtPeakBytes).reversed())
            .toList();
    return new OpTable(usages, overflow, offset, before, modules);
  }
}
