package io.tidemark.sink.verdict;

import io.tidemark.model.ByteSize;
import io.tidemark.model.Counted;
import io.tidemark.model.event.MemoryEvent.Interval;
import io.tidemark.model.plan.PlanPeak;
import io.tidemark.model.plan.PlanRecord;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The part of a plan that would have fitted, in one sentence. */
public final class PlanFit {

  private static final int MOST_NAMED = 3;

  private PlanFit() {}

  /** Returns {@code null} if the plan fits, or if its log lists no buffer. */
  public static @Nullable String sentence(PlanRecord.Summary plan, List<Interval> intervals) {
    long size = plan.space().sizeBytes();
    PlanPeak need = plan.peaks().withFailed();
    if (size <= 0) {
      return plan.arenaBytes() <= 0
          ? null
          : "It would fit into %s as placed, into %s without gaps."
              .formatted(ByteSize.text(plan.arenaBytes()), ByteSize.text(plan.peakBytes()));
    }
    boolean fits = plan.arena().placements().failed() == 0 && plan.arenaBytes() <= size;
    if (need.bytes() == 0 || fits) {
      return null;
    }
    String needed = ByteSize.text(need.bytes());
    return need.bytes() <= size
        ? "Without gaps it would have fitted: %s at its peak, step %,d, of the %s of %s."
            .formatted(needed, need.step(), ByteSize.text(size), plan.memory())
        : "Without gaps it needs %s, at step %,d; it would have fitted there without %s."
            .formatted(needed, need.step(), largest(need.step(), need.bytes() - size, intervals));
  }

  /** The fewest buffers live at a step that free so many bytes: the largest ones. */
  private static String largest(int step, long missing, List<Interval> intervals) {
    Map<Object, Interval> byPlace = new LinkedHashMap<>();
    for (Interval one : intervals) {
      if (one.lifetime().at(step)) {
        // The one born last counts where several have the same addresses.
        Long address = one.placed() ? one.extent().address() : null;
        Object place = address == null ? one : List.of(address, one.bytes());
        byPlace.merge(place, one, (a, b) -> b.firstStep() >= a.firstStep() ? b : a);
      }
    }
    List<Interval> live =
        byPlace.values().stream()
            .sorted(Comparator.comparingLong(Interval::bytes).reversed())
            .toList();
    int count = 0;
    long freed = 0;
    while (freed < missing && count < live.size()) {
      freed += live.get(count++).bytes();
    }
    String names =
        live.stream()
            .limit(Math.min(count, MOST_NAMED))
            .map(one -> one.buffer().name())
            .collect(Collectors.joining(", "));
    return "its largest %s (%s%s), %s"
        .formatted(
            count == 1 ? "buffer" : Counted.text(count, "buffer"),
            names,
            count > MOST_NAMED ? ", …" : "",
            ByteSize.text(freed));
  }
}
