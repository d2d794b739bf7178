package io.tidemark.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.plan.PlanRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Endless plans, buffers and reports are limited, and the limit is reported. */
@Tag("slow")
class HostilePlansTest {

  private static String placement(int plan, String name) {
    return "; action = lmem_assign; debug_range = given; step = dump_lmem_assign_result"
        + "; tag = iteration_result; status = success; lmem_type = LMEM_WEIGHT"
        + "; op_type = top.Weight; op_name = "
        + name
        + "; addr = 0x00000000; size = 64; timestep_start = 0; timestep_end = 1"
        + "; timestep_mode = TIMESTEP_LDST_UNKNOWN; hold_in_lmem = 0; allow_bank_conflict = 0"
        + "; one_loop = 0; shape_secs = 1,1,1,1,"
        + plan
        + "\n";
  }

  @Test
  void aRestartLeavesPlansThatHaveEndedWhereTheyAre() {
    // A repeated buffer name begins another plan.
    LogRun run =
        HostileStateTest.run(
            HostileStateTest.MANY, i -> placement(1, "buffer" + i % (HostileStateTest.MANY / 10)));
    run.publish();
    run.restart();
    assertThat(run.weightBytes()).isBetween(1L, 400L * HostileStateTest.MANY / 10);
  }

  @Test
  void plansBeyondTheLimitAreTurnedAway() {
    LogRun run = HostileStateTest.run(HostileStateTest.MANY, i -> placement(i, "buffer"));
    assertThat(run.plans).hasSize(2 * 1024);
    assertThat(PartSizes.count(run.parts)).isLessThan(2 * 1024 + 16);
  }

  @Test
  void aPlanOfTooManyBuffersIsCutAndSaysSo() {
    LogRun run = HostileStateTest.run(70_000, i -> placement(1, "buffer" + i));
    assertThat(run.plans.values())
        .anySatisfy(
            record ->
                assertThat(record)
                    .isInstanceOfSatisfying(
                        PlanRecord.Summary.class,
                        plan ->
                            assertThat(plan.arena().placements().cut())
                                .isEqualTo(70_000 - 65_536)));
  }

  @Test
  void aReportOfBuffersAndPartsWithoutEndIsCutAndSaysSo() {
    String head = "Out of memory while trying to allocate 1 bytes\nTotal hbm usage >= 1G:\n";
    LogRun run =
        HostileStateTest.run(
            HostileStateTest.MANY / 10,
            i ->
                (i == 0 ? head : "")
                    + "    program%d 9000G\n".formatted(i)
                    + "  %d. Size: 9000G\n     XLA label: %s\n".formatted(i, "l".repeat(500))
                    + "     ==========================\n");
    assertThat(run.plans.values())
        .anySatisfy(
            record ->
                assertThat(record)
                    .isInstanceOfSatisfying(
                        PlanRecord.Summary.class,
                        plan -> {
                          assertThat(plan.arena().placements().cut())
                              .isGreaterThan(HostileStateTest.MANY / 10 - 100);
                          assertThat(plan.peakBytes()).isPositive();
                        }));
    assertThat(PartSizes.bytes(run.parts)).isLessThan(128 * 1024);
  }
}
