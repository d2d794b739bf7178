package io.tidemark.app.summary;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.Settings;
import io.tidemark.app.logfile.Analysed;
import io.tidemark.app.logfile.LogAtRest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SummaryTest {

  private static final String TRAIL =
      """

       Pre-Fusion nodes: 66\s
       Post-Fusion nodes: 50
      Will execute static memory planning with flag: enabled

      Computed backing buffers with v1: 6
      Static memory planning
      """;

  @TempDir Path folder;

  private String summary(String text) throws IOException {
    Path log = Files.writeString(folder.resolve("lib_gen.log"), text);
    LogAtRest atRest = LogAtRest.of(List.of(log), Settings.DEFAULT).get(0);
    return Summary.of(Analysed.of(atRest, outcome -> {}).board(), 0);
  }

  @Test
  void aTrailWithoutItsPlanSaysWhereThePlanIs() throws IOException {
    assertThat(summary(TRAIL)).contains("generated/MODEL/memory_allocation_MODEL.json");
    assertThat(summary(TRAIL + "[]\n")).doesNotContain("memory_allocation");
  }
}
