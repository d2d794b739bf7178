package io.tidemark.app.surface;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A replay at a log's own time must fill every series of a run that a scrape has. */
class ReplayedFamiliesTest {

  @TempDir Path folder;

  private static List<SurfaceCase> cases() {
    return SurfaceCase.all();
  }

  @ParameterizedTest
  @MethodSource("cases")
  void aReplayedLogHasTheFamiliesOfItsScrape(SurfaceCase log) throws Exception {
    assertSameFamilies(log);
  }

  @Test
  void aReplayedSampleHasTheFamiliesOfItsScrape() throws Exception {
    for (SurfaceCase sample : SampleCases.all()) {
      assertSameFamilies(sample);
    }
  }

  private void assertSameFamilies(SurfaceCase log) throws Exception {
    Shown shown = Shown.of(log, folder);
    Set<String> scraped = families(Door.get(shown.board(), "/metrics"));
    assertThat(scraped).contains("tidemark_run_state", "tidemark_run_lines");
    assertThat(families(shown.replayed())).as("%s", log.files()).containsAll(scraped);
  }

  /** Names of the series of runs. */
  private static Set<String> families(String text) {
    return text.lines()
        .filter(line -> !line.startsWith("#") && line.contains("run=\""))
        .map(line -> line.substring(0, line.indexOf('{')))
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
