package io.tidemark.streams.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.LogAnalysis;
import io.tidemark.analysis.SourceAnalysis;
import io.tidemark.analysis.state.Sections;
import io.tidemark.analysis.state.StateParts.Store;
import io.tidemark.analysis.store.HeapParts;
import io.tidemark.model.log.Slice;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class CountedRestartsTest {

  private final HeapParts parts = new HeapParts();
  private final AtomicInteger counted = new AtomicInteger();
  private final CountedRestarts loader = new CountedRestarts(LogAnalysis::load, counted::addAndGet);

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
