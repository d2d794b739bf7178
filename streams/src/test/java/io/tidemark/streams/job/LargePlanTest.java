package io.tidemark.streams.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.LogAnalysis;
import io.tidemark.model.plan.PlanRecord;
import io.tidemark.model.wire.Topics;
import io.tidemark.streams.source.LiveSources;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The sums of a large plan need all its buffers, so they are published only after it stops growing.
 */
class LargePlanTest {

  @TempDir Path folder;
  private Transcript job;

  @BeforeEach
  void open() {
    job = new Transcript(folder, LogAnalysis::load);
  }

  @AfterEach
  void close() {
    job.close();
  }

  private void tells(int from, int to) {
    for (int first = from; first < to; first += 100) {
      job.slice("a.log", buffers(first, Math.min(to, first + 100)));
    }
    job.flush();
  }

  private static String buffers(int from, int to) {
    return IntStream.range(from, to)
        .mapToObj(
            i ->
                "; action = lmem_assign; step = dump_lmem_assign_result; tag = iteration_result;"
                    + " status = success; lmem_type = LMEM_WEIGHT; op_type = top.Weight; op_name ="
                    + " b"
                    + i
                    + "; addr = 0x00000000; size = 64; timestep_start = 0; timestep_end = 1;"
                    + " timestep_mode = TIMESTEP_LDST_UNKNOWN; hold_in_lmem = 0;"
                    + " allow_bank_conflict = 0; one_loop = 0; shape_secs = 1,1,1,1,1\n")
        .collect(Collectors.joining());
  }

  private List<Integer> toldPlaced() {
    return job.values(Topics.PLANS).stream()
        .filter(PlanRecord.Summary.class::isInstance)
        .map(record -> ((PlanRecord.Summary) record).arena().placements().placed())
        .toList();
  }

  @Test
  void itsSumsAreToldAtTheFirstFlushWithoutASlice() {
    tells(0, 2_000);
    assertThat(toldPlaced()).containsExactly(2_000);

    job.values(Topics.RUNS);
    tells(2_000, 2_010);
    assertThat(toldPlaced()).isEmpty();
    assertThat(job.values(Topics.RUNS)).as("how far the log is published").isEmpty();

    job.flush();
    assertThat(toldPlaced()).containsExactly(2_010);
    assertThat(job.values(Topics.RUNS))
        .extracting(run -> run.lines().read())
        .containsExactly(2_010L);
    assertThat(job.flush().values(Topics.PLANS)).isEmpty();
  }

  @Test
  void aPlanThatGrowsSlowlyIsToldNowAndThen() {
    tells(0, 2_000);
    toldPlaced();
    for (int buffer = 2_000; buffer < 2_021; buffer++) {
      tells(buffer, buffer + 1);
    }
    assertThat(toldPlaced()).containsExactly(2_021);
  }

  @Test
  void aSourceThatMakesRoomTellsThemFirst() {
    tells(0, 2_000);
    tells(2_000, 2_010);
    assertThat(toldPlaced()).containsExactly(2_000);

    for (int other = 0; other < LiveSources.MAX_LIVE; other++) {
      job.slice("log-" + other, "one\n");
    }

    assertThat(toldPlaced()).containsExactly(2_010);
  }
}
