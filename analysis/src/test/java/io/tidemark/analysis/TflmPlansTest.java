package io.tidemark.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.plan.FindingKind;
import io.tidemark.model.plan.PlanRecord;
import io.tidemark.model.plan.PlanRecord.Finding;
import io.tidemark.model.plan.PlanRecord.Partner;
import io.tidemark.model.plan.PlanState;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class TflmPlansTest {

  private static PlanRecord.Summary plan(LogRun run, int number) {
    return (PlanRecord.Summary) run.plans.get("log#1 tflite-micro#" + number + " 0");
  }

  private static String buffer(int id, int size, int offset, int first, int last) {
    return "%d (id=%d): size=%d, offset=%d, first_used=%d last_used=%d\n"
        .formatted(id, id, size, offset, first, last);
  }

  private static PlanRecord.Summary plan(String... buffers) {
    LogRun run = LogRun.of(String.join("", buffers).getBytes(StandardCharsets.UTF_8));
    run.end();
    return plan(run, 1);
  }

  @Test
  void aPlanWithoutOverlapsAddsUpStepByStep() {
    LogRun run = LogRun.of(GoldenCase.log("tflm/plans"));
    PlanRecord.Summary plan = plan(run, 1);
    assertThat(plan.use().usedPerStep())
        .containsExactly(9216L, 13_824L, 13_824L, 11_520L, 2368L, 64L);
    assertThat(plan.arenaBytes()).isEqualTo(13_824);
    assertThat(plan.state()).isEqualTo(PlanState.COMPLETE);
    assertThat(plan.findings()).isEmpty();
    assertThat(plan.peaks().owners())
        .containsExactly(
            new PlanRecord.Owner("buffer 0", 0, 9216, null, null),
            new PlanRecord.Owner("buffer 1", 9216, 4608, null, null));
    assertThat(run.rejects).isEmpty();
  }

  @Test
  void aFailureThatALaterLineTellsBySizeAloneIsOne() {
    String tail = "Failed to allocate tail memory. Requested: 96, available 32, missing: 64\n";
    String names = "Failed to allocate memory for context->eval_tensors, %d bytes required\n";
    assertThat(failures(tail + names.formatted(96))).isOne();
    assertThat(failures(tail + names.formatted(97))).isEqualTo(2);
    assertThat(failures(names.formatted(96) + names.formatted(97))).isEqualTo(2);
  }

  private static long failures(String log) {
    LogRun run = LogRun.of(log.getBytes(StandardCharsets.UTF_8));
    run.end();
    return run.runs.firstEntry().getValue().failures().count();
  }

  @Test
  void theTableOfABenchmarkIsAPlan() {
    String table =
        """
        [[ Table ]]: Arena
                Arena   Bytes   % Arena
                Total | 900 |   100.00
        NonPersistent | 600 |    66.67
           Persistent | 300 |    33.33
        """;
    assertThat(plan(table).arenaBytes()).isEqualTo(900);
    assertThat(plan("a\n   Persistent | 300 |    33.33\n")).isNull();
  }

  private static Finding overlap(String one, long bytes, String other, long otherBytes) {
    return new Finding(
        FindingKind.OVERLAP,
        one + " and " + other + " at step 2",
        List.of(new Partner(one, bytes), new Partner(other, otherBytes)));
  }

  @Test
  void buffersAliveAtOneStepThatShareAddressesAreFound() {
    LogRun run = LogRun.of(GoldenCase.log("tflm/plans"));
    assertThat(plan(run, 2).findings())
        .containsExactly(
            overlap("buffer 0", 4096, "buffer 2", 1024),
            overlap("buffer 1", 2048, "buffer 2", 1024));
    assertThat(plan(run, 2).arena().placements().placed()).isEqualTo(4);
  }

  @Test
  void theLastStepIsStillHeldAndTheNextIsNot() {
    assertThat(plan(buffer(0, 8, 0, 0, 2), buffer(1, 8, 0, 2, 3)).findings())
        .containsExactly(overlap("buffer 0", 8, "buffer 1", 8));
    assertThat(plan(buffer(0, 8, 0, 0, 2), buffer(1, 8, 0, 3, 3)).findings()).isEmpty();
    assertThat(plan(buffer(0, 8, 0, 0, 2), buffer(1, 8, 8, 2, 3)).findings()).isEmpty();
  }

  @Test
  void buffersWithoutAPlaceOrASizeOverlapNone() {
    assertThat(
            plan(buffer(0, 8, 0, 0, 2), buffer(1, 8, -1, 0, 2), buffer(2, 0, 4, 0, 2)).findings())
        .isEmpty();
  }

  @Test
  void aListThatTheLogEndsInIsCheckedToo() {
    PlanRecord.Summary plan = plan(buffer(0, 8, 0, 0, 2), buffer(1, 8, 4, 1, 1));
    assertThat(plan.state()).isEqualTo(PlanState.TRUNCATED);
    assertThat(plan.findings())
        .containsExactly(
            new Finding(
                FindingKind.OVERLAP,
                "buffer 0 and buffer 1 at step 1",
                List.of(new Partner("buffer 0", 8), new Partner("buffer 1", 8))));
  }
}
