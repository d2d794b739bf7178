package io.tidemark.streams.source;

import io.tidemark.analysis.SourceAnalysis;
import io.tidemark.model.ByteSize;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The sources of a task that are in memory, limited in number and weight. */
public final class LiveSources {

  /** Most live sources of a task; the least recently used one is dropped for another. */
  public static final int MAX_LIVE = 256;

  /**
   * Total weight limit of a task's live sources, enough for about 500 ordinary ones. A single
   * source may be heavier, since it is in use.
   */
  public static final long MAX_LIVE_BYTES = 32 * ByteSize.MIB;

  private final SourceAnalysis.Loader loader;
  private final StoreParts stores;
  private final Consumer<String> settle;
  private final LinkedHashMap<String, LiveSource> live = new LinkedHashMap<>(64, 0.75f, true);
  private final Map<String, Long> weights = new HashMap<>();
  private long liveBytes;

  /**
   * @param settle publishes and stores all state of a source, before it is dropped
   */
  LiveSources(SourceAnalysis.Loader loader, StoreParts stores, Consumer<String> settle) {
    this.loader = loader;
    this.stores = stores;
    this.settle = settle;
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

  List<String> names() {
    return List.copyOf(live.keySet());
  }

  /** Updates the weight of a source, and drops others if the total is too high. */
  void weigh(String source, long bytes) {
    Long before = weights.put(source, bytes);
    liveBytes += bytes - (before == null ? 0 : before);
    while (liveBytes > MAX_LIVE_BYTES && live.size() > 1) {
      dropEldest();
    }
  }

  /** Removes a source from memory; returns {@code null} if it was not live. */
  @Nullable LiveSource forget(String source) {
    Long bytes = weights.remove(source);
    liveBytes -= bytes == null ? 0 : bytes;
    return live.remove(source);
  }

  private void dropEldest() {
    String eldest = live.keySet().iterator().next();
    settle.accept(eldest);
    forget(eldest);
  }
}
