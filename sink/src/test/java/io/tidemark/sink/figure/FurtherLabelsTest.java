package io.tidemark.sink.figure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.model.log.RunId;
import io.tidemark.model.log.SourceLabels;
import io.tidemark.model.run.RunSource;
import io.tidemark.model.run.RunStatus;
import io.tidemark.sink.Made;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests an operator's labels on the info series of a run. */
class FurtherLabelsTest {

  private static final RunId RUN = new RunId("june.log", 1);

  private static SeriesKey info(Map<String, String> labels) {
    RunStatus made = Made.status("g", 1, null);
    RunSource source = new RunSource("g", 1, "box-1", null, labels, null);
    RunStatus status =
        new RunStatus(
            source, made.read(), made.tracking(), made.failures(), made.training(), made.time());
    return new RunFigures(RUN, "box-1", Mode.LIVE).info(status).series();
  }

  @Test
  void theyAreShownBehindAPrefixSoThatNoneIsPrometheussOwn() {
    assertThat(info(Map.of("job", "qwen", "pod", "train-0")).shown())
        .containsEntry("label_job", "qwen")
        .containsEntry("label_pod", "train-0")
        .containsEntry("host", "box-1")
        .doesNotContainKey("job");
    assertThat(info(Map.of()).shown().keySet()).noneMatch(name -> name.startsWith("label_"));
  }

  @Test
  void noneHasTheNameOfALabelOfTheRunItself() {
    for (String name : BoardMeter.RUN.labels()) {
      assertThatThrownBy(() -> SourceLabels.parse("--label", List.of(name + "=x")))
          .hasMessageContaining("one of Tidemark's own");
    }
  }
}
