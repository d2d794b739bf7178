package io.tidemark.analysis.track;

import io.tidemark.model.OpTable;
import io.tidemark.model.OpUsage;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** The ops of one memory, and which of them changed since they were last stored and last told. */
final class OpTableFigures {

  private final Map<String, OpFigures> ops = new TreeMap<>();
  private final Set<String> unstored = new HashSet<>();
  private boolean untold = true;
  private long offset;

  OpFigures change(String op, At at) {
    unstored.add(op);
    untold = true;
    offset = at.offset();
    return ops.computeIfAbsent(op, name -> new OpFigures());
  }

  void restore(String op, byte[] bytes) {
    ops.put(op, OpFigures.read(bytes));
  }

  void store(BiConsumer<String, byte[]> part) {
    for (String op : unstored) {
      OpFigures figures = ops.get(op);
      if (figures != null) {
        part.accept(op, figures.toBytes());
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

  @Nullable OpTable changedTable(long overflow) {
    if (!untold || ops.isEmpty()) {
      return null;
    }
    untold = false;
    List<OpUsage> usages = new ArrayList<>(ops.size());
    ops.forEach((name, figures) -> usages.add(figures.usage(name)));
    return new OpTable(usages, overflow, offset);
  }
}
