package io.tidemark.app.simulate;

import io.tidemark.app.simulate.LanePlacement.Terms;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * TPU-MLIR's search: each group tries finer and finer slices until its buffers fit a lane. The
 * scenario sets the use of local memory in the last try, and the first free address.
 */
final class CompilerScript implements Script {

  private static final int[][] SLICES = {
    {2, 1}, {3, 1}, {2, 2}, {3, 2}, {4, 2}, {3, 4}, {5, 3}, {4, 4}, {5, 4}, {6, 4}, {5, 5}, {6, 5}
  };
  private static final int SPIKE_EVERY = 8;

  /** A try is logged as failed only if the buffers are clearly too large. */
  private static final double CLEARLY_TOO_LARGE = 1.1;

  private static final int ALIGNMENT_DOUBLINGS = 7;

  private final Scenario scenario;
  private final long spanLines;
  private final SplittableRandom random;
  private final SimulatedClock clock = new SimulatedClock();
  private @Nullable LayerGroup onlyGroup;
  private long firstLine;
  private int group;

  /** The planned result of a group's search. */
  private record Fate(double share, int tries, long alignmentBytes) {}

  CompilerScript(Scenario scenario, long spanLines, SplittableRandom random) {
    this.scenario = scenario;
    this.spanLines = spanLines;
    this.random = random;
  }

  @Override
  public void next(LogText log) {
    if (group == 0) {
      firstLine = log.linesEver();
      CompilerLines.start(log);
    }
    double progress = (double) (log.linesEver() - firstLine) / spanLines;
    boolean found = search(log, nextGroup(), fate(Math.min(1, progress)));
    group++;
    if (!found) {
      CompilerLines.failed(log, group - 1);
      group = 0;
    }
  }

  private LayerGroup nextGroup() {
    if (scenario != Scenario.FRAGMENTATION) {
      return LayerGroup.random(group, random);
    }
    if (onlyGroup == null) {
      onlyGroup = LayerGroup.random(0, random);
    }
    return onlyGroup;
  }

  private Fate fate(double progress) {
    int tries = random.nextInt(2, 5);
    long fine = LaneBuffer.ALIGNMENT_BYTES;
    return switch (scenario) {
      case STEADY -> new Fate(random.nextDouble(0.7, 0.85), tries, fine);
      case SPIKE -> new Fate(group % SPIKE_EVERY == SPIKE_EVERY - 1 ? 0.98 : 0.5, tries, fine);
      case FRAGMENTATION -> new Fate(0.55, 1, fine << (int) (ALIGNMENT_DOUBLINGS * progress));
      case CLIMBING -> new Fate(0.5 + 0.49 * progress, 1 + (int) (7 * progress), fine);
      case OOM ->
          new Fate(progress < 1 ? 0.5 + 0.49 * progress : 1.3, 1 + (int) (7 * progress), fine);
    };
  }

  private boolean search(LogText log, LayerGroup layers, Fate fate) {
    CompilerLines.group(log, group, layers);
    double factor = layers.factorFor((long) (fate.share * SearchRecords.LANE_BYTES));
    int last = random.nextInt(SLICES.length / 2, SLICES.length);
    int tooCoarse = last;
    while (tooCoarse > 0 && fate.share * coarser(tooCoarse - 1, last) < CLEARLY_TOO_LARGE) {
      tooCoarse--;
    }
    for (int i = Math.max(0, tooCoarse - fate.tries + 1); i < tooCoarse; i++) {
      attempt(log, layers, SLICES[i], factor * coarser(i, last), fate.alignmentBytes);
    }
    boolean found = attempt(log, layers, SLICES[last], factor, fate.alignmentBytes);
    if (found) {
      clock.advanceMicros(random.nextInt(900_000, 5_000_000));
      CompilerLines.chosen(log, group, layers, clock);
    }
    return found;
  }

  private static boolean attempt(
      LogText log, LayerGroup layers, int[] slices, double factor, long alignmentBytes) {
    List<LaneBuffer> buffers = layers.buffers();
    LanePlacement placement =
        LanePlacement.of(buffers, new Terms(factor, alignmentBytes, SearchRecords.LANE_BYTES));
    CompilerLines.attempt(log, slices);
    String slicing = "1,1,1," + slices[0] + "," + slices[1];
    SearchRecords.attempt(log, buffers, placement, slicing);
    CompilerLines.attempted(log, slicing, placement.complete());
    return placement.complete();
  }

  /** The ratio of the piece sizes of two slicings. */
  private static double coarser(int slicing, int finer) {
    return (double) (SLICES[finer][0] * SLICES[finer][1])
        / (SLICES[slicing][0] * SLICES[slicing][1]);
  }
}
