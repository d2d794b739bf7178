package io.tidemark.sink;

import io.tidemark.model.Alert;
import io.tidemark.model.AlertKey;
import io.tidemark.model.AlertRule;
import io.tidemark.model.Diagnosis;
import io.tidemark.model.LiveTensors;
import io.tidemark.model.MemoryEvent;
import io.tidemark.model.MemoryKey;
import io.tidemark.model.MemoryTimeline;
import io.tidemark.model.MemoryUsage;
import io.tidemark.model.MemoryView;
import io.tidemark.model.OpTable;
import io.tidemark.model.OpUsage;
import io.tidemark.model.ParkedSource;
import io.tidemark.model.Peak;
import io.tidemark.model.PlanKey;
import io.tidemark.model.PlanRecord;
import io.tidemark.model.Reject;
import io.tidemark.model.RunId;
import io.tidemark.model.RunStatus;
import io.tidemark.model.Training;
import io.tidemark.sink.board.BoardBuilder;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Made-up records and a made-up board. */
public final class Made {

  /** 2026-01-01T00:00:00Z. */
  public static final long NEW_YEAR_MILLIS = 1_767_225_600_000L;

  public static final long MIB = 1 << 20;
  public static final RunId RUN = new RunId("june.log", 1);
  public static final MemoryKey DRAM = new MemoryKey(RUN, "0", "DRAM");
  public static final MemoryKey L1 = new MemoryKey(RUN, "0", "L1");
  public static final PlanKey PLAN = new PlanKey(RUN, "lmem#1 1,1,1", 0);

  private Made() {}

  public static RunStatus status(String generation, long nextOffset, @Nullable Long endMillis) {
    return new RunStatus(
        generation,
        nextOffset,
        List.of("tenstorrent"),
        new RunStatus.Lines(60, 30, 2, 5, 3),
        1,
        512,
        12,
        false,
        List.of(),
        0,
        null,
        null,
        training(),
        NEW_YEAR_MILLIS,
        endMillis,
        "box-1");
  }

  /** A run of a worker, whose lines contradict each other. */
  public static RunStatus contradicting(RunStatus of) {
    return new RunStatus(
        of.generation(),
        of.nextOffset(),
        of.formats(),
        of.lines(),
        of.gaps(),
        of.gapBytes(),
        of.snapshots(),
        of.flatAttribution(),
        of.outOfMemory(),
        of.outOfMemoryCount(),
        of.declinedCount(),
        of.turnedAway(),
        of.training(),
        of.startMillis(),
        of.endMillis(),
        of.host(),
        "rank1",
        7L);
  }

  /** Two forward passes, of which the last one stands for both. */
  private static Training training() {
    return new Training(
        List.of(forward("FORWARD_PASS_1", 1), forward("FORWARD_PASS_2", 2)),
        0,
        "complete",
        false,
        0,
        1000,
        9 * MIB,
        6 * MIB);
  }

  private static MemoryEvent.Phase forward(String name, long mib) {
    return new MemoryEvent.Phase(
        4200,
        NEW_YEAR_MILLIS,
        name,
        "FORWARD_PASS",
        mib * MIB,
        (mib + 1) * MIB,
        (mib + 2) * MIB,
        -MIB,
        (mib + 4) * MIB,
        (mib + 5) * MIB,
        (mib + 6) * MIB,
        (mib + 7) * MIB,
        (mib + 8) * MIB);
  }

  public static RunStatus outOfMemory(long nextOffset, long count, long... offsets) {
    List<MemoryEvent.OutOfMemory> events =
        java.util.Arrays.stream(offsets).mapToObj(Made::outOfMemory).toList();
    RunStatus plain = status("g1", nextOffset, null);
    return new RunStatus(
        plain.generation(),
        nextOffset,
        plain.formats(),
        plain.lines(),
        plain.gaps(),
        plain.gapBytes(),
        plain.snapshots(),
        false,
        events,
        count,
        null,
        null,
        plain.training(),
        plain.startMillis(),
        null,
        plain.host());
  }

  public static RunStatus turnedAway(long nextOffset, long devices, long memories) {
    RunStatus plain = status("g1", nextOffset, null);
    return new RunStatus(
        plain.generation(),
        nextOffset,
        plain.formats(),
        plain.lines(),
        plain.gaps(),
        plain.gapBytes(),
        plain.snapshots(),
        false,
        List.of(),
        0,
        null,
        new RunStatus.TurnedAway(devices, memories),
        plain.training(),
        plain.startMillis(),
        null,
        plain.host());
  }

  private static MemoryEvent.OutOfMemory outOfMemory(long offset) {
    return new MemoryEvent.OutOfMemory(
        offset,
        NEW_YEAR_MILLIS + 2000,
        "0",
        "DRAM",
        12,
        268_435_456,
        22_369_622,
        1021 * MIB,
        1011 * MIB,
        10 * MIB,
        9 * MIB,
        Diagnosis.NOT_ENOUGH_FREE,
        null,
        "MatmulOp");
  }

  public static MemoryUsage usage(long usedBytes, long recentPeakBytes, long offset) {
    long capacityBytes = 1024 * MIB;
    long freeBytes = capacityBytes - usedBytes;
    MemoryView now = new MemoryView("DRAM", 12, capacityBytes, usedBytes, freeBytes, freeBytes / 2);
    Peak peak = new Peak(900 * MIB, "MatmulOp", "AddOp", "loc(\"add.7\")", false, offset, 0);
    Peak tidemark =
        new Peak(
            950 * MIB, "MatmulOp", "AddOp", "loc(\"add.7\")", true, offset, NEW_YEAR_MILLIS + 1500);
    return new MemoryUsage(
        now,
        12,
        peak,
        tidemark,
        recentPeakBytes,
        "AddOp",
        0.5,
        700 * MIB,
        2 * MIB,
        new LiveTensors(3, 600 * MIB, 40 * MIB, MIB, 5 * MIB),
        offset,
        NEW_YEAR_MILLIS + offset);
  }

  /** Of four snapshots, two in a bucket. */
  public static MemoryTimeline timeline(long offset) {
    return new MemoryTimeline(
        new MemoryTimeline.Axis(0, 2, List.of(0, 1), List.of(7 * MIB, 8L), List.of(7 * MIB, 9L)),
        new MemoryTimeline.Axis(
            NEW_YEAR_MILLIS, 1000, List.of(0, 4), List.of(7 * MIB, 8L), List.of(7 * MIB, 9L)),
        offset);
  }

  public static AlertKey alertKey(AlertRule rule) {
    return new AlertKey(RUN, rule, "0", "DRAM");
  }

  public static Alert alert(@Nullable Long endMillis, long offset) {
    return new Alert(
        NEW_YEAR_MILLIS, NEW_YEAR_MILLIS + 5, endMillis, 2, "DRAM is nearly full", 4000, offset);
  }

  public static OpUsage op(String name, long count, long peakMib, long growthMib) {
    return new OpUsage(
        name, count, peakMib * MIB / 2, peakMib * MIB, growthMib * MIB, growthMib * MIB, 0, 0);
  }

  public static OpTable ops(long offset, OpUsage... ops) {
    return new OpTable(List.of(ops), 3, offset);
  }

  public static PlanRecord.Summary summary(long offset) {
    return new PlanRecord.Summary(
        "LMEM",
        "shape_secs=1,1,1",
        "success",
        128 * 1024,
        3,
        List.of(1L, 2L, 3L),
        List.of(1L, 2L, 3L),
        List.of(),
        100_000,
        2,
        100_000,
        2,
        120_000,
        38,
        0,
        0,
        120_000,
        640,
        0,
        Map.of("weight", 60_000L, "activation", 40_000L),
        List.of(),
        List.of(),
        List.of(),
        8192,
        15,
        -1,
        -1,
        offset,
        NEW_YEAR_MILLIS);
  }

  public static PlanRecord.Page page(String buffer, long offset) {
    return new PlanRecord.Page(
        List.of(
            new MemoryEvent.Interval(
                offset,
                NEW_YEAR_MILLIS,
                PLAN.plan(),
                "LMEM",
                buffer,
                "Conv",
                "weight",
                0,
                2,
                false,
                0,
                640,
                -1,
                true)),
        offset);
  }

  /** A source whose analysis failed in the second slice of its partition. */
  public static ParkedSource parked() {
    return new ParkedSource(
        ParkedSource.State.PARKED,
        ParkedSource.Step.APPLY,
        "java.lang.IllegalStateException: planted",
        "0.1.0",
        new ParkedSource.FailingSlice("g1", 80, 40, NEW_YEAR_MILLIS, 1),
        new ParkedSource.Waiting(1L, 1L, null));
  }

  /** One run with two memories, ops, a plan and a failed allocation; all of it read at new year. */
  public static BoardBuilder board() {
    BoardBuilder board = new BoardBuilder();
    board.applyRun(RUN, outOfMemory(5000, 1, 4000));
    board.applyUsage(DRAM, usage(600 * MIB, 700 * MIB, 4500), NEW_YEAR_MILLIS);
    board.applyAlert(alertKey(AlertRule.CRITICAL), alert(null, 4400));
    board.applyAlert(alertKey(AlertRule.NEAR_CAPACITY), alert(NEW_YEAR_MILLIS + 9, 4500));
    board.applyUsage(L1, usage(10 * MIB, 10 * MIB, 4500), NEW_YEAR_MILLIS);
    board.applyParked("b.log", parked());
    board.countReject(new Reject("g1", 9, 1, 12, "tenstorrent", "no size after a bank", "…"));
    board.applyOps(
        DRAM,
        ops(
            4500,
            op("MatmulOp", 7, 800, 300),
            op("AddOp", 9, 900, 20),
            op("(between submissions)", 1, 500, 500)));
    board.applyOps(L1, ops(4500, op("MatmulOp", 7, 10, 10), op("AddOp", 8, 10, 0)));
    board.applyTimeline(DRAM, timeline(4500));
    board.applyPlan(PLAN, summary(4400));
    board.applyPlan(new PlanKey(RUN, PLAN.plan(), 1), page("b1", 4300));
    board.applyPlan(new PlanKey(RUN, PLAN.plan(), 2), page("b2", 4400));
    return board;
  }
}
