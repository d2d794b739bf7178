package io.tidemark.sink.board;

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The newest value of each key. Within one generation of the key's run the higher offset is newer;
 * offsets of two generations cannot be compared. A value may come before the run's new generation
 * is known: it is then passed over, and takes its place as soon as the generation turns.
 */
final class NewestByOffset<K extends Comparable<K>, V> {

  private final TreeMap<K, V> values = new TreeMap<>();
  private final Map<K, Mark<V>> marks = new HashMap<>();
  private final ToLongFunction<V> offsetOf;
  private @Nullable SortedMap<K, V> copy;

  NewestByOffset(ToLongFunction<V> offsetOf) {
    this.offsetOf = offsetOf;
  }

  /**
   * @param generation that the run was known by when the value came
   * @param passedOver a value of a lower offset that came later
   */
  private record Mark<V>(@Nullable String generation, @Nullable V passedOver) {}

  /** Whether the value is now held. */
  boolean accept(K key, V value, @Nullable String generation) {
    V held = values.get(key);
    Mark<V> mark = marks.get(key);
    boolean comparable = mark != null && Objects.equals(mark.generation(), generation);
    if (held != null && comparable && offsetOf.applyAsLong(value) < offsetOf.applyAsLong(held)) {
      marks.put(key, new Mark<>(generation, value));
      return false;
    }
    hold(key, value, generation);
    return true;
  }

  /** Whether the value tells of something further on in the log than what is held. */
  boolean passes(K key, V value) {
    V held = values.get(key);
    return held == null || offsetOf.applyAsLong(value) > offsetOf.applyAsLong(held);
  }

  @Nullable V remove(K key) {
    marks.remove(key);
    V removed = values.remove(key);
    if (removed != null) {
      copy = null;
    }
    return removed;
  }

  /** The key's run goes on in another generation. */
  void turn(K key, @Nullable String before, String now) {
    V held = values.get(key);
    Mark<V> mark = marks.get(key);
    if (held == null || mark == null) {
      return;
    }
    V passedOver = mark.passedOver();
    if (passedOver != null && before != null) {
      hold(key, passedOver, now);
    } else if (before == null) {
      marks.put(key, new Mark<>(now, null));
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
    marks.put(key, new Mark<>(generation, null));
    copy = null;
  }
}
