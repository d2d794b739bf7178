package io.tidemark.sink.figure;

import io.tidemark.model.event.Holder;
import io.tidemark.model.log.RunId;
import io.tidemark.model.memory.MemoryUsage;
import io.tidemark.model.run.RunStatus;
import io.tidemark.sink.answer.Answers;
import io.tidemark.sink.answer.Fullness;
import io.tidemark.sink.answer.OfMemory;
import io.tidemark.sink.board.Board;
import io.tidemark.sink.verdict.RunOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The place of a run in a list, the memory that matters most, what is needed of memories without a
 * stated use, and who holds each: as the run's answer has them. A list reads each column from one
 * series.
 */
public record WhereFigures(RunLabels run, Board board, RunId id, RunStatus status, long nowMillis) {

  /** Runs of a source that fails again and again fill no list. */
  private static final int LISTED_OF_A_SOURCE = 3;

  /** Its place in a list of runs, and its main memory. */
  public List<Figure> ofRun() {
    List<Figure> figures = new ArrayList<>();
    if (isOpen() || board.isNewest(id, LISTED_OF_A_SOURCE)) {
      int urgency = RunOrder.urgency(board, id, status, nowMillis);
      figures.add(SeriesKey.of(BoardMeter.RUN_URGENCY, run).at(urgency));
    }
    Fullness where = Answers.where(board, id, status, nowMillis);
    if (where != null) {
      figures.addAll(main(where, board.usage().get(where.of(id))));
    }
    return figures;
  }

  /**
   * The needs and holders of each of its memories.
   *
   * @param shown whether a device has series
   */
  public List<Figure> ofMemories(Predicate<String> shown) {
    List<Figure> figures = new ArrayList<>();
    for (OfMemory memory : OfMemory.all(board, id, status, nowMillis, shown)) {
      Fullness of = memory.where();
      if (!memory.measured()) {
        figures.addAll(needed(of, board.usage().get(of.of(id))));
      }
      for (Holder holder : memory.fills().main()) {
        figures.add(
            SeriesKey.of(BoardMeter.HELD, run, of.device(), of.memory(), holder.name())
                .at(holder.heldAtPeakBytes()));
      }
    }
    return figures;
  }

  private boolean isOpen() {
    return status.endMillis() == null;
  }

  private List<Figure> main(Fullness where, @Nullable MemoryUsage usage) {
    String op = usage == null ? null : usage.tidemark().raisedBy();
    String raisedBy = Objects.requireNonNullElse(op, "");
    List<Figure> figures = new ArrayList<>(6);
    figures.add(
        SeriesKey.of(BoardMeter.WHERE, run, where.device(), where.memory(), raisedBy).at(1));
    add(figures, "peak", where.peakBytes() > 0 ? where.peakBytes() : where.shownBytes());
    add(figures, "capacity", where.capacityBytes());
    add(figures, "needed", where.neededBytes());
    if (isOpen()) {
      add(figures, "used", where.usedBytes());
      add(figures, "largest_free", usage == null ? null : usage.now().largestFreeBytes());
    }
    return figures;
  }

  private void add(List<Figure> to, String what, @Nullable Long bytes) {
    if (bytes != null && (bytes > 0 || what.equals("largest_free"))) {
      to.add(SeriesKey.of(BoardMeter.WHERE_BYTES, run, what).at(bytes));
    }
  }

  private List<Figure> needed(Fullness stated, @Nullable MemoryUsage usage) {
    MemoryFigures memory = new MemoryFigures(run, stated.device(), stated.memory());
    List<Figure> figures = new ArrayList<>(2);
    boolean measured = usage != null && usage.now().capacityBytes() > 0;
    if (stated.capacityBytes() > 0 && !measured) {
      figures.add(memory.series(BoardMeter.CAPACITY).at(stated.capacityBytes()));
    }
    if (stated.shownBytes() > 0) {
      figures.add(memory.series(BoardMeter.NEEDED).at(stated.shownBytes()));
    }
    return figures;
  }
}
