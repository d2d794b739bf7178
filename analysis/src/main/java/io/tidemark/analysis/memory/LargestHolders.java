package io.tidemark.analysis.memory;

import io.tidemark.model.event.Op;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The largest holders of a memory at one snapshot, the largest first, and the sum of all others
 * under {@link Op#OTHER}.
 *
 * @param names texts of {@link HolderName}
 */
record LargestHolders(List<String> names, List<Long> bytes) {

  private static final int MOST = 11;

  /** More modules than these, which differ in a number only, are one holder. */
  private static final int MOST_OF_A_KIND = 4;

  private record Holding(String name, long bytes) {}

  /** Selects the largest holders. */
  static LargestHolders of(Map<String, Long> all) {
    Map<String, String> kinds = new HashMap<>();
    Map<String, Integer> modules = new HashMap<>();
    all.forEach(
        (name, bytes) -> {
          String kind = HolderName.kind(name);
          // Bytes of a whole module are also bytes of ops.
          if (bytes > 0 && !kind.isEmpty()) {
            kinds.put(name, kind);
            modules.merge(kind, 1, Integer::sum);
          }
        });
    Map<String, Long> grouped = new HashMap<>();
    kinds.forEach(
        (name, kind) -> {
          boolean several = modules.getOrDefault(kind, 0) > MOST_OF_A_KIND;
          grouped.merge(several ? kind : name, all.getOrDefault(name, 0L), Long::sum);
        });
    List<Holding> sorted =
        grouped.entrySet().stream()
            .map(holder -> new Holding(holder.getKey(), holder.getValue()))
            .sorted(
                Comparator.comparingLong(Holding::bytes).reversed().thenComparing(Holding::name))
            .toList();
    List<String> names = new ArrayList<>();
    List<Long> bytes = new ArrayList<>();
    long others = 0;
    for (Holding holder : sorted) {
      if (names.size() < MOST) {
        names.add(holder.name());
        bytes.add(holder.bytes());
      } else {
        others += holder.bytes();
      }
    }
    if (others > 0) {
      names.add(Op.OTHER);
      bytes.add(others);
    }
    return new LargestHolders(List.copyOf(names), List.copyOf(bytes));
  }
}
