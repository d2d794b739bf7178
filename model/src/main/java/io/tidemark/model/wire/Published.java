package io.tidemark.model.wire;

import org.jspecify.annotations.Nullable;

/**
 * A record before serialisation. Its key and value are immutable, so it may be passed to another
 * thread.
 *
 * @param value {@code null} deletes the key
 * @param timeMillis event time of its content
 */
public record Published<K, V>(Topic<K, V> topic, K key, @Nullable V value, long timeMillis) {}
