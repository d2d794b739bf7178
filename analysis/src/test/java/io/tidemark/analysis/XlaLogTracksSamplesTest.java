package io.tidemark.analysis;

import static io.tidemark.analysis.XlaLogTracksTest.failures;
import static io.tidemark.analysis.XlaLogTracksTest.plan;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.tidemark.model.Samples;
import io.tidemark.model.event.Diagnosis;
import io.tidemark.model.event.MemoryEvent.Interval;
import io.tidemark.model.event.MemoryEvent.OutOfMemory;
import io.tidemark.model.event.MemoryEvent.Snapshot;
import io.tidemark.model.memory.MemoryUsage;
import io.tidemark.model.plan.PlanRecord;
import io.tidemark.model.plan.PlanRecord.Summary;
import io.tidemark.model.plan.PlanState;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class XlaLogTracksSamplesTest {

  private static final String GEMMA = "tpu_oom_2024_jax_easydel_gemma.txt";
  private static final String RESERVE = "tpu_oom_2020_torchxla_v2-8.txt";
  private static final String GPU = "gpu_oom_bufferassignment_jax13428.txt";
  private static final String SHORT = "tpu_oom_short_libtpu0.0.42.1.txt";
  private static final String DUMP = "bfc_tf2.21_cpu_bfc_full_dump.log";
  private static final String TAILS = "bfc_gpu_tail_2022_2024.txt";
  private static final String SOFT = "bfc_gpu_t4_tf_gsate_1.log";

  private static LogRun sample(String name) {
    return XlaLogTracksTest.of(Samples.bytes("xla/" + name));
  }

  private static List<Interval> buffers(LogRun run, String name) {
    PlanRecord page = Objects.requireNonNull(run.plans.get("log#1 " + name + " 1"), name);
    return ((PlanRecord.Page) page).intervals();
  }

  private static long gib(double figure) {
    return Math.round(figure * (1L << 30));
  }

  @Test
  void aLongReportIsOneFailureAndThePlanThatDidNotFit() {
    LogRun run = sample(GEMMA);
    assertThat(failures(run))
        .singleElement()
        .satisfies(
            failure -> {
              assertThat(failure.memory()).isEqualTo("HBM");
              assertThat(failure.shortage().neededBytes()).isEqualTo(gib(30.21));
              assertThat(failure.bank().bankBytes()).isEqualTo(gib(15.48));
              assertThat(failure.diagnosis()).isEqualTo(Diagnosis.LARGER_THAN_AN_EMPTY_BANK);
              assertThat(failure.diagnosis().missing(failure.bank()))
                  .isBetween(gib(14.72), gib(14.74));
            });
    Summary plan = plan(run, "xla-out-of-memory#1");
    assertThat(plan.state()).isEqualTo(PlanState.FAILED);
    assertThat(plan.memory()).isEqualTo("HBM");
    assertThat(plan.space().capacityBytes()).isEqualTo(gib(15.48));
    assertThat(plan.arenaBytes()).isBetween(gib(30.21), gib(30.22));
    assertThat(plan.peakBytes()).isBetween(gib(30.20), gib(30.22));
    assertThat(plan.peaks().classBytes())
        .containsOnlyKeys("temporary", "parameter", "global", "scoped")
        .containsEntry("temporary", gib(14.31))
        .containsEntry("parameter", gib(15.90));
    assertThat(buffers(run, "xla-out-of-memory#1").get(0))
        .satisfies(
            buffer -> {
              assertThat(buffer.buffer().name())
                  .isEqualTo("convert.15982 bf16[256000,3072] at 19855715.py:3");
              assertThat(buffer.buffer().op()).startsWith("pjit(generate)/jit(main)/Flax");
              assertThat(buffer.bytes()).isEqualTo(gib(1.46));
              assertThat(buffer.extent().unpaddedBytes()).isEqualTo(gib(1.46));
              assertThat(buffer.buffer().bufferClass()).isEqualTo("temporary");
              assertThat(buffer.extent().address()).isZero();
            });
    assertThat(run.events).filteredOn(Interval.class::isInstance).hasSize(5);
    assertThat(run.rejects).isEmpty();
    assertThat(run.runs.firstEntry().getValue().formats()).containsExactly("xla-log");
  }

  @Test
  void whatIsPrintedAgainIsNotToldAgain() {
    byte[] once = Samples.bytes("xla/" + GEMMA);
    String text = new String(once, StandardCharsets.UTF_8);
    LogRun twice = XlaLogTracksTest.of((text + "\n" + text).getBytes(StandardCharsets.UTF_8));
    assertThat(failures(twice)).hasSize(1);
    assertThat(twice.plans.keySet()).isEqualTo(sample(GEMMA).plans.keySet());
  }

  @Test
  void aReportBehindALoggersPrefixIsTheSame() {
    String text = new String(Samples.bytes("xla/" + GEMMA), StandardCharsets.UTF_8);
    String logged =
        text.replaceAll("(?m)^", "(pid=7) 2020-05-04 09:05:40.721128: E    1578 x/util.cc:76] ");
    assertThat(buffers(XlaLogTracksTest.of(logged), "xla-out-of-memory#1"))
        .usingRecursiveFieldByFieldElementComparatorIgnoringFields("at")
        .isEqualTo(buffers(sample(GEMMA), "xla-out-of-memory#1"));
  }

  @Test
  void aFailedReservationTellsWhatWasHeldInExactBytes() {
    LogRun run = sample(RESERVE);
    assertThat(failures(run))
        .singleElement()
        .satisfies(
            failure -> {
              assertThat(failure.memory()).isEqualTo("HBM");
              assertThat(failure.shortage().neededBytes()).isEqualTo(4_237_689_856L);
              assertThat(failure.bank().bankBytes()).isEqualTo(gib(8));
              assertThat(failure.bank().usedPerBank()).isEqualTo(6_532_939_776L);
              assertThat(failure.bank().freePerBank()).isEqualTo(gib(8) - 6_532_939_776L);
              assertThat(failure.diagnosis()).isEqualTo(Diagnosis.NOT_ENOUGH_FREE);
            });
    MemoryUsage hbm = run.usage.get("log#1 0 HBM");
    assertThat(hbm.now().usedBytes()).isEqualTo(6_532_939_776L);
    assertThat(hbm.now().capacityBytes()).isEqualTo(gib(8));
    Summary plan = plan(run, "xla-out-of-memory#1");
    assertThat(plan.peakBytes()).isBetween(gib(10.90), gib(10.96));
    assertThat(plan.space().capacityBytes()).isEqualTo(gib(8));
    assertThat(plan.peaks().classBytes())
        .containsEntry("heap allocations (without fragmentation)", gib(6.08))
        .containsEntry("temporary", gib(3.93))
        .doesNotContainKeys("parameter", "output", "Max free chunk");
  }

  @Test
  void aBufferAssignmentsPeakBuffersAreKept() {
    LogRun run = sample(GPU);
    assertThat(failures(run))
        .singleElement()
        .satisfies(
            failure -> {
              assertThat(failure.shortage().neededBytes()).isEqualTo(6_291_456);
              assertThat(failure.diagnosis()).isEqualTo(Diagnosis.UNKNOWN);
            });
    Summary plan = plan(run, "xla-out-of-memory#1");
    assertThat(plan.arenaBytes()).isEqualTo(12 << 20);
    assertThat(plan.peakBytes()).isEqualTo(12 << 20);
    assertThat(plan.peaks().classBytes())
        .containsOnly(entry("output", 6L << 20), entry("parameter", 6L << 20));
    assertThat(buffers(run, "xla-out-of-memory#1"))
        .extracting(i -> i.buffer().name())
        .containsExactly(
            "concatenate f32[4096,128,3] at models.py:689",
            "parameter f32[256,128,3]",
            "(parameter)");
    assertThat(buffers(run, "xla-out-of-memory#1").get(0).buffer().op())
        .isEqualTo("jit(concatenate)/jit(main)/concatenate[dimension=0]");
  }

  @Test
  void everyShortTextIsAFailureOfItsOwn() {
    LogRun run = sample(SHORT);
    assertThat(failures(run))
        .extracting(OutOfMemory::memory)
        .containsExactly("HBM", "HBM", "HBM", "HBM", "HBM", "HBM", "HBM", "HBM", "VMEM", "SMEM");
    assertThat(failures(run).get(0).shortage().neededBytes()).isEqualTo(gib(45.02));
    assertThat(failures(run).get(8))
        .satisfies(
            failure -> {
              assertThat(failure.shortage().neededBytes()).isEqualTo(268_435_456);
              assertThat(failure.bank().bankBytes()).isEqualTo(134_217_728);
              assertThat(failure.allocation().where())
                  .startsWith("#allocation2, u8[268435456]{0}, input window");
            });
    assertThat(run.plans).isEmpty();
  }

  @Test
  void twoThreadsDumpsTornIntoEachOtherAreTwoFailuresWithExactFigures() {
    LogRun run = sample(DUMP);
    assertThat(failures(run))
        .extracting(OutOfMemory::during)
        .containsExactly("Gelu/mul", "Gelu/Neg");
    assertThat(failures(run))
        .allSatisfy(
            failure -> {
              assertThat(failure.memory()).isEqualTo("HOST");
              assertThat(failure.shortage().neededBytes()).isEqualTo(16_777_216);
              assertThat(failure.bank().bankBytes()).isEqualTo(201_326_592);
              assertThat(failure.bank().usedPerBank()).isEqualTo(190_843_136);
              assertThat(failure.bank().freePerBank()).isEqualTo(10_483_456);
              assertThat(failure.bank().largestFreePerBank()).isEqualTo(4_194_304);
              assertThat(failure.diagnosis()).isEqualTo(Diagnosis.NOT_ENOUGH_FREE);
            });
    MemoryUsage host = run.usage.get("log#1 0 HOST");
    assertThat(host.now().usedBytes()).isEqualTo(190_843_136);
    assertThat(host.now().capacityBytes()).isEqualTo(201_326_592);
    assertThat(host.now().largestFreeBytes()).isEqualTo(4_194_304);
    assertThat(host.tidemark().usedBytes()).isEqualTo(190L << 20);
    // One snapshot of the peak, and one of the state from each thread.
    assertThat(run.events).filteredOn(Snapshot.class::isInstance).hasSize(3);
    assertThat(run.rejects).isEmpty();
  }

  @Test
  void aDumpsTailIsASnapshotOfAMemoryUntold() {
    LogRun run = sample(TAILS);
    assertThat(failures(run)).isEmpty();
    MemoryUsage bfc = run.usage.get("log#1 0 BFC");
    assertThat(bfc.now().capacityBytes()).isEqualTo(40_231_108_608L);
    assertThat(bfc.now().usedBytes()).isEqualTo(39_851_412_480L);
    assertThat(bfc.tidemark().usedBytes()).isEqualTo(39_875_904_000L);
    assertThat(bfc.snapshots()).isEqualTo(4);
  }

  @Test
  void whatItsCallerCanDoWithoutIsNoFailure() {
    LogRun run = sample(SOFT);
    assertThat(failures(run)).isEmpty();
    assertThat(run.usage).isEmpty();
    assertThat(run.runs.firstEntry().getValue().lines().fact()).isEqualTo(28);
  }

  @Test
  void whatACallerCanDoWithoutIsCountedAndSurvivesARestart() {
    byte[] log = Samples.bytes("xla/" + SOFT);
    LogRun run = new LogRun();
    int middle =
        new String(log, 0, log.length / 2, StandardCharsets.ISO_8859_1).lastIndexOf('\n') + 1;
    run.feed("life", log, 0, middle);
    run.restart();
    run.feed("life", log, middle, log.length);
    run.end();
    // Result of grep -c "this is not a failure" on the sample.
    assertThat(run.runs.firstEntry().getValue().failures().refused().count()).isEqualTo(10);
  }
}
