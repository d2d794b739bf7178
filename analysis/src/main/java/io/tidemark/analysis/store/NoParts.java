package io.tidemark.analysis.store;

import io.tidemark.analysis.state.StateParts;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Keeps only what is of ended runs: for an analysis from the begin of a log to its end, which
 * nobody resumes.
 */
public final class NoParts implements StateParts {

  private final NavigableMap<String, byte[]> ended = new TreeMap<>();

  @Override
  public boolean keeps() {
    return false;
  }

  @Override
  public byte @Nullable [] get(Store store, String key) {
    return store == Store.HOT ? ended.get(key) : null;
  }

  @Override
  public void scan(Store store, String prefix, BiConsumer<String, byte[]> each) {
    if (store == Store.HOT) {
      ended.subMap(prefix, prefix + Character.MAX_VALUE).forEach(each);
    }
  }

  @Override
  public void put(Store store, String key, byte @Nullable [] value) {
    if (store == Store.HOT && value != null) {
      ended.put(key, value);
    } else if (store == Store.HOT) {
      ended.remove(key);
    }
  }
}
