package io.tidemark.model.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.event.BankBytes;
import io.tidemark.model.event.Diagnosis;
import io.tidemark.model.event.FailedAllocation;
import io.tidemark.model.event.Shortage;
import io.tidemark.model.log.LogPosition;
import io.tidemark.model.run.AnalysisFailure;
import io.tidemark.model.run.Killed;
import io.tidemark.model.run.Refusals;
import io.tidemark.model.run.RunFailures;
import io.tidemark.model.run.RunStatus;
import io.tidemark.model.run.RunTime;
import io.tidemark.model.training.TrainedModel;
import io.tidemark.model.training.Training;
import io.tidemark.model.training.TrainingChecks;
import io.tidemark.model.training.TrainingMemory;
import io.tidemark.model.training.TrainingState;
import io.tidemark.model.training.TrainingTotals;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunStatusWireTest {

  private static RunStatus read(String lines) {
    String json =
        """
        {"generation": "g", "nextOffset": 9, "formats": [], "lines": %s, "gaps": 0, "gapBytes": 0,
         "snapshots": 0, "flatAttribution": false, "outOfMemory": [], "outOfMemoryCount": 0,
         "startMillis": 1}
        """
            .formatted(lines);
    return Topics.RUNS.value().deserializer().deserialize("any", json.getBytes(UTF_8));
  }

  @Test
  void quotedLinesWereReadToo() {
    assertThat(
            read("{\"fact\": 6, \"ignored\": 3, \"rejected\": 1, \"duplicate\": 2, \"quoted\": 4}")
                .lines()
                .read())
        .isEqualTo(14);
  }

  @Test
  void aFailureOfTheAnalysisTravelsWithTheEndOfItsRun() {
    RunStatus open = read("{\"fact\": 6, \"ignored\": 3, \"rejected\": 1, \"duplicate\": 2}");
    assertThat(open.analysisFailure()).isNull();
    AnalysisFailure failure =
        new AnalysisFailure(540, AnalysisFailure.Step.APPLY, "IllegalStateException: no", true);
    RunStatus failed =
        new RunStatus(
            open.source(),
            open.read(),
            open.tracking(),
            open.failures(),
            null,
            new RunTime(1, 2L, failure));
    byte[] bytes = Topics.RUNS.value().serializer().serialize("any", failed);

    assertThat(Topics.RUNS.value().deserializer().deserialize("any", bytes)).isEqualTo(failed);
    assertThat(failure.sentence())
        .isEqualTo(
            "analysis failed at byte 540 (apply): IllegalStateException: no; further lines of the"
                + " log are ignored");
  }

  @Test
  void refusedAllocationsTravelAndAreAbsentWithoutAny() {
    RunStatus none = read("{\"fact\": 6, \"ignored\": 3, \"rejected\": 1, \"duplicate\": 2}");
    assertThat(none.failures().refused()).isNull();
    FailedAllocation clash =
        new FailedAllocation(
            "1",
            "L1",
            Shortage.ofOneBank(BankBytes.stated(7, -1, -1, 5, -1)),
            Diagnosis.BUFFERS_CLASH,
            "program 3",
            null);
    RunStatus refused =
        new RunStatus(
            none.source(),
            none.read(),
            none.tracking(),
            new RunFailures(
                List.of(),
                0,
                clash,
                new Refusals(List.of(new Refusals.Refused(clash, 2, 3, 4)), 5, "step 41"),
                List.of("a warning"),
                new Killed(new LogPosition(5, 6), "the kernel", "python3", 7L, 8L, "10:01:11"),
                true),
            null,
            none.time());
    byte[] bytes = Topics.RUNS.value().serializer().serialize("any", refused);

    assertThat(Topics.RUNS.value().deserializer().deserialize("any", bytes)).isEqualTo(refused);
    assertThat(new String(bytes, UTF_8)).contains("\"firstMillis\":3", "\"neededPerBank\":7");
  }

  @Test
  void whatATrainingMeansTravelsWithItsSummary() {
    TrainingMemory memory =
        new TrainingMemory(
            new TrainingMemory.Assumptions(16, 2L, null, 0L, true),
            new TrainingMemory.Parts(1, 2, 3, -4, 5, 6),
            7,
            "FORWARD_PASS");
    RunStatus none =
        read("{\"fact\": 6, \"ignored\": 3, \"rejected\": 1, \"duplicate\": 2, \"quoted\": 0}");
    RunStatus with =
        new RunStatus(
            none.source(),
            none.read(),
            none.tracking(),
            none.failures(),
            new Training(
                List.of(),
                0,
                TrainingState.OPEN,
                new TrainingChecks(false, 0),
                new TrainedModel("tinyllama", null),
                TrainingTotals.UNKNOWN,
                memory),
            none.time());
    byte[] bytes = Topics.RUNS.value().serializer().serialize("any", with);

    assertThat(Topics.RUNS.value().deserializer().deserialize("any", bytes)).isEqualTo(with);
  }
}
