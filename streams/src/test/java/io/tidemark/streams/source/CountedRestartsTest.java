package io.tidemark.streams.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.LogAnalysis;
import io.tidemark.analysis.SourceAnalysis;
import io.tidemark.analysis.state.Sections;
import io.tidemark.analysis.state.StateParts;
import io.tidemark.analysis.state.StateParts.Store;
import io.tidemark.model.log.Slice;
import java.nio.charset.StandardCharsets;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CountedRestartsTest {

  private final StateParts parts = new MapParts(new TreeMap<>());
  private final AtomicInteger counted = new AtomicInteger();
  private final CountedRestarts loader = new CountedRestarts(LogAnalysis::load, counted::addAndGet);

  private record MapParts(NavigableMap<String, byte[]> all) implements StateParts {
    @Override
    public byte @Nullable [] get(Store store, String key) {
      return all.get(store + key);
    }

    @Override
    public void scan(Store store, String prefix, BiConsumer<String, byte[]> each) {
      String from = store + prefix;
      new TreeMap<>(all.subMap(from, from + Character.MAX_VALUE))
          .forEach((key, value) -> each.accept(key.substring(store.name().length()), value));
    }

    @Override
    public void put(Store store, String key, byte @Nullable [] value) {
      all.compute(store + key, (any, before) -> value);
    }
  }

  private static Slice line(long offset) {
    byte[] bytes = "a line\n".getBytes(StandardCharsets.UTF_8);
    return new Slice("file", offset, bytes.length, 1, false, false, 0, 0, bytes);
  }

  @Test
  void aStateThatIsReadCountsNothing() {
    for (long offset : new long[] {0, 7}) {
      SourceAnalysis state = loader.load("log", parts);
      state.apply(line(offset));
      state.store();
    }
    assertThat(counted).hasValue(0);
  }

  @Test
  void anUnreadableSectionBeginsAnewIsCountedAndCostsNoOther() {
    SourceAnalysis first = loader.load("log", parts);
    first.apply(line(0));
    first.store();
    byte[] hot = Objects.requireNonNull(parts.get(Store.HOT, "log"));
    parts.put(Store.HOT, "log", Sections.read(hot).put("alerts", new byte[] {99}).toBytes());

    SourceAnalysis restored = loader.load("log", parts);
    restored.apply(line(7));

    assertThat(counted).hasValue(1);
    loader.load("log", parts);
    assertThat(counted).as("at the next load").hasValue(1);
    assertThat(restored.changes().runs().values())
        .singleElement()
        .satisfies(run -> assertThat(run.lines().ignored()).isEqualTo(2));
  }
}
