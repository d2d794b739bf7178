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

  /** One map in publication order, one for lookups: a sorted map takes several times as long. */
  private final Map<String, TrackedOp> ops = new TreeMap<>();

  private final Map<String, TrackedOp> byName = new HashMap<>();
  private final List<String> unstored = new ArrayList<>();

  /** The op that changed last: an op that begins mostly owns the next change, too. */
  private @Nullable String newestOp;

  private @Nullable TrackedOp newest;
  private boolean dirty = true;
  private long offset;

  TrackedOp change(String op, LogPosition at) {
    dirty = true;
    offset = at.offset();
    TrackedOp known = op.equals(newestOp) ? newest : byName.get(op);
    TrackedOp figures = known == null ? new TrackedOp() : known;
    if (known == null) {
      put(op, figures);
    }
    if (!figures.unstored) {
      figures.unstored = true;
      unstored.add(op);
    }
    newestOp = op;
    newest = figures;
    return figures;
  }

  private void put(String op, TrackedOp figures) {
    ops.put(op, figures);
    byName.put(op, figures);
  }

  void restore(String op, byte[] bytes) {
    put(op, StateFormat.read(bytes, TrackedOp.class));
  }

  void store(BiConsumer<String, byte[]> part) {
    for (String op : unstored) {
      TrackedOp figures = byName.get(op);
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
    for (Map.Entry<String, TrackedOp> op : ops.entrySet()) {
      usages.add(op.getValue().usage(op.getKey(), highest.offset()));
      before -= op.getValue().heldAt(highest.offset());
    }
    return new OpTable(usages, overflow, offset, before);
  }
}
