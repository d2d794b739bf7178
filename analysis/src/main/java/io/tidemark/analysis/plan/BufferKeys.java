package io.tidemark.analysis.plan;

import io.tidemark.analysis.memory.OpNameLimiter;
import io.tidemark.model.event.MemoryEvent.Interval;
import java.util.HashSet;
import java.util.Set;

/**
 * Keys of a plan's buffers: name, class and first step. Long names are cut, to bound the memory.
 */
final class BufferKeys {

  private final Set<String> keys = new HashSet<>();

  void add(Interval interval) {
    keys.add(key(interval));
  }

  boolean contains(Interval interval) {
    return keys.contains(key(interval));
  }

  void clear() {
    keys.clear();
  }

  private static String key(Interval interval) {
    return OpNameLimiter.cut(interval.buffer().name())
        + '\0'
        + interval.buffer().bufferClass()
        + '\0'
        + interval.firstStep();
  }
}
