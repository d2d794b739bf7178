package io.tidemark.sink;

import io.tidemark.model.alert.Alert;
import io.tidemark.model.alert.AlertKey;
import io.tidemark.model.alert.AlertRule;
import io.tidemark.model.event.BankBytes;
import io.tidemark.model.event.Diagnosis;
import io.tidemark.model.event.Extent;
import io.tidemark.model.event.Lifetime;
import io.tidemark.model.event.MemoryEvent;
import io.tidemark.model.event.MemoryView;
import io.tidemark.model.event.PlannedBuffer;
import io.tidemark.model.event.Shortage;
import io.tidemark.model.log.LogPosition;
import io.tidemark.model.log.Reject;
import io.tidemark.model.log.RunId;
import io.tidemark.model.memory.Culprit;
import io.tidemark.model.memory.LiveTensors;
import io.tidemark.model.memory.MemoryKey;
import io.tidemark.model.memory.MemoryPeaks;
import io.tidemark.model.memory.MemoryTimeline;
import io.tidemark.model.memory.MemoryUsage;
import io.tidemark.model.memory.OpChange;
import io.tidemark.model.memory.OpTable;
import io.tidemark.model.memory.OpUsage;
import io.tidemark.model.memory.OverLastRun;
import io.tidemark.model.memory.Peak;
import io.tidemark.model.memory.SubmissionUse;
import io.tidemark.model.plan.Attempt;
import io.tidemark.model.plan.Placements;
import io.tidemark.model.plan.PlanArena;
import io.tidemark.model.plan.PlanKey;
import io.tidemark.model.plan.PlanPeak;
import io.tidemark.model.plan.PlanPeaks;
import io.tidemark.model.plan.PlanRecord;
import io.tidemark.model.plan.PlanSpace;
import io.tidemark.model.plan.PlanState;
import io.tidemark.model.plan.StatedPeak;
import io.tidemark.model.plan.StepUse;
import io.tidemark.model.run.AnalysisFailure;
import io.tidemark.model.run.ReadLines;
import io.tidemark.model.run.Refusals;
import io.tidemark.model.run.RunFailures;
import io.tidemark.model.run.RunSource;
import io.tidemark.model.run.RunStatus;
import io.tidemark.model.run.RunTime;
import io.tidemark.model.run.RunTracking;
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

  private static final Culprit CULPRIT =
      new Culprit("MatmulOp", "model.py:6", "AddOp", "loc(\"add.7\")");

  private Made() {}

  public static RunStatus status(String generation, long nextOffset, @Nullable Long endMillis) {
    return new RunStatus(
        new RunSource(generation, nextOffset, "box-1"),
        new ReadLines(List.of("tenstorrent"), new RunStatus.Lines(60, 30, 2, 5, 3), 1, 512),
        new RunTracking(12, false, null),
        RunFailures.NONE,
        MadeTraining.TRAINING,
        new RunTime(NEW_YEAR_MILLIS, endMillis));
  }

  /** A run that goes on in this generation after so many bytes of earlier ones. */
  public static RunStatus rotated(String generation, long nextOffset, String first, long bytes) {
    RunStatus plain = status(generation, nextOffset, null);
    RunSource.Earlier earlier = new RunSource.Earlier(first, bytes);
    return new RunStatus(
        new RunSource(generation, nextOffset, plain.source().host(), null, Map.of(), null, earlier),
        plain.read(),
        plain.tracking(),
        plain.failures(),
        plain.training(),
        plain.time());
  }

  /** A run of one of several workers, whose lines contradict each other. */
  public static RunStatus contradicting(RunStatus of) {
    return new RunStatus(
        new RunSource(
            of.generation(), of.nextOffset(), of.source().host(), "rank1", Map.of(), null),
        of.read(),
        new RunTracking(
            of.snapshots(), of.tracking().flatAttribution(), of.tracking().turnedAway(), 7L, null),
        of.failures(),
        of.training(),
        of.time());
  }

  /** A run whose tailer has said that nothing follows after so many bytes. */
  public static RunStatus rested(RunStatus of, long offset) {
    return new RunStatus(
        of.source(),
        of.read(),
        new RunTracking(of.snapshots(), false, null, null, offset),
        of.failures(),
        of.training(),
        of.time());
  }

  public static RunStatus outOfMemory(long nextOffset, long count, long... offsets) {
    List<MemoryEvent.OutOfMemory> events =
        java.util.Arrays.stream(offsets).mapToObj(Made::outOfMemory).toList();
    RunStatus plain = status("g1", nextOffset, null);
    return new RunStatus(
        new RunSource(plain.generation(), nextOffset, plain.source().host()),
        new ReadLines(plain.formats(), plain.lines(), plain.gaps(), plain.read().gapBytes()),
        new RunTracking(plain.snapshots(), false, null),
        new RunFailures(events, count, null, null, null, null, null),
        plain.training(),
        new RunTime(plain.startMillis(), null));
  }

  public static RunStatus turnedAway(long nextOffset, long devices, long memories) {
    RunStatus plain = status("g1", nextOffset, null);
    return new RunStatus(
        new RunSource(plain.generation(), nextOffset, plain.source().host()),
        new ReadLines(plain.formats(), plain.lines(), plain.gaps(), plain.read().gapBytes()),
        new RunTracking(plain.snapshots(), false, new RunStatus.TurnedAway(devices, memories)),
        RunFailures.NONE,
        plain.training(),
        new RunTime(plain.startMillis(), null));
  }

  private static MemoryEvent.OutOfMemory outOfMemory(long offset) {
    return new MemoryEvent.OutOfMemory(
        new LogPosition(offset, NEW_YEAR_MILLIS + 2000),
        "0",
        "DRAM",
        new Shortage(
            12,
            268_435_456L,
            BankBytes.stated(22_369_622, 1021 * MIB, 1011 * MIB, 10 * MIB, 9 * MIB)),
        Diagnosis.NOT_ENOUGH_FREE,
        null,
        "MatmulOp");
  }

  public static MemoryUsage usage(long usedBytes, long recentPeakBytes, long offset) {
    long capacityBytes = 1024 * MIB;
    long freeBytes = capacityBytes - usedBytes;
    MemoryView now = new MemoryView("DRAM", 12, capacityBytes, usedBytes, freeBytes, freeBytes / 2);
    Peak peak = new Peak(900 * MIB, CULPRIT, false, new LogPosition(offset, 0));
    Peak tidemark =
        new Peak(950 * MIB, CULPRIT, true, new LogPosition(offset, NEW_YEAR_MILLIS + 1500));
    return new MemoryUsage(
        now,
        12,
        new MemoryPeaks(peak, tidemark, recentPeakBytes, 0.5, null),
        "AddOp",
        new SubmissionUse(700 * MIB, 2 * MIB, new OverLastRun(1, 825 * MIB, 800 * MIB)),
        new LiveTensors(3, 600 * MIB, 40 * MIB, MIB, 5 * MIB),
        new LogPosition(offset, NEW_YEAR_MILLIS + offset));
  }

  /** A timeline of four snapshots, two per bucket. */
  public static MemoryTimeline timeline(long offset) {
    return new MemoryTimeline(
        new MemoryTimeline.Axis(
            0, 2, List.of(0, 1), List.of(7 * MIB, 8L), List.of(7 * MIB, 9L), highs()),
        new MemoryTimeline.Axis(
            NEW_YEAR_MILLIS,
            1000,
            List.of(0, 4),
            List.of(7 * MIB, 8L),
            List.of(7 * MIB, 9L),
            highs()),
        offset);
  }

  private static List<MemoryTimeline.Band> bands() {
    return List.of(
        new MemoryTimeline.Band("AddOp", "layers.0", "model.py:7", MIB, List.of(7 * MIB, 9L)));
  }

  private static MemoryTimeline.Highs highs() {
    List<Long> free = List.of(2 * MIB, MIB);
    return new MemoryTimeline.Highs(
        List.of(1L, 3L), List.of("AddOp"), List.of(0, 1), free, List.of(1L, 2L), bands());
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
        name,
        count,
        peakMib * MIB / 2,
        peakMib * MIB,
        new OpChange(growthMib * MIB, growthMib * MIB, 0, 0),
        growthMib * MIB);
  }

  public static OpTable ops(long offset, OpUsage... ops) {
    return new OpTable(List.of(ops), 3, offset, 7 * MIB, List.of());
  }

  public static PlanRecord.Summary summary(long offset) {
    return new PlanRecord.Summary(
        new Attempt(
            "shape_secs=1,1,1", PlanState.SUCCESS, new LogPosition(offset, NEW_YEAR_MILLIS)),
        new PlanSpace("LMEM", 128 * 1024, 8192, 15),
        new StepUse(3, List.of(1L, 2L, 3L), List.of(1L, 2L, 3L), List.of(), null),
        new PlanPeaks(
            new PlanPeak(100_000, 2),
            new PlanPeak(100_000, 2),
            StatedPeak.UNKNOWN,
            Map.of("weight", 60_000L, "activation", 40_000L),
            List.of(),
            List.of()),
        new PlanArena(120_000, new Placements(38, 0, 0, 0), 120_000, 640, null, null, null),
        List.of(),
        List.of());
  }

  public static PlanRecord.Page page(String buffer, long offset) {
    return new PlanRecord.Page(
        List.of(
            new MemoryEvent.Interval(
                new LogPosition(offset, NEW_YEAR_MILLIS),
                PLAN.plan(),
                "LMEM",
                new PlannedBuffer(buffer, "Conv", "weight"),
                Lifetime.of(0, 2),
                Extent.stated(0, 640),
                true)),
        offset);
  }

  /** A run whose analysis failed for the third time. */
  public static RunStatus failed() {
    RunStatus plain = status("g1", 120, NEW_YEAR_MILLIS + 3000);
    AnalysisFailure failure =
        new AnalysisFailure(
            80, AnalysisFailure.Step.APPLY, "java.lang.IllegalStateException: planted", true);
    return new RunStatus(
        plain.source(),
        plain.read(),
        plain.tracking(),
        new RunFailures(List.of(), 0, null, refused(), null, null, null),
        null,
        new RunTime(plain.startMillis(), plain.endMillis(), failure));
  }

  /** A run that another version, or an error at this step, ended. */
  public static RunStatus endedBy(AnalysisFailure.Step step) {
    RunStatus plain = status("g1", 120, NEW_YEAR_MILLIS + 1);
    AnalysisFailure failure = new AnalysisFailure(80, step, "the reason", false);
    RunTime time = new RunTime(plain.startMillis(), plain.endMillis(), failure);
    return new RunStatus(
        plain.source(), plain.read(), plain.tracking(), plain.failures(), null, time);
  }

  /** Equal refusals, and one that is no longer among the newest. */
  private static Refusals refused() {
    Refusals.Refused one =
        new Refusals.Refused(
            outOfMemory(60).allocation(), 3, NEW_YEAR_MILLIS, NEW_YEAR_MILLIS + 1000);
    return new Refusals(List.of(one), 4, "step 41");
  }

  /** A run with this many refused allocations. */
  public static RunStatus refused(long count, @Nullable Long endMillis) {
    RunStatus plain = status("g1", 9000, endMillis);
    return new RunStatus(
        plain.source(),
        plain.read(),
        plain.tracking(),
        new RunFailures(
            List.of(), 0, null, new Refusals(refused().newest(), count, null), null, null, null),
        plain.training(),
        plain.time());
  }

  /** One run with two memories, ops, a plan and a failed allocation, all read at New Year. */
  public static BoardBuilder board() {
    BoardBuilder board = new BoardBuilder();
    board.applyRun(RUN, outOfMemory(5000, 1, 4000));
    board.applyUsage(DRAM, usage(600 * MIB, 700 * MIB, 4500), NEW_YEAR_MILLIS);
    board.applyAlert(alertKey(AlertRule.CRITICAL), alert(null, 4400));
    board.applyAlert(alertKey(AlertRule.NEAR_CAPACITY), alert(NEW_YEAR_MILLIS + 9, 4500));
    board.applyUsage(L1, usage(10 * MIB, 10 * MIB, 4500), NEW_YEAR_MILLIS);
    board.applyRun(new RunId("b.log", 1), failed());
    board.countReject(
        "june.log", new Reject("g1", 9, 1, 12, "tenstorrent", "no size after a bank", "…"));
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
