package io.tidemark.streams.source;

import io.tidemark.analysis.state.StateParts;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiConsumer;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/** The parts of all sources of one task, in the task's stores; keys are sorted as UTF-8 bytes. */
public final class StoreParts implements StateParts {

  private final Serializer<String> keys = new StringSerializer();
  private final Map<Store, KeyValueStore<String, byte[]>> stores = new EnumMap<>(Store.class);

  public StoreParts(ProcessorContext<?, ?> context) {
    for (Store store : Store.values()) {
      stores.put(store, context.getStateStore(nameOf(store)));
    }
  }

  /** Names follow the pattern noun by key, since the changelog topic's name ends in them. */
  public static String nameOf(Store store) {
    return switch (store) {
      case HOT -> "hot-by-source";
      case OPS -> "ops-by-key";
      case TIMELINES -> "timelines-by-page";
      case PLANS -> "plans-by-page";
    };
  }

  @Override
  public byte @Nullable [] get(Store store, String key) {
    return at(store).get(key);
  }

  @Override
  public void scan(Store store, String prefix, BiConsumer<String, byte[]> each) {
    try (KeyValueIterator<String, byte[]> found = at(store).prefixScan(prefix, keys)) {
      found.forEachRemaining(part -> each.accept(part.key, part.value));
    }
  }

  @Override
  public void put(Store store, String key, byte @Nullable [] value) {
    if (value == null) {
      at(store).delete(key);
    } else {
      at(store).put(key, value);
    }
  }

  Set<String> sources() {
    Set<String> sources = new LinkedHashSet<>();
    try (KeyValueIterator<String, byte[]> parts = at(Store.HOT).all()) {
      while (parts.hasNext()) {
        KeyValue<String, byte[]> part = parts.next();
        int end = part.key.indexOf(SourceKey.END);
        sources.add(end < 0 ? part.key : part.key.substring(0, end));
      }
    }
    return sources;
  }

  private KeyValueStore<String, byte[]> at(Store store) {
    return Objects.requireNonNull(stores.get(store));
  }
}
