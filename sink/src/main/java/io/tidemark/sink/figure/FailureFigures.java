package io.tidemark.sink.figure;

import io.tidemark.model.MemoryEvent;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** The figures of the newest failed allocation of one memory. */
public final class FailureFigures {

  private static final double MILLIS = 1000.0;

  private final String run;
  private final MemoryEvent.OutOfMemory failure;

  FailureFigures(String run, MemoryEvent.OutOfMemory failure) {
    this.run = run;
    this.failure = failure;
  }

  /** Of the failures of a run the newest of each memory, in order of device and memory. */
  public static List<MemoryEvent.OutOfMemory> newest(List<MemoryEvent.OutOfMemory> failures) {
    record Place(String device, String memory) {}
    Map<Place, MemoryEvent.OutOfMemory> newest =
        new TreeMap<>(Comparator.comparing(Place::device).thenComparing(Place::memory));
    for (MemoryEvent.OutOfMemory failure : failures) {
      newest.merge(
          new Place(failure.device(), failure.memory()),
          failure,
          (one, other) -> one.offset() > other.offset() ? one : other);
    }
    return List.copyOf(newest.values());
  }

  /** When it failed, during which op, and why. */
  public SeriesKey time() {
    return SeriesKey.of(
        BoardMeter.OUT_OF_MEMORY_TIME,
        run,
        failure.device(),
        failure.memory(),
        Objects.requireNonNullElse(failure.during(), ""),
        failure.diagnosis().words());
  }

  /** The time, and what was needed and free as far as the log states it. */
  public List<Figure> all() {
    List<Figure> figures = new ArrayList<>(3);
    figures.add(time().at(failure.timeMillis() / MILLIS));
    Long needed = failure.shortage().neededBytes();
    if (needed != null) {
      figures.add(memory(BoardMeter.OUT_OF_MEMORY_NEEDED).at(needed));
    }
    Long free = failure.bank().freePerBank();
    if (free != null) {
      figures.add(memory(BoardMeter.OUT_OF_MEMORY_FREE).at(free * failure.shortage().banks()));
    }
    return figures;
  }

  private SeriesKey memory(BoardMeter meter) {
    return SeriesKey.of(meter, run, failure.device(), failure.memory());
  }
}
