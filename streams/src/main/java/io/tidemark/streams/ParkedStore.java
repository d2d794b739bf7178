package io.tidemark.streams;

import io.tidemark.model.ParkedSource;
import io.tidemark.model.wire.Json;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

/** The stored parked sources of a task. */
final class ParkedStore {

  private final KeyValueStore<String, byte[]> store;
  private final BiConsumer<String, byte[]> unreadable;

  /**
   * @param unreadable receives each unreadable value, which is then deleted
   */
  ParkedStore(KeyValueStore<String, byte[]> store, BiConsumer<String, byte[]> unreadable) {
    this.store = store;
    this.unreadable = unreadable;
  }

  /** All parked sources, by name. */
  Map<String, ParkedSource> read() {
    Map<String, ParkedSource> found = new TreeMap<>();
    Map<String, byte[]> bad = new LinkedHashMap<>();
    try (KeyValueIterator<String, byte[]> all = store.all()) {
      while (all.hasNext()) {
        KeyValue<String, byte[]> one = all.next();
        try {
          found.put(one.key, read(one.value));
        } catch (RuntimeException e) {
          bad.put(one.key, one.value);
        }
      }
    }
    bad.forEach(
        (source, value) -> {
          store.delete(source);
          unreadable.accept(source, value);
        });
    return found;
  }

  private static ParkedSource read(byte[] value) {
    ParkedSource parked = Json.MAPPER.readValue(value, ParkedSource.class);
    if (parked == null) {
      throw new IllegalArgumentException("no parked source");
    }
    return parked;
  }

  void put(String source, ParkedSource parked) {
    store.put(source, Json.MAPPER.writeValueAsString(parked).getBytes(StandardCharsets.UTF_8));
  }

  void delete(String source) {
    store.delete(source);
  }
}
