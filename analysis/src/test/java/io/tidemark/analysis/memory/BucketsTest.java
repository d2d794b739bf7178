package io.tidemark.analysis.memory;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.tidemark.analysis.state.StateFormat;
import io.tidemark.model.event.Op;
import io.tidemark.model.memory.MemoryTimeline;
import io.tidemark.model.memory.MemoryTimeline.Band;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BucketsTest {

  private static High high(long snapshot) {
    LargestHolders held =
        new LargestHolders(
            List.of("module\u0001op", "b\u0001op " + snapshot % 5), List.of(3L, snapshot));
    return new High(
        snapshot,
        "op " + snapshot % 7,
        snapshot % 3 == 0 ? null : snapshot,
        (int) (snapshot / 9),
        snapshot % 4 == 0 ? null : held);
  }

  private static void record(Buckets buckets, long position, long value, High high) {
    if (buckets.record(position, value)) {
      buckets.high(position, high);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 255, 256, 257, 1000, 40_000})
  void everyBucketHoldsLeastAndMostOfWhatFellIntoIt(int values) {
    Random random = new Random(values);
    Buckets buckets = new Buckets();
    TreeMap<Long, Long> taken = new TreeMap<>();
    long position = 1_000_000;
    for (int i = 0; i < values; i++) {
      long value = random.nextInt(1 << 30);
      record(buckets, position, value, high(i));
      taken.put(position, value);
      position += 1 + random.nextInt(5);
    }
    MemoryTimeline.Axis axis = buckets.until(Long.MAX_VALUE, 0);
    assertThat(axis.at()).hasSizeLessThanOrEqualTo(MemoryTimeline.MAX_BUCKETS).isSorted();
    Map<Long, long[]> wanted = new TreeMap<>();
    taken.forEach(
        (at, value) -> {
          long[] span =
              wanted.computeIfAbsent(
                  (at - axis.from()) / axis.width(), b -> new long[] {value, value});
          span[0] = Math.min(span[0], value);
          span[1] = Math.max(span[1], value);
        });
    assertThat(axis.at()).hasSize(wanted.size());
    for (int i = 0; i < axis.at().size(); i++) {
      long[] span = wanted.get((long) axis.at().get(i));
      assertThat(axis.leastBytes().get(i)).isEqualTo(span[0]);
      assertThat(axis.mostBytes().get(i)).isEqualTo(span[1]);
    }
  }

  @Test
  void theResolutionIsHalvedOnlyWhenItMust() {
    Buckets buckets = new Buckets();
    for (int i = 0; i < MemoryTimeline.MAX_BUCKETS; i++) {
      record(buckets, i, i, high(i));
    }
    assertThat(buckets.width()).isEqualTo(1);
    record(buckets, MemoryTimeline.MAX_BUCKETS, 0, high(MemoryTimeline.MAX_BUCKETS));
    assertThat(buckets.width()).isEqualTo(2);
    assertThat(buckets.until(Long.MAX_VALUE, 0).at()).hasSize(MemoryTimeline.MAX_BUCKETS / 2 + 1);
  }

  @Test
  void aBucketThatMayStillChangeIsNotAmongTheClosed() {
    Buckets buckets = new Buckets();
    for (int i = 0; i < 300; i++) {
      record(buckets, i, i, high(i));
    }
    assertThat(buckets.until(299, 0).mostBytes()).endsWith(297L);
    assertThat(buckets.until(300, 0).mostBytes()).endsWith(299L);
  }

  @Test
  void onlyTouchedPagesAreStoredAndTheyBringItBack() {
    Buckets buckets = new Buckets();
    Map<Integer, byte[]> stored = new TreeMap<>();
    Random random = new Random(7);
    for (int i = 0; i < 5000; i++) {
      record(buckets, i, random.nextInt(1000), high(i));
      Map<Integer, byte[]> pages = new TreeMap<>();
      buckets.store((bytes, page) -> pages.put(page, bytes));
      assertThat(pages.size()).isIn(0, 1, Buckets.PAGES);
      stored.putAll(pages);
      if (i % 97 == 0) {
        Buckets restored = StateFormat.read(StateFormat.write(buckets), Buckets.class);
        stored.forEach(restored::restore);
        assertThat(restored.until(Long.MAX_VALUE, 0)).isEqualTo(buckets.until(Long.MAX_VALUE, 0));
        buckets = restored;
      }
    }
  }

  @Test
  void onlyAValueBeyondItsBucketChangesThePage() {
    Buckets buckets = new Buckets();
    assertThat(buckets.record(0, 5)).isTrue();
    assertThat(stored(buckets)).isOne();
    assertThat(buckets.record(0, 5)).isFalse();
    assertThat(stored(buckets)).isZero();
    assertThat(buckets.record(0, 3)).isFalse();
    assertThat(stored(buckets)).isOne();
    assertThat(buckets.record(0, 4)).isFalse();
    assertThat(stored(buckets)).isZero();
    assertThat(buckets.record(0, 6)).isTrue();
    assertThat(stored(buckets)).isOne();
    assertThat(buckets.until(1, 0).leastBytes()).containsExactly(3L);
    assertThat(buckets.until(1, 0).mostBytes()).containsExactly(6L);
  }

  private static int stored(Buckets buckets) {
    List<Integer> pages = new ArrayList<>();
    buckets.store((bytes, page) -> pages.add(page));
    return pages.size();
  }

  @Test
  void theHighOfABucketIsTheFirstSnapshotOfItsMost() {
    Buckets buckets = new Buckets();
    for (int i = 0; i < 2 * MemoryTimeline.MAX_BUCKETS; i++) {
      record(buckets, i, i % 4 == 1 ? 9 : 1, high(i));
    }
    MemoryTimeline.Axis axis = buckets.until(Long.MAX_VALUE, 0);
    MemoryTimeline.Highs highs = requireNonNull(axis.highs());
    assertThat(axis.width()).isEqualTo(2);
    assertThat(axis.mostBytes()).startsWith(9L, 1L, 9L);
    assertThat(highs.snapshots()).startsWith(1L, 2L, 5L, 6L);
    assertThat(highs.largestFreeBytes()).startsWith(1L, 2L, 5L, null);
    assertThat(highs.opNames()).hasSize(7);
    assertThat(highs.opNames().get(highs.ops().get(2) - 1)).isEqualTo("op 5");
  }

  @Test
  void onlyTheHighestSnapshotIsTheHighOfItsBucket() {
    Buckets buckets = new Buckets();
    High raised = new High(0, "raised", null, 1, null);
    record(buckets, 0, 5, raised);
    record(buckets, 0, 4, new High(1, "lower", null, 1, null));
    assertThat(buckets.isHigh(0, 1)).isFalse();
    assertThat(buckets.isHigh(0, raised.snapshot())).isTrue();
    buckets.amend(0, raised.with(new LargestHolders(List.of("m\u0001line\u0001op"), List.of(4L))));
    assertThat(requireNonNull(highs(buckets).bands()))
        .extracting(Band::op, Band::module, Band::place, Band::bytes)
        .containsExactly(
            tuple("op", "m", "line", List.of(4L)), tuple(Op.UNKNOWN, null, null, List.of(1L)));
  }

  private static MemoryTimeline.Highs highs(Buckets buckets) {
    return requireNonNull(buckets.until(Long.MAX_VALUE, 0).highs());
  }

  @Test
  void anEarlierBeginningKeepsTheHighOfAll() {
    Buckets buckets = new Buckets();
    record(buckets, 100, 3, high(1));
    record(buckets, 101, 8, high(2));
    record(buckets, 102, 5, high(4));
    record(buckets, 50, 1, high(5));
    assertThat(buckets.until(Long.MAX_VALUE, 0).mostBytes()).containsExactly(8L);
    assertThat(highs(buckets).snapshots()).containsExactly(2L);
  }
}
