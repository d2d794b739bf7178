package io.tidemark.analysis.message;

import static io.tidemark.analysis.message.StatedMemoryTest.ROWS;
import static io.tidemark.analysis.message.StatedMemoryTest.run;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.LogRun;
import io.tidemark.model.plan.PlanRecord;
import io.tidemark.model.plan.PlanState;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The plans that the messages of a run state, part by part. */
class StatedPlansTest {

  /** Each plan's key, capacity and parts. */
  private static List<String> plans(LogRun run) {
    List<String> plans = new ArrayList<>();
    run.plans.forEach(
        (key, record) -> {
          if (record instanceof PlanRecord.Summary plan) {
            String parts =
                plan.peaks().owners().stream()
                    .map(part -> part.buffer() + ' ' + part.bytes())
                    .collect(joining(", "));
            plans.add("%s of %d: %s".formatted(key, plan.space().capacityBytes(), parts));
          }
        });
    return plans;
  }

  @Test
  void theFirstPartBeginsThePlanOfItsDevice() {
    LogRun run =
        run(
            "the store 1 will keep 5 of books",
            "the store 2 will keep 7 of books",
            "the store will keep 3 of books",
            "the store 1 will keep 6 of books and 2 of tools");
    assertThat(plans(run))
        .containsExactlyInAnyOrder(
            "log#1 keeps 1#1 0 of 0: books 6, tools 2",
            "log#1 keeps 2#2 0 of 0: books 7",
            "log#1 keeps#3 0 of 0: books 3");
  }

  /** A linker says only by how much a region is too small. */
  @Test
  void aPlanMayStateWhatIsMissingAlone() {
    LogRun run = LogRun.of("ld: region `RAM' overflowed by 2048 bytes\n".getBytes(UTF_8));
    run.end();
    assertThat(run.plans.values())
        .filteredOn(PlanRecord.Summary.class::isInstance)
        .singleElement()
        .satisfies(
            plan ->
                assertThat(((PlanRecord.Summary) plan).tooLarge())
                    .contains("RAM is 2.00 KiB too small"));
    assertThat(run.alerts.keySet()).singleElement().asString().contains("WILL_NOT_FIT");
  }

  @Test
  void aPartOfNothingBeginsNoPlan() {
    assertThat(run("the store 1 will keep 0 of books").plans).isEmpty();
    assertThat(plans(run("the store 1 will keep 0 of books", "the store 1 will keep 6 of books")))
        .containsExactly("log#1 keeps 1#1 0 of 0: books 6");
  }

  /** A writer may use one name for several things, and announce which one it means. */
  @Test
  void aPartHasTheNameThatIsAnnounced() {
    String rows =
        ROWS
            + """

            [[message]]
            name = "announces"
            is = "part"
            text = 'next come the old books'
            defaults = { where = "old books" }
            examples = [ { line = 'next come the old books', reads = {} } ]
            """;
    LogRun run =
        run(
            rows,
            0,
            "the store 1 will keep 5 of books and 2 of tools",
            "next come the old books",
            "the store 1 will keep 3 of books and 4 of tools",
            "the store 1 plans with 9",
            "the store 1 will keep 6 of books");
    assertThat(plans(run))
        .containsExactlyInAnyOrder(
            "log#1 keeps 1#1 0 of 0: books 5, tools 4, old books 3",
            "log#1 budget 1#2 0 of 9: books 6");
  }

  @Test
  void aPartBelongsToTheNewestPlanOfItsDevice() {
    LogRun run =
        run(
            "the store 1 plans with 9",
            "the store 2 plans with 8",
            "the store 1 will keep 5 of books",
            "the store 1 plans with 7",
            "the store 1 will keep 4 of books");
    assertThat(plans(run))
        .containsExactlyInAnyOrder(
            "log#1 budget 1#1 0 of 9: books 5",
            "log#1 budget 2#2 0 of 8: ",
            "log#1 budget 1#3 0 of 7: books 4");
  }

  /** How large a store is does not show that anything fits into it. */
  @Test
  void aPlanThatIsASizeAloneIsNotWhole() {
    LogRun run = run("the store 1 plans with 9", "the store 2 plans with 8");
    run.feedNext("life", "the store 2 will keep 5 of books\n".getBytes(UTF_8));
    run.end();
    assertThat(run.plans.values())
        .filteredOn(PlanRecord.Summary.class::isInstance)
        .extracting(plan -> ((PlanRecord.Summary) plan).state())
        .containsExactly(PlanState.TRUNCATED, PlanState.COMPLETE);
  }
}
