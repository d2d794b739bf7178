package io.tidemark.sink.board;

import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The newest value of each key. Within one generation of the key's run the higher offset is newer;
 * offsets of two generations cannot be compared. A value may come before the run's new generation
 * is known. It is then set aside, and becomes the value as soon as the generation changes.
 */
final class NewestByOffset<K extends Comparable<K>, V> {

  private final TreeMap<K, V> values = new TreeMap<>();
  private final Map<K, Origin<V>> origins = new HashMap<>();
  private final ToLongFunction<V> offsetOf;
  private @Nullable SortedMap<K, V> copy;

  NewestByOffset(ToLongFunction<V> offsetOf) {
    this.offsetOf = offsetOf;
  }

  /**
   * @param generation the run's generation when the value came
   * @param setAside a value of a lower offset that came later
   */
  private record Origin<V>(@Nullable String generation, @Nullable V setAside) {}

  /** Applies a value; returns whether it is now held. */
  boolean apply(K key, V value, @Nullable String generation) {
    V held = values.get(key);
    Origin<V> origin = origins.get(key);
    boolean comparable = origin != null && Objects.equals(origin.generation(), generation);
    if (held != null && comparable && offsetOf.applyAsLong(value) < offsetOf.applyAsLong(held)) {
      origins.put(key, new Origin<>(generation, value));
      return false;
    }
    hold(key, value, generation);
    return true;
  }

  int size() {
    return values.size();
  }

  /** Whether the value is at a higher offset of the log than the held one. */
  boolean isNewer(K key, V value) {
    V held = values.get(key);
    return held == null || offsetOf.applyAsLong(value) > offsetOf.applyAsLong(held);
  }

  @Nullable V remove(K key) {
    origins.remove(key);
    V removed = values.remove(key);
    if (removed != null) {
      copy = null;
    }
    return removed;
  }

  /** The held keys from {@code first} on, up to the first one that is not {@code like} them. */
  List<K> from(K first, Predicate<K> like) {
    return values.tailMap(first).keySet().stream().takeWhile(like).toList();
  }

  /** Applies to these keys that their run continues in another generation. */
  void onGenerationChanged(K first, Predicate<K> like, @Nullable String before, String now) {
    from(first, like).forEach(key -> onGenerationChanged(key, before, now));
  }

  /** Applies that the key's run continues in another generation. */
  private void onGenerationChanged(K key, @Nullable String before, String now) {
    V held = values.get(key);
    Origin<V> origin = origins.get(key);
    if (held == null || origin == null) {
      return;
    }
    V setAside = origin.setAside();
    if (setAside != null && before != null) {
      hold(key, setAside, now);
    } else if (before == null) {
      origins.put(key, new Origin<>(now, null));
    }
  }

  SortedMap<K, V> values() {
    if (copy == null) {
      copy = Collections.unmodifiableSortedMap(new TreeMap<K, V>((SortedMap<K, V>) values));
    }
    return copy;
  }

  private void hold(K key, V value, @Nullable String generation) {
    values.put(key, value);
    origins.put(key, new Origin<>(generation, null));
    copy = null;
  }
}
