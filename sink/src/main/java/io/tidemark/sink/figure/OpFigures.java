package io.tidemark.sink.figure;

import io.tidemark.model.event.Op;
import io.tidemark.model.memory.OpTable;
import io.tidemark.model.memory.OpUsage;
import io.tidemark.model.memory.Peak;
import io.tidemark.sink.verdict.CulpritText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

public record OpFigures(MemoryFigures memory, OpTable table) {

  private static final int MOST_PEAKS = 50;
  private static final int MOST_RANKS = 10;
  private static final Comparator<OpUsage> HIGHEST_FIRST =
      Comparator.comparingLong(OpUsage::peakBytes).reversed().thenComparing(OpUsage::op);

  /**
   * The op that raised use to the peak, with rank 1, then other ops that raised use, by growth.
   * Other ops have no rank.
   *
   * @param peak of the run in this memory; {@code null} if unknown
   */
  public List<Figure> ranks(@Nullable Peak peak) {
    List<Figure> figures = new ArrayList<>();
    String culprit = peak == null ? null : peak.raisedBy();
    if (peak != null && culprit != null) {
      String place = CulpritText.place(peak.culprit());
      figures.add(memory.peakOp(1, culprit, place == null ? "" : place));
    }
    int rank = 2;
    for (OpUsage op : raisers(culprit)) {
      figures.add(memory.peakOp(rank++, op.op(), ""));
    }
    return figures;
  }

  /** Figures that remain after the run has ended: the highest peaks, held bytes, and growth. */
  public List<Figure> lasting() {
    return all(op -> List.of(growth(op)));
  }

  /** The figures of an open run: the lasting ones, and the use before each op. */
  public List<Figure> live() {
    return all(
        op -> List.of(growth(op), memory.op(BoardMeter.OP_USED, op.op()).at(op.usedBytes())));
  }

  private List<Figure> all(Function<OpUsage, List<Figure>> ofOp) {
    List<OpUsage> touching = table.ops().stream().filter(OpFigures::touches).toList();
    List<Figure> figures = new ArrayList<>();
    touching.stream()
        .sorted(HIGHEST_FIRST)
        .limit(MOST_PEAKS)
        .forEach(op -> figures.add(memory.op(BoardMeter.OP_PEAK, op.op()).at(op.peakBytes())));
    figures.addAll(held());
    touching.forEach(op -> figures.addAll(ofOp.apply(op)));
    return figures;
  }

  /** A counter, so it begins at 0. */
  private Figure growth(OpUsage op) {
    return memory.op(BoardMeter.OP_GROWTH, op.op()).at(op.growthBytes());
  }

  private static boolean changed(OpUsage op) {
    return op.growthBytes() > 0 || op.change().freedBytes() > 0;
  }

  /** Whether the memory was in use while the op ran; otherwise its figures can only be 0. */
  public static boolean touches(OpUsage op) {
    return op.peakBytes() > 0;
  }

  /** Figures of each op that ever changed use, so that a series stays when it falls to 0. */
  private List<Figure> held() {
    List<Figure> figures = new ArrayList<>();
    for (OpUsage op : table.ops()) {
      Long bytes = op.heldAtPeakBytes();
      if (bytes != null && changed(op)) {
        figures.add(memory.op(BoardMeter.OP_HELD, op.op()).at(bytes));
      }
    }
    Long before = table.heldBeforeBytes();
    if (before != null && (before != 0 || !figures.isEmpty())) {
      figures.add(memory.op(BoardMeter.OP_HELD, Op.BEFORE).at(before));
    }
    return figures;
  }

  private List<OpUsage> raisers(@Nullable String butThis) {
    return table.ops().stream()
        .filter(op -> op.growthBytes() > 0 && !op.op().equals(butThis))
        .sorted(HIGHEST_FIRST)
        .limit(MOST_RANKS - 1)
        .toList();
  }
}
