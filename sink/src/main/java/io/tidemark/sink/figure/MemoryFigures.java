package io.tidemark.sink.figure;

import io.tidemark.model.event.MemoryView;
import io.tidemark.model.memory.LiveTensors;
import io.tidemark.model.memory.MemoryUsage;
import io.tidemark.model.memory.OverLastRun;
import java.util.ArrayList;
import java.util.List;

/** The figures of one memory of a run. */
public final class MemoryFigures {

  private final RunLabels run;
  private final String device;
  private final String memory;
  private final List<String> labels;

  MemoryFigures(RunLabels run, String device, String memory) {
    this.run = run;
    this.device = device;
    this.memory = memory;
    this.labels = run.and(device, memory);
  }

  public SeriesKey series(BoardMeter meter) {
    return new SeriesKey(meter, labels);
  }

  public SeriesKey op(BoardMeter meter, String op) {
    return SeriesKey.of(meter, run, device, memory, op);
  }

  /** Whether the memory was ever in use; otherwise most of its figures can only be 0. */
  public static boolean touched(MemoryUsage usage) {
    return usage.tidemark().usedBytes() > 0;
  }

  /**
   * Figures of one snapshot: used and free bytes, and the layout of the free bytes if known. A
   * memory without a size that was never in use has no figure, and one in use no free bytes.
   *
   * @param peakBytes highest use of the run so far
   */
  public List<Figure> snapshot(MemoryView view, long peakBytes) {
    if (view.capacityBytes() == 0 && peakBytes == 0) {
      return List.of();
    }
    List<Figure> figures = new ArrayList<>(4);
    figures.add(series(BoardMeter.USED).at(view.usedBytes()));
    if (view.capacityBytes() > 0 || view.freeBytes() > 0) {
      figures.add(series(BoardMeter.FREE).at(view.freeBytes()));
    }
    Long largestFree = view.largestFreeBytes();
    if (largestFree != null) {
      figures.add(series(BoardMeter.LARGEST_FREE).at(largestFree));
      if (view.capacityBytes() > 0 && peakBytes > 0) {
        // The log's rounding may put the largest block a little above the free bytes.
        double ratio = Math.min(1, Math.max(0, view.fragmentation()));
        figures.add(series(BoardMeter.FRAGMENTATION).at(ratio));
      }
    }
    return figures;
  }

  public List<Figure> lasting(MemoryUsage usage) {
    List<Figure> figures = new ArrayList<>(4);
    long capacityBytes = usage.now().capacityBytes();
    if (capacityBytes > 0) {
      figures.add(series(BoardMeter.CAPACITY).at(capacityBytes));
    }
    if (capacityBytes > 0 || touched(usage)) {
      figures.add(series(BoardMeter.RUN_PEAK).at(usage.tidemark().usedBytes()));
    }
    if (!touched(usage)) {
      return figures;
    }
    figures.add(series(BoardMeter.RUN_PEAK_TIME).atMillis(usage.tidemark().timeMillis()));
    Long leak = usage.submissions().leakBytesPerSubmission();
    if (leak != null) {
      figures.add(series(BoardMeter.LEAK).at(leak));
    }
    OverLastRun over = usage.submissions().overLastRun();
    if (over != null) {
      figures.add(series(BoardMeter.OVER_LAST_RUN).at(over.ratio()));
    }
    return figures;
  }

  /** Live tensors by class, and their padding, if the log names any in this memory. */
  public List<Figure> tensors(MemoryUsage usage) {
    LiveTensors live = usage.live();
    if (live == null || !touched(usage)) {
      return List.of();
    }
    return List.of(
        tensors("weight", live.weightBytes()),
        tensors("activation", live.activationBytes()),
        tensors("other", live.otherBytes()),
        series(BoardMeter.LIVE_PADDING).at(live.paddingBytes()));
  }

  private Figure tensors(String kind, long bytes) {
    return SeriesKey.of(BoardMeter.LIVE_TENSORS, run, device, memory, kind).at(bytes);
  }

  /** The op with this rank at the peak; {@code location} is empty if unknown. */
  Figure peakOp(int rank, String op, String location) {
    return SeriesKey.of(
            BoardMeter.PEAK_OP, run, device, memory, Integer.toString(rank), op, location)
        .at(1);
  }
}
