package io.tidemark.streams.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.SourceAnalysis;
import io.tidemark.analysis.run.Changes;
import io.tidemark.analysis.run.Outcome;
import io.tidemark.analysis.state.StateParts;
import io.tidemark.model.log.Slice;
import io.tidemark.streams.source.LiveSources;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the weight limit of live sources, however they became live. */
class LiveWeightTest {

  @TempDir Path stateDir;
  private final AtomicInteger loads = new AtomicInteger();

  private SourceAnalysis heavy(String source, StateParts parts) {
    loads.incrementAndGet();
    return new SourceAnalysis() {
      @Override
      public Outcome apply(Slice slice) {
        parts.put(StateParts.Store.HOT, source, new byte[] {1});
        return new Outcome(List.of(), List.of(), false);
      }

      @Override
      public Changes changes() {
        return Changes.NONE;
      }

      @Override
      public long weightBytes() {
        return LiveSources.MAX_LIVE_BYTES * 3 / 4;
      }
    };
  }

  @Test
  void aSourceThatIsToldAgainAfterARestartIsWeighed() {
    Transcript before = new Transcript(stateDir, this::heavy);
    for (int i = 0; i < 4; i++) {
      before.slice("log-" + i, "one\n");
    }
    try (Transcript job = before.restarted()) {
      job.flush();
      int published = loads.get();
      job.slice("log-0", "two\n");

      assertThat(loads.get() - published)
          .as("loads of one that made room for the others")
          .isEqualTo(1);
    }
  }
}
