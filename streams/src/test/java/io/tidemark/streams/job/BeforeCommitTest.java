package io.tidemark.streams.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;
import org.apache.kafka.streams.state.internals.WrappedStateStore;
import org.junit.jupiter.api.Test;

class BeforeCommitTest {

  private final List<String> done = new ArrayList<>();
  private final MockProcessorContext<byte[], byte[]> context = new MockProcessorContext<>();
  private final BeforeCommit beforeCommit = new BeforeCommit();

  /** A cache that records when it is flushed. */
  private final class Cache extends WrappedStateStore<StateStore, byte[], byte[]> {
    Cache(StateStore wrapped) {
      super(wrapped);
    }

    @Override
    public void flushCache() {
      done.add("flushed " + name());
    }
  }

  private void store(String name, boolean cached) {
    KeyValueStore<byte[], byte[]> store =
        Stores.keyValueStoreBuilder(
                Stores.inMemoryKeyValueStore(name), Serdes.ByteArray(), Serdes.ByteArray())
            .withLoggingDisabled()
            .build();
    context.addStateStore(cached ? new Cache(store) : store);
  }

  @Test
  void cachesThatKafkaStreamsFlushedBeforeAreFlushedAgain() {
    store("a", true);
    store("b", true);
    store("plain", false);
    beforeCommit.run(() -> done.add("stored"), context, List.of("a", "b", "plain"));

    beforeCommit.flushCache();

    assertThat(done).containsExactly("stored", "flushed a", "flushed b");
  }

  @Test
  void aTaskThatIsOverStoresNothing() {
    beforeCommit.run(() -> done.add("stored"), context, List.of());
    beforeCommit.close();

    beforeCommit.flushCache();

    assertThat(done).isEmpty();
  }
}
