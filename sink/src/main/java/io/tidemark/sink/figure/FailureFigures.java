package io.tidemark.sink.figure;

import io.tidemark.model.event.BankBytes;
import io.tidemark.model.event.MemoryEvent;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The figures of the newest failed allocation of one memory. */
public record FailureFigures(RunLabels run, MemoryEvent.OutOfMemory failure) {

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

  /** The time of the failure, with its op and diagnosis as labels. */
  public SeriesKey time() {
    return SeriesKey.of(
        BoardMeter.OUT_OF_MEMORY_TIME,
        run,
        failure.device(),
        failure.memory(),
        Objects.requireNonNullElse(failure.during(), ""),
        failure.diagnosis().words());
  }

  /** The time of the failure, and those of its bytes that the log states. */
  public List<Figure> all() {
    List<Figure> figures = new ArrayList<>(5);
    figures.add(time().atMillis(failure.timeMillis()));
    BankBytes bank = failure.bank();
    int banks = failure.shortage().banks();
    add(figures, BoardMeter.OUT_OF_MEMORY_NEEDED, failure.shortage().neededBytes(), 1);
    add(figures, BoardMeter.OUT_OF_MEMORY_FREE, bank.freePerBank(), banks);
    add(figures, BoardMeter.OUT_OF_MEMORY_USED, bank.usedPerBank(), banks);
    add(figures, BoardMeter.OUT_OF_MEMORY_CAPACITY, bank.bankBytes(), banks);
    return figures;
  }

  private void add(List<Figure> figures, BoardMeter meter, @Nullable Long bytes, int times) {
    if (bytes != null) {
      figures.add(SeriesKey.of(meter, run, failure.device(), failure.memory()).at(bytes * times));
    }
  }
}
