package io.tidemark.analysis;

import io.tidemark.analysis.state.StateParts;
import io.tidemark.analysis.state.StateParts.Store;
import java.util.ArrayList;
import java.util.List;

/** What a stored state takes. */
final class PartSizes {

  private PartSizes() {}

  private static List<Integer> of(StateParts parts) {
    List<Integer> sizes = new ArrayList<>();
    for (Store store : Store.values()) {
      parts.scan(store, "", (key, bytes) -> sizes.add(key.length() + bytes.length));
    }
    return sizes;
  }

  static int count(StateParts parts) {
    return of(parts).size();
  }

  static long bytes(StateParts parts) {
    return of(parts).stream().mapToLong(Integer::longValue).sum();
  }
}
