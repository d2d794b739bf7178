package io.tidemark.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.Samples;
import io.tidemark.model.memory.MemoryTimeline;
import java.nio.file.Files;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** An open run publishes its newest bucket when it ends, or when an allocation fails. */
class OpenTimelineTest {

  private static final String DRAM = "log#1 0 DRAM";

  private static MemoryTimeline.Axis bySnapshot(LogRun run) {
    return Objects.requireNonNull(run.timelines.get(DRAM)).bySnapshot();
  }

  private static String log() throws Exception {
    return Files.readString(Samples.root().resolve("examples/tenstorrent.log"));
  }

  @Test
  void anOpenRunLacksItsNewestBucketAloneAndItsEndPublishesThat() throws Exception {
    String log = log();
    LogRun run = LogRun.of(log.substring(0, log.indexOf("TT_FATAL: Out of Memory")));
    MemoryTimeline.Axis open = bySnapshot(run);

    run.end();
    MemoryTimeline.Axis closed = bySnapshot(run);

    int last = closed.at().size() - 1;
    assertThat(open.at()).isEqualTo(closed.at().subList(0, last));
    assertThat(open.mostBytes()).isEqualTo(closed.mostBytes().subList(0, last));
    assertThat(closed.mostBytes().get(last)).isEqualTo(run.memory("DRAM").now().usedBytes());
    assertThat(List.of(closed.from(), closed.width())).isEqualTo(List.of(open.from(), 1L));
  }

  @Test
  void aFailurePublishesTheNewestBucketOfAnOpenRun() throws Exception {
    LogRun run = LogRun.of(log());
    MemoryTimeline.Axis open = bySnapshot(run);

    run.end();

    assertThat(open).isEqualTo(bySnapshot(run));
  }
}
