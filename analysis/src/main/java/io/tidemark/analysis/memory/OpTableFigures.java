package io.tidemark.analysis.memory;

import io.tidemark.analysis.state.StateFormat;
import io.tidemark.model.log.LogPosition;
import io.tidemark.model.memory.OpTable;
import io.tidemark.model.memory.OpUsage;
import io.tidemark.model.memory.Peak;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** The ops of one memory. Tracks which changed since the last store and the last publication. */
final class OpTableFigures {

  private final Map<String, TrackedOp> ops = new HashMap<>();
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

  void restore(String op, byte[] bytes) {
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
    long before = highest.usedBytes();
    for (Map.Entry<String, TrackedOp> op : new TreeMap<>(ops).entrySet()) {
      usages.add(op.getValue().usage(op.getKey(), highest.offset()));
      before -= op.getValue().heldAt(highest.offset());
    }
    return new OpTable(usages, overflow, offset, before);
  }
}
