package io.tidemark.sink.page;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.sink.page.ReportPage.PageBundle;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Tests the page's modules of plans, trainings and comparisons. */
class PlanModulesTest {

  private static final String VIEWS =
      """
      import { drawPlan } from './planview.js';
      import { drawPhases } from './phases.js';
      import { drawCompare } from './compare.js';
      """;

  private static String module(String name) {
    if (name.equals("views.js")) {
      return VIEWS;
    }
    try (InputStream file = PageServer.class.getResourceAsStream(name)) {
      return new String(Objects.requireNonNull(file, name).readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void theirViewsCanBePutIntoOneScript() {
    assertThat(PageBundle.of("views.js", PlanModulesTest::module))
        .contains(
            "async function drawPlan", "async function drawPhases", "async function drawCompare")
        .contains("function planRectangles", "class BoxFigure");
  }
}
