package io.tidemark.analysis.store;

import io.tidemark.analysis.state.StateFormat;
import io.tidemark.analysis.state.StateParts;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Keeps only the records of ended runs: for an analysis from the begin of a log to its end, which
 * nobody resumes. They stay objects, since the first serialization of a start loads 600 classes.
 */
public final class NoParts implements StateParts {

  private final NavigableMap<String, Record> ended = new TreeMap<>();

  @Override
  public boolean keeps() {
    return false;
  }

  @Override
  public byte @Nullable [] get(Store store, String key) {
    Record state = ended.get(key);
    return state == null || store != Store.HOT ? null : StateFormat.write(state);
  }

  @Override
  public void scan(Store store, String prefix, BiConsumer<String, byte[]> each) {
    if (store == Store.HOT) {
      ended
          .subMap(prefix, prefix + Character.MAX_VALUE)
          .forEach((key, state) -> each.accept(key, StateFormat.write(state)));
    }
  }

  @Override
  public void put(Store store, String key, byte @Nullable [] value) {
    if (store == Store.HOT && value == null) {
      ended.remove(key);
    }
  }

  @Override
  public void write(Store store, String key, Record state) {
    if (store == Store.HOT) {
      ended.put(key, state);
    }
  }

  @Override
  public <T extends Record> @Nullable T read(Store store, String key, Class<T> type) {
    return store == Store.HOT ? type.cast(ended.get(key)) : null;
  }
}
