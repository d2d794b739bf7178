package io.tidemark.analysis.memory;

import io.tidemark.analysis.state.PartReader;
import io.tidemark.analysis.state.PartWriter;
import io.tidemark.model.LiveTensors;
import io.tidemark.model.MemoryTimeline;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What is known of the snapshot at which a bucket's use was highest.
 *
 * @param snapshot its number among those of the memory
 * @param op the op that raised use; {@code null} where the log names none
 * @param largestFreeBytes {@code null} where the log does not state how the free bytes lie
 * @param weightBytes {@code null} where the log names no tensors; {@code activationBytes} alike
 */
record High(
    long snapshot,
    @Nullable String op,
    @Nullable Long largestFreeBytes,
    @Nullable Long weightBytes,
    @Nullable Long activationBytes) {

  High with(LiveTensors live) {
    return new High(snapshot, op, largestFreeBytes, live.weightBytes(), live.activationBytes());
  }

  void write(PartWriter out) {
    out.number(snapshot).text(op).figure(largestFreeBytes);
    out.figure(weightBytes).figure(activationBytes);
  }

  static High read(PartReader in) {
    return new High(in.number(), in.text(), in.figure(), in.figure(), in.figure());
  }

  /** As columns; {@code null} without a bucket. A state of a release before knows no highs. */
  static MemoryTimeline.@Nullable Highs columns(List<@Nullable High> highs) {
    if (highs.isEmpty()) {
      return null;
    }
    Map<String, Integer> places = new LinkedHashMap<>();
    List<Integer> ops = new ArrayList<>();
    for (High high : highs) {
      String op = high == null ? null : high.op;
      ops.add(op == null ? 0 : places.computeIfAbsent(op, any -> places.size() + 1));
    }
    return new MemoryTimeline.Highs(
        column(highs, High::snapshot),
        List.copyOf(places.keySet()),
        ops,
        column(highs, High::largestFreeBytes),
        column(highs, High::weightBytes),
        column(highs, High::activationBytes));
  }

  private static List<@Nullable Long> column(
      List<@Nullable High> highs, Function<High, @Nullable Long> figure) {
    List<@Nullable Long> column = new ArrayList<>();
    for (High high : highs) {
      column.add(high == null ? null : figure.apply(high));
    }
    return column;
  }
}
