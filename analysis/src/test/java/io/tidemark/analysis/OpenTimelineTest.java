package io.tidemark.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.Samples;
import io.tidemark.model.memory.MemoryTimeline;
import java.nio.file.Files;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** A report has one bucket more than a watch of the same log, since it ends the run. */
class OpenTimelineTest {

  private static final String DRAM = "log#1 0 DRAM";

  private static MemoryTimeline.Axis bySnapshot(LogRun run) {
    return Objects.requireNonNull(run.timelines.get(DRAM)).bySnapshot();
  }

  @Test
  void anOpenRunLacksItsNewestBucketAloneAndItsEndPublishesThat() throws Exception {
    byte[] log = Files.readAllBytes(Samples.root().resolve("examples/tenstorrent.log"));
    LogRun run = LogRun.of(log);
    MemoryTimeline.Axis open = bySnapshot(run);

    run.end();
    MemoryTimeline.Axis closed = bySnapshot(run);

    int last = closed.at().size() - 1;
    assertThat(open.at()).isEqualTo(closed.at().subList(0, last));
    assertThat(open.mostBytes()).isEqualTo(closed.mostBytes().subList(0, last));
    assertThat(closed.mostBytes().get(last)).isEqualTo(run.memory("DRAM").now().usedBytes());
    assertThat(List.of(closed.from(), closed.width())).isEqualTo(List.of(open.from(), 1L));
  }
}
