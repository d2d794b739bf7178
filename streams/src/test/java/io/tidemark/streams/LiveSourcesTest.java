package io.tidemark.streams;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.state.StateParts;
import io.tidemark.analysis.state.StateParts.Store;
import io.tidemark.model.Slice;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;
import org.junit.jupiter.api.Test;

class LiveSourcesTest {

  private final StoreParts stores = stores();
  private final List<String> asked = new ArrayList<>();
  private final LiveSources live = new LiveSources(LineCount::new, stores, this::ask);

  /** Publishes nothing. */
  private void ask(String source) {
    asked.add(source);
    assertThat(asked).as("no endless loop").hasSizeLessThan(10);
  }

  private static StoreParts stores() {
    MockProcessorContext<byte[], byte[]> context = new MockProcessorContext<>();
    for (Store store : Store.values()) {
      String name = UsageTopology.nameOf(store);
      KeyValueStore<String, byte[]> made =
          Stores.keyValueStoreBuilder(
                  Stores.inMemoryKeyValueStore(name), Serdes.String(), Serdes.ByteArray())
              .withLoggingDisabled()
              .build();
      made.init(context.getStateStoreContext(), made);
      context.addStateStore(made);
    }
    return new StoreParts(context);
  }

  /** A source that has overwritten a part of {@code bytes} bytes. */
  private LiveSource overwritten(String source, int bytes) {
    stores.put(Store.OPS, source + "\0large", new byte[bytes]);
    SourceAnalysis.Loader loader =
        (name, parts) -> {
          parts.put(StateParts.Store.OPS, source + "\0large", new byte[1]);
          return new LineCount(name, parts);
        };
    LiveSource state = LiveSource.load(loader, source, stores);
    state.keep();
    state.retain(slice());
    return state;
  }

  private static Received slice() {
    Slice slice = new Slice("g", 0, 4, 1, false, false, 0, 0, "one\n".getBytes(UTF_8));
    return new Received(slice, 0, 0, Received.Events.DUE);
  }

  @Test
  void sourcesThatCannotBePublishedAreAskedOnceEachTheHeaviestFirst() {
    int most = (int) LiveSources.MAX_RETAINED_BYTES;
    live.retains("light", overwritten("light", most / 4));
    live.retains("heavy", overwritten("heavy", most / 2));
    assertThat(asked).isEmpty();

    live.retains("middle", overwritten("middle", most / 3));

    assertThat(asked).containsExactly("heavy", "middle", "light");
  }

  @Test
  void whatIsPublishedMakesRoom() {
    int most = (int) LiveSources.MAX_RETAINED_BYTES;
    live.retains("settled", overwritten("settled", most));
    live.settled("settled");

    live.retains("other", overwritten("other", most / 2));

    assertThat(asked).as("at most once, by the first").containsExactly("settled");
  }
}
