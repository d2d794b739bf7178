package io.tidemark.analysis.state;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Overlay over other state parts: writes stay here, and reads prefer them. */
public final class StagedParts implements StateParts {

  /** Order of the stores: by UTF-8 bytes, which differs from the order of strings. */
  private static final Comparator<String> AS_STORED =
      Comparator.comparing(key -> key.getBytes(StandardCharsets.UTF_8), Arrays::compareUnsigned);

  private final StateParts behind;

  /** Written parts; a value of {@code null} is a deletion. */
  private final Map<Store, Map<String, byte @Nullable []>> written = new EnumMap<>(Store.class);

  public StagedParts(StateParts behind) {
    this.behind = behind;
    for (Store store : Store.values()) {
      written.put(store, new HashMap<>());
    }
  }

  /**
   * Returns the written parts by key; {@code null} is a deleted part. The caller may clear the map.
   */
  public Map<String, byte @Nullable []> written(Store store) {
    Map<String, byte @Nullable []> found = written.get(store);
    if (found == null) {
      throw new IllegalStateException("no parts for " + store);
    }
    return found;
  }

  @Override
  public byte @Nullable [] get(Store store, String key) {
    Map<String, byte @Nullable []> here = written(store);
    return here.containsKey(key) ? here.get(key) : behind.get(store, key);
  }

  @Override
  public void scan(Store store, String prefix, BiConsumer<String, byte[]> each) {
    Map<String, byte @Nullable []> here = written(store);
    if (here.isEmpty()) {
      behind.scan(store, prefix, each);
      return;
    }
    TreeMap<String, byte[]> merged = new TreeMap<>(AS_STORED);
    behind.scan(store, prefix, merged::put);
    here.forEach(
        (key, value) -> {
          if (value == null) {
            merged.remove(key);
          } else if (key.startsWith(prefix)) {
            merged.put(key, value);
          }
        });
    merged.forEach(each);
  }

  @Override
  public void put(Store store, String key, byte @Nullable [] value) {
    written(store).put(key, value);
  }
}
