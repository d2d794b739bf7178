package io.tidemark.streams;

import io.tidemark.model.ByteSize;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The sources of a task that are in memory, bounded in number and weight. */
final class LiveSources {

  /** Live sources of a task; the one idle longest makes room. */
  static final int MAX_LIVE = 256;

  /**
   * What the live sources of a task may weigh together, some 500 ordinary ones. One alone may be
   * heavier: it is what works now.
   */
  static final long MAX_LIVE_BYTES = 32 * ByteSize.MIB;

  /** What a task may hold to be able to roll its sources back. */
  static final long MAX_RETAINED_BYTES = 8 * ByteSize.MIB;

  /** Slices of one source that may wait: each is published alone to find one at fault. */
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
   * @param publish publishes all of a source's state, before it is dropped or when too much waits
   */
  LiveSources(SourceAnalysis.Loader loader, StoreParts stores, Consumer<String> publish) {
    this.loader = loader;
    this.stores = stores;
    this.publish = publish;
  }

  /**
   * The source, loaded when it is not live.
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

  /** The names of those that are live. */
  List<String> names() {
    return List.copyOf(live.keySet());
  }

  /** A source has changed: others make room when all weigh too much. */
  void weigh(String source, long bytes) {
    liveBytes += bytes - put(weights, source, bytes);
    while (liveBytes > MAX_LIVE_BYTES && live.size() > 1) {
      dropEldest();
    }
  }

  /**
   * More of a source waits for publication: all of it is published when that is too much. Each
   * source is asked once, so that one which cannot be published holds up nothing.
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

  /** Nothing of a source waits for publication. */
  void settled(String source) {
    retainedBytes -= remove(retained, source);
  }

  private List<String> mostRetainedFirst() {
    return retained.entrySet().stream()
        .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
        .map(Map.Entry::getKey)
        .toList();
  }

  /** Takes a source out of memory as it is; {@code null} when it was not there. */
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
