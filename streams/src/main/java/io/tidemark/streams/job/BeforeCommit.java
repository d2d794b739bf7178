package io.tidemark.streams.job;

import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.internals.InternalProcessorContext;
import org.apache.kafka.streams.processor.internals.ProcessorNode;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.internals.AbstractStoreBuilder;
import org.apache.kafka.streams.state.internals.CacheFlushListener;
import org.apache.kafka.streams.state.internals.CachedStateStore;

/**
 * An empty store that runs work before each commit. Kafka Streams flushes it with all caches,
 * whatever triggered the commit. A task that closes or loses its partition commits without a flush
 * of the job.
 */
final class BeforeCommit implements CachedStateStore<byte[], byte[]>, StateStore {

  static final String NAME = "before-commit";

  private Runnable work = () -> {};
  private boolean open;

  /**
   * Sets the work to run before each commit; it may emit records.
   *
   * @param context of the processor during its initialisation
   * @param stores written by the work; some may have been flushed before, so they are flushed again
   */
  void run(Runnable first, ProcessorContext<?, ?> context, List<String> stores) {
    List<CachedStateStore<?, ?>> caches = new ArrayList<>();
    for (String store : stores) {
      if (context.getStateStore(store) instanceof CachedStateStore<?, ?> cache) {
        caches.add(cache);
      }
    }
    Runnable emitting = asCurrentNode(first, context);
    work =
        () -> {
          emitting.run();
          caches.forEach(CachedStateStore::flushCache);
        };
  }

  /** Runs the work as the current node, as Kafka Streams does when a cache forwards records. */
  private static Runnable asCurrentNode(Runnable first, ProcessorContext<?, ?> context) {
    if (!(context instanceof InternalProcessorContext<?, ?> internal)) {
      return first;
    }
    ProcessorNode<?, ?, ?, ?> own = internal.currentNode();
    return () -> {
      ProcessorNode<?, ?, ?, ?> before = internal.currentNode();
      internal.setCurrentNode(own);
      try {
        first.run();
      } finally {
        internal.setCurrentNode(before);
      }
    };
  }

  @Override
  public void flushCache() {
    work.run();
  }

  @Override
  public void clearCache() {
    // The store is empty.
  }

  @Override
  public boolean setFlushListener(
      CacheFlushListener<byte[], byte[]> listener, boolean sendOldValues) {
    return false;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public void init(StateStoreContext context, StateStore root) {
    open = true;
    context.register(
        root,
        (key, value) -> {
          throw new IllegalStateException(NAME + " has no changelog");
        });
  }

  @Override
  public void close() {
    open = false;
    work = () -> {};
  }

  @Override
  public boolean persistent() {
    return false;
  }

  @Override
  public boolean isOpen() {
    return open;
  }

  /** Builds the store without cache and changelog. */
  static StoreBuilder<BeforeCommit> builder() {
    return new AbstractStoreBuilder<Void, Void, BeforeCommit>(
        NAME, Serdes.Void(), Serdes.Void(), Time.SYSTEM) {
      @Override
      public BeforeCommit build() {
        return new BeforeCommit();
      }
    }.withLoggingDisabled();
  }
}
