package io.tidemark.streams;

import io.tidemark.model.ByteSize;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The sources of a task that are in memory, limited in number and weight. */
final class LiveSources {

  /** Most live sources of a task; the least recently used one is dropped for another. */
  static final int MAX_LIVE = 256;

  /**
   * Total weight limit of a task's live sources, enough for about 500 ordinary ones. A single
   * source may be heavier, since it is in use.
   */
  static final long MAX_LIVE_BYTES = 32 * ByteSize.MIB;

  /** Limit of the rollback data of a task. */
  static final long MAX_RETAINED_BYTES = 8 * ByteSize.MIB;

  /**
   * Most unpublished slices of one source; after a failure each is published alone to find the
   * faulty one.
   */
  static final int MAX_RETAINED_SLICES = 512;

  private final SourceAnalysis.Loader loader;
  private final StoreParts stores;
  private final Consumer<String> publish;
  private final LinkedHashMap<String, LiveSource> live = new LinkedHashMap<>(64, 0.75f, true);
  private final Map<String, Long> weights = new HashMap<>();
  private final Map<String, Long> retained = new HashMap<>();
  private long liveBytes;
  private long retainedBytes;

  /**
   * @param publish publishes all state of a source, before it is dropped or when a limit is reached
   */
  LiveSources(SourceAnalysis.Loader loader, StoreParts stores, Consumer<String> publish) {
    this.loader = loader;
    this.stores = stores;
    this.publish = publish;
  }

  /**
   * The source, loaded if it is not live.
   *
   * @throws SourceFault when it cannot be loaded
   */
  LiveSource of(String source) {
    LiveSource known = live.get(source);
    if (known != null) {
      return known;
    }
    LiveSource loaded = LiveSource.load(loader, source, stores);
    long bytes = loaded.weightBytes();
    live.put(source, loaded);
    if (live.size() > MAX_LIVE) {
      dropEldest();
    }
    weigh(source, bytes);
    return loaded;
  }

  /** The names of the live sources. */
  List<String> names() {
    return List.copyOf(live.keySet());
  }

  /** Updates the weight of a source, and drops others if the total is too high. */
  void weigh(String source, long bytes) {
    liveBytes += bytes - put(weights, source, bytes);
    while (liveBytes > MAX_LIVE_BYTES && live.size() > 1) {
      dropEldest();
    }
  }

  /**
   * Updates the rollback data of a source, and publishes sources if the limit is reached. Each
   * source is tried once, so that one that cannot be published does not block the others.
   */
  void retains(String source, LiveSource state) {
    retainedBytes += state.heldBytes() - put(retained, source, state.heldBytes());
    if (state.unsettledSlices() >= MAX_RETAINED_SLICES) {
      publish.accept(source);
    }
    if (retainedBytes > MAX_RETAINED_BYTES) {
      for (String heavy : mostRetainedFirst()) {
        publish.accept(heavy);
        if (retainedBytes <= MAX_RETAINED_BYTES) {
          return;
        }
      }
    }
  }

  /** Records that no slice of a source waits for publication. */
  void settled(String source) {
    retainedBytes -= remove(retained, source);
  }

  private List<String> mostRetainedFirst() {
    return retained.entrySet().stream()
        .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
        .map(Map.Entry::getKey)
        .toList();
  }

  /** Removes a source from memory without publishing; returns {@code null} if it was not live. */
  @Nullable LiveSource forget(String source) {
    liveBytes -= remove(weights, source);
    retainedBytes -= remove(retained, source);
    return live.remove(source);
  }

  private void dropEldest() {
    String eldest = live.keySet().iterator().next();
    publish.accept(eldest);
    forget(eldest);
  }

  private static long put(Map<String, Long> figures, String source, long bytes) {
    Long before = figures.put(source, bytes);
    return before == null ? 0 : before;
  }

  private static long remove(Map<String, Long> figures, String source) {
    Long before = figures.remove(source);
    return before == null ? 0 : before;
  }
}
