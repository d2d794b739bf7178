package io.tidemark.streams;

import io.tidemark.analysis.state.StateParts;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The parts of one live source, in front of the stores. What a slice writes reaches the stores by
 * {@link #keep} alone; until the next {@link #published} everything kept can be taken back.
 */
final class SourceParts implements StateParts {

  /** As the stores sort: by UTF-8 bytes, which differs from the order of strings. */
  private static final Comparator<String> AS_STORED =
      Comparator.comparing(key -> key.getBytes(StandardCharsets.UTF_8), Arrays::compareUnsigned);

  private final StateParts stores;

  /** Written by the slice at work; a value of {@code null} deletes. */
  private final Map<Store, Map<String, byte @Nullable []>> pending = new EnumMap<>(Store.class);

  /** What the stores held at the last publication, of the keys that were written since. */
  private final Map<Store, Map<String, byte @Nullable []>> before = new EnumMap<>(Store.class);

  private long beforeBytes;

  SourceParts(StateParts stores) {
    this.stores = stores;
    for (Store store : Store.values()) {
      pending.put(store, new HashMap<>());
      before.put(store, new HashMap<>());
    }
  }

  private static Map<String, byte @Nullable []> in(
      Map<Store, Map<String, byte @Nullable []>> parts, Store store) {
    Map<String, byte @Nullable []> found = parts.get(store);
    if (found == null) {
      throw new IllegalStateException("no parts for " + store);
    }
    return found;
  }

  @Override
  public byte @Nullable [] get(Store store, String key) {
    Map<String, byte @Nullable []> written = in(pending, store);
    return written.containsKey(key) ? written.get(key) : stores.get(store, key);
  }

  @Override
  public void scan(Store store, String prefix, BiConsumer<String, byte[]> each) {
    Map<String, byte @Nullable []> written = in(pending, store);
    if (written.isEmpty()) {
      stores.scan(store, prefix, each);
      return;
    }
    TreeMap<String, byte[]> merged = new TreeMap<>(AS_STORED);
    stores.scan(store, prefix, merged::put);
    written.forEach(
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
    in(pending, store).put(key, value);
  }

  /** Writes what the slice has written into the stores. */
  void keep() {
    pending.forEach(
        (store, written) -> {
          Map<String, byte @Nullable []> old = in(before, store);
          written.forEach(
              (key, value) -> {
                if (!old.containsKey(key)) {
                  byte[] held = stores.get(store, key);
                  old.put(key, held);
                  beforeBytes += key.length() + (held == null ? 0 : held.length);
                }
                stores.put(store, key, value);
              });
          written.clear();
        });
  }

  /** What is kept stays: it is published. */
  void published() {
    before.values().forEach(Map::clear);
    beforeBytes = 0;
  }

  /** Back to what was published last. */
  void rollBack() {
    pending.values().forEach(Map::clear);
    before.forEach((store, old) -> old.forEach((key, value) -> stores.put(store, key, value)));
    published();
  }

  /** What it holds to be able to roll back, bytes. */
  long heldBytes() {
    return beforeBytes;
  }
}
