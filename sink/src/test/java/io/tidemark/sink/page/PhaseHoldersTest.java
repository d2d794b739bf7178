package io.tidemark.sink.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.event.BufferContents;
import io.tidemark.model.event.CumulativeUse;
import io.tidemark.model.event.DramUse;
import io.tidemark.model.event.Extent;
import io.tidemark.model.event.L1Peaks;
import io.tidemark.model.event.Lifetime;
import io.tidemark.model.event.MemoryEvent.Interval;
import io.tidemark.model.event.MemoryEvent.Phase;
import io.tidemark.model.event.PlannedBuffer;
import io.tidemark.model.log.LogPosition;
import io.tidemark.model.memory.MemoryTimeline.Band;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class PhaseHoldersTest {

  private static final LogPosition AT = new LogPosition(0, 0);

  private static Phase phase(String kind, long peak, long change, long current) {
    return new Phase(
        AT,
        kind + "_0",
        kind,
        new DramUse(peak, 0, 0, change),
        new CumulativeUse(0, current),
        new L1Peaks(0, 0, 0));
  }

  private static Map<String, List<Long>> bands(Holders holders) {
    return holders.bands().stream().collect(Collectors.toMap(Band::op, Band::bytes));
  }

  @Test
  void whatAPhaseFreesIsTakenOffTheUpperPartsAndTheRestIsOther() {
    Holders holders =
        PhaseHolders.of(
            List.of(
                phase("MODEL_CREATION", 100, 100, 120),
                phase("FORWARD_PASS", 80, 60, 180),
                phase("BACKWARD_PASS", 150, -40, 140),
                phase("STEP", 0, 0, 140)));

    assertThat(holders.columns()).first().isEqualTo("MODEL_CREATION_0");
    assertThat(bands(holders))
        .isEqualTo(
            Map.of(
                "model", List.of(100L, 100L, 100L, 100L),
                "other", List.of(0L, 20L, 20L, 0L),
                "activations", List.of(0L, 80L, 60L, 40L),
                "gradients overhead", List.of(0L, 0L, 150L, 0L)));
    assertThat(holders.usedBytes()).containsExactly(100L, 200L, 330L, 140L);
  }

  private static Interval buffer(String kind, String op, int first, int last, long bytes) {
    BufferContents contents = new BufferContents(null, null, null, null, null, null, op);
    return new Interval(
        AT,
        "m",
        "HBM",
        new PlannedBuffer(op, null, kind, contents),
        Lifetime.of(first, last),
        Extent.stated(0, bytes),
        true);
  }

  @Test
  void theBuffersOfAllLayersAreOneHolderAndSharedBytesCountOnce() {
    Holders holders =
        Objects.requireNonNull(
            StepHolders.of(
                List.of(100L, 150L, 120L),
                List.of(
                    buffer("parameter", "w", 0, 2, 100),
                    buffer("temporary", "jit(f)/layer_0/dot_general", 1, 1, 60),
                    buffer("temporary", "jit(f)/jvp(layer_1)/dot_general", 1, 1, 40))));

    assertThat(holders.usedBytes()).containsExactly(100L, 150L, 120L);
    assertThat(bands(holders))
        .isEqualTo(
            Map.of(
                "parameter", List.of(100L, 75L, 100L),
                "layer_*/dot_general", List.of(0L, 75L, 0L),
                "(unknown)", List.of(0L, 0L, 20L)));
  }
}
