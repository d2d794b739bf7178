package io.tidemark.streams;

import io.tidemark.analysis.state.StagedParts;
import io.tidemark.analysis.state.StateParts;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The parts of one live source, as a layer over the stores. Writes of a slice reach the stores only
 * by {@link #keep}. Until the next {@link #published}, everything kept can be rolled back.
 */
final class SourceParts implements StateParts {

  private final StateParts stores;

  /** Writes of the current slice. */
  private final StagedParts pending;

  /** The stored values at the last publication, for keys written since. */
  private final Map<Store, Map<String, byte @Nullable []>> before = new EnumMap<>(Store.class);

  private long beforeBytes;

  SourceParts(StateParts stores) {
    this.stores = stores;
    this.pending = new StagedParts(stores);
    for (Store store : Store.values()) {
      before.put(store, new HashMap<>());
    }
  }

  @Override
  public byte @Nullable [] get(Store store, String key) {
    return pending.get(store, key);
  }

  @Override
  public void scan(Store store, String prefix, BiConsumer<String, byte[]> each) {
    pending.scan(store, prefix, each);
  }

  @Override
  public void put(Store store, String key, byte @Nullable [] value) {
    pending.put(store, key, value);
  }

  /** Moves the writes of the slice to the stores. */
  void keep() {
    before.forEach(
        (store, old) -> {
          Map<String, byte @Nullable []> written = pending.written(store);
          written.forEach((key, value) -> keep(store, old, key, value));
          written.clear();
        });
  }

  private void keep(
      Store store, Map<String, byte @Nullable []> old, String key, byte @Nullable [] value) {
    if (!old.containsKey(key)) {
      byte[] held = stores.get(store, key);
      old.put(key, held);
      beforeBytes += key.length() + (held == null ? 0 : held.length);
    }
    stores.put(store, key, value);
  }

  /** Makes everything kept final, since it is published. */
  void published() {
    before.values().forEach(Map::clear);
    beforeBytes = 0;
  }

  /** Restores the state of the last publication. */
  void rollBack() {
    before.forEach(
        (store, old) -> {
          pending.written(store).clear();
          old.forEach((key, value) -> stores.put(store, key, value));
        });
    published();
  }

  /** Size of the data held for a rollback, in bytes. */
  long heldBytes() {
    return beforeBytes;
  }
}
