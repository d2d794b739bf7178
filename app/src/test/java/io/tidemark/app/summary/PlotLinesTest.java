package io.tidemark.app.summary;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.run.Settings;
import io.tidemark.app.logfile.Analysed;
import io.tidemark.app.logfile.LogAtRest;
import io.tidemark.model.Samples;
import io.tidemark.model.memory.MemoryTimeline.Axis;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PlotLinesTest {

  @Test
  void aCellIsAsHighAsTheUseInIt() {
    List<Long> use = List.of(0L, 1L, 40L, 79L, 80L);

    assertThat(PlotLines.cells(new Axis(0, 1, List.of(0, 1, 2, 3, 4), use, use, null), 80))
        .isEqualTo(" ▁▄▇█");
  }

  @Test
  void aPeakOfOneSnapshotIsSeenHoweverManyThereAre() {
    List<Integer> at = IntStream.range(0, 256).boxed().toList();
    List<Long> least = Collections.nCopies(256, 0L);
    List<Long> most = IntStream.range(0, 256).mapToObj(i -> i == 130 ? 8L : 1L).toList();

    assertThat(PlotLines.cells(new Axis(0, 64, at, least, most, null), 8))
        .hasSize(68)
        .containsOnlyOnce("█")
        .contains("▁█▁");
  }

  @Test
  void aGapRepeatsWhatWasBeforeIt() {
    List<Long> use = List.of(4L, 8L);
    assertThat(PlotLines.cells(new Axis(0, 1, List.of(0, 3), use, use, null), 8)).isEqualTo("▄▄▄█");
  }

  @Test
  void eachMemoryInUseIsALineOfAtMostEightyColumns() throws Exception {
    Path log = Samples.root().resolve("examples/tenstorrent.log");

    List<String> lines =
        PlotLines.of(
            Analysed.of(LogAtRest.of(List.of(log), Settings.DEFAULT).get(0), outcome -> {})
                .board());

    assertThat(lines.get(0)).isEqualTo("use over run tenstorrent.log#1, by snapshot");
    assertThat(lines.get(1)).startsWith("DRAM dev 0  ").contains("▇").hasSize(80);
    assertThat(lines).hasSize(2);
  }
}
