package io.tidemark.analysis;

import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;

/** State parts in sorted maps. */
final class HeapParts implements StateParts {

  private final Map<Store, TreeMap<String, byte[]>> stores = new EnumMap<>(Store.class);

  HeapParts() {
    for (Store store : Store.values()) {
      stores.put(store, new TreeMap<>());
    }
  }

  @Override
  public byte[] get(Store store, String key) {
    return stores.get(store).get(key);
  }

  @Override
  public void scan(Store store, String prefix, BiConsumer<String, byte[]> each) {
    Map.copyOf(stores.get(store).subMap(prefix, prefix + Character.MAX_VALUE)).entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .forEach(entry -> each.accept(entry.getKey(), entry.getValue()));
  }

  @Override
  public void put(Store store, String key, byte[] value) {
    if (value == null) {
      stores.get(store).remove(key);
    } else {
      stores.get(store).put(key, value);
    }
  }

  long bytes() {
    return stores.values().stream()
        .flatMap(store -> store.entrySet().stream())
        .mapToLong(entry -> entry.getKey().length() + entry.getValue().length)
        .sum();
  }

  int size() {
    return stores.values().stream().mapToInt(Map::size).sum();
  }
}
