package io.tidemark.analysis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.plan.PlanRecord.Page;
import io.tidemark.model.plan.PlanRecord.Summary;
import io.tidemark.model.plan.PlanState;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Dumps that are still being written. */
class XlaDumpCutTest {

  private static final String ASSIGNMENT =
      """
      BufferAssignment:
      allocation 0: size 100, preallocated-temp:
       value: <1 a @0> (size=60,offset=0): f32[15]{0}
      """;

  private static LogRun run(String log) {
    return LogRun.of(log.getBytes(UTF_8));
  }

  private static Summary summary(LogRun run) {
    return (Summary) Objects.requireNonNull(run.plans.get("log#1 module DEFAULT 0"));
  }

  private static List<String> findings(LogRun run) {
    return summary(run).findings().stream().map(finding -> finding.kind().name()).toList();
  }

  @Test
  void aPlanThatLosesItsOnlyPageDoesNotStopItsSource() {
    LogRun run =
        run(
            ASSIGNMENT
                + """
                HloLiveRange (max 4):
                    b{}:1-2
                  Live ranges at 1 (peak):
                """);
    assertThat(summary(run).arena().placements().placed()).isZero();
    assertThat(summary(run).arena().placements().cut()).isEqualTo(1);
    assertThat(summary(run).state()).isEqualTo(PlanState.OPEN);
    assertThat(findings(run)).containsExactly("NO_LIVE_RANGE", "UNLISTED_VALUES");
    assertThat(run.plans.get("log#1 module DEFAULT 1"))
        .isInstanceOfSatisfying(Page.class, page -> assertThat(page.intervals()).isEmpty());
    run.end();
    assertThat(summary(run).state()).isEqualTo(PlanState.TRUNCATED);
  }

  /** 600 arenas with one value each are shown whole until the live ranges of 300 values arrive. */
  @Test
  void pagesBeyondTheNewEndAreEmptiedWhetherOrNotTheSourceWasLoadedAgain() {
    String assignment =
        "BufferAssignment:\n"
            + IntStream.range(0, 600)
                .mapToObj(
                    i ->
                        """
                        allocation %1$d: size 64, preallocated-temp:
                         value: <%1$d v.%1$d @0> (size=64,offset=0): f32[16]{0}
                        """
                            .formatted(i))
                .collect(Collectors.joining());
    String ranges =
        "HloLiveRange (max 4):\n"
            + IntStream.range(0, 300)
                .mapToObj("    v.%d{}:1-2\n"::formatted)
                .collect(Collectors.joining());
    LogRun run = new LogRun();
    run.feedNext("life", (assignment + "HloLiveRange (max 4):\n").getBytes(UTF_8));
    run.publish();
    assertThat(pageSizes(run)).containsExactly(256, 256, 88);
    // The same file again begins the next module; these lines are ranges of the first one.
    run.feedNext("life", ranges.substring(ranges.indexOf('\n') + 1).getBytes(UTF_8));
    run.feedNext("life", "  Live ranges at 1 (peak):\n".getBytes(UTF_8));
    run.publish();
    assertThat(pageSizes(run)).containsExactly(256, 44, 0);

    var published = List.copyOf(run.plans.entrySet());
    run.plans.clear();
    run.restart();
    run.publish();
    assertThat(run.plans.entrySet()).containsExactlyElementsOf(published);
    assertThat(summary(run).arena().placements().cut()).isEqualTo(300);
  }

  private static List<Integer> pageSizes(LogRun run) {
    return run.plans.values().stream()
        .filter(Page.class::isInstance)
        .map(record -> ((Page) record).intervals().size())
        .toList();
  }

  /** The key of a page without intervals is deleted, too, when its run is dropped. */
  @Test
  void aForgottenRunTakesBackItsEmptiedPages() {
    LogRun run = new LogRun();
    String shrunk = ASSIGNMENT + "HloLiveRange (max 4):\n    b{}:1-2\n  Live ranges at 1 (peak):\n";
    for (int life = 0; life < 60; life++) {
      run.feed("life" + life, shrunk.getBytes(UTF_8), 0, shrunk.length());
      run.publish();
    }
    assertThat(run.gone).isNotEmpty();
    run.gone.forEach(
        gone -> assertThat(gone.lastPages()).containsEntry("module DEFAULT", 1).hasSize(1));
  }

  /** Only one value has tiles, and it comes after the first plan, which keeps its name. */
  @Test
  void aPlanKeepsItsNameWhenLaterLinesTellTheMemory() {
    LogRun run =
        run(
            """
            Used values:
            <1 a @0>
             from instruction: %a = f32[15]{0} add(%b)
            BufferAssignment:
            allocation 0: size 100, preallocated-temp:
             value: <1 a @0> (size=60,offset=0): f32[15]{0}
             value: <2 b @0> (size=60,offset=0): f32[15]{0:T(128)}
            HloLiveRange (max 4):
                a{}:1-2
                b{}:3-4
              Live ranges at 1 (peak):
            """);
    assertThat(run.summaries()).hasSize(1);
    assertThat(summary(run).memory()).isEqualTo("DEFAULT");
  }
}
