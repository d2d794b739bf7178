package io.tidemark.streams.source;

import io.tidemark.analysis.SourceAnalysis;
import io.tidemark.model.ByteSize;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
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
  private final Consumer<LiveSource> settle;
  private final LinkedHashMap<String, LiveSource> live = new LinkedHashMap<>(64, 0.75f, true);
  private long liveBytes;

  /**
   * @param settle publishes and stores all state of a source, before it is dropped
   */
  LiveSources(SourceAnalysis.Loader loader, StoreParts stores, Consumer<LiveSource> settle) {
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
    live.put(source, loaded);
    if (live.size() > MAX_LIVE) {
      dropEldest();
    }
    weigh(0, loaded);
    return loaded;
  }

  /** The names of the sources of which this is true, the least recently used first. */
  List<String> names(Predicate<LiveSource> which) {
    return live.values().stream().filter(which).map(LiveSource::name).toList();
  }

  /**
   * Updates the weight of a source that had this one, and drops others if the total is too high.
   */
  void weigh(long beforeBytes, LiveSource source) {
    liveBytes += source.weightBytes() - beforeBytes;
    while (liveBytes > MAX_LIVE_BYTES && live.size() > 1) {
      dropEldest();
    }
  }

  /** Removes a source from memory; returns {@code null} if it was not live. */
  @Nullable LiveSource forget(String source) {
    LiveSource gone = live.remove(source);
    liveBytes -= gone == null ? 0 : gone.weightBytes();
    return gone;
  }

  private void dropEldest() {
    LiveSource eldest = live.values().iterator().next();
    settle.accept(eldest);
    forget(eldest.name());
  }
}
