package io.tidemark.app.summary;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.system.xla.Xla;
import io.tidemark.model.log.LogPosition;
import io.tidemark.model.log.RunId;
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
import io.tidemark.model.run.ReadLines;
import io.tidemark.model.run.RunFailures;
import io.tidemark.model.run.RunSource;
import io.tidemark.model.run.RunStatus;
import io.tidemark.model.run.RunTime;
import io.tidemark.model.run.RunTracking;
import io.tidemark.sink.board.BoardBuilder;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CoResidenceTest {

  private static final long GIB = 1L << 30;

  private final BoardBuilder board = new BoardBuilder();

  private void dump(String source, String host, long gib) {
    RunId run = new RunId(source, 1);
    board.applyRun(
        run,
        new RunStatus(
            new RunSource("g", 9, host),
            new ReadLines(List.of(Xla.DUMP), new RunStatus.Lines(1, 0, 0, 0, 0), 0, 0),
            new RunTracking(0, false, null),
            new RunFailures(List.of(), 0, null, null, null, null, null),
            null,
            new RunTime(1, 2L)));
    PlanPeak peak = new PlanPeak(gib * GIB, 0);
    board.applyPlan(
        new PlanKey(run, "jit_f HBM", 0),
        new PlanRecord.Summary(
            new Attempt("", PlanState.SUCCESS, new LogPosition(0, 1)),
            new PlanSpace("HBM", 0, 0, 0),
            new StepUse(0, List.of(), List.of(), List.of(), List.of()),
            new PlanPeaks(peak, peak, StatedPeak.UNKNOWN, Map.of(), List.of(), List.of()),
            new PlanArena(gib * GIB, new Placements(1, 0, 0, 0), gib * GIB, 0, null, null, null),
            List.of(),
            List.of()));
  }

  private List<String> lines() {
    return CoResidence.of(board.snapshot().board());
  }

  @Test
  void modulesOfOneFolderAndHostAreOfOneProcess() {
    dump("dumps/module_0001", "box-1", 2);
    dump("dumps/module_0002", "box-1", 3);
    dump("other/module_0001", "box-1", 4);
    assertThat(lines())
        .containsExactly(
            "HBM of 2 modules in one process: from 3.00 GiB (arguments shared) to 3.00 GiB (none"
                + " shared), an estimate");
  }

  @Test
  void modulesOfTwoFoldersOrHostsAreNotAddedUp() {
    dump("a/module_0001", "box-1", 2);
    dump("b/module_0002", "box-1", 3);
    dump("a/module_0003", "box-2", 3);
    assertThat(lines()).isEmpty();
  }

  @Test
  void severalProcessesAreNamedByFolderAndHost() {
    dump("a/module_0001", "box-1", 2);
    dump("a/module_0002", "box-1", 3);
    dump("b/module_0001", "box-2", 4);
    dump("b/module_0002", "box-2", 5);
    assertThat(lines()).hasSize(2);
    assertThat(lines().get(0)).startsWith("HBM of a/ on box-1 of 2 modules");
    assertThat(lines().get(1)).startsWith("HBM of b/ on box-2 of 2 modules");
  }
}
