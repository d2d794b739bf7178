package io.tidemark.analysis.store;

import io.tidemark.analysis.state.StateParts;
import java.util.EnumMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** State parts on the heap. */
public final class HeapParts implements StateParts {

  private final Map<Store, NavigableMap<String, byte[]>> stores = new EnumMap<>(Store.class);

  private NavigableMap<String, byte[]> in(Store store) {
    return stores.computeIfAbsent(store, name -> new TreeMap<>());
  }

  @Override
  public byte @Nullable [] get(Store store, String key) {
    return in(store).get(key);
  }

  @Override
  public void scan(Store store, String prefix, BiConsumer<String, byte[]> each) {
    // Iterates a copy, since the caller may put during the scan.
    new TreeMap<>(in(store).subMap(prefix, prefix + Character.MAX_VALUE)).forEach(each);
  }

  @Override
  public void put(Store store, String key, byte @Nullable [] value) {
    if (value == null) {
      in(store).remove(key);
    } else {
      in(store).put(key, value);
    }
  }
}
