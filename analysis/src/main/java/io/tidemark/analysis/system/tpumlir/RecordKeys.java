package io.tidemark.analysis.system.tpumlir;

import org.jspecify.annotations.Nullable;

/** The keys of a record's items, shared by all records with the same keys in the same order. */
final class RecordKeys {

  /** By item; {@code null} for an irrelevant key. */
  private final @Nullable PlacementKey[] keys;

  /** By key: its last item, counted from 1; 0 for none. */
  private final int[] last = new int[PlacementKey.COUNT];

  RecordKeys(byte[] line, int[] bounds, int size) {
    keys = new PlacementKey[size];
    for (int item = 0; item < size; item++) {
      int at = item * KeyValueRecord.BOUNDS;
      PlacementKey key = PlacementKey.of(line, bounds[at], bounds[at + 1]);
      keys[item] = key;
      if (key != null) {
        last[key.index()] = item + 1;
      }
    }
  }

  int size() {
    return keys.length;
  }

  /** The key of an item; {@code null} for an irrelevant one. */
  @Nullable PlacementKey of(int item) {
    return keys[item];
  }

  /** The last item with {@code key}, or −1. */
  int last(PlacementKey key) {
    return last[key.index()] - 1;
  }
}
