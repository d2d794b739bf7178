package io.tidemark.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.app.browser.Browser;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests a log of June in a real Grafana: replayed at its own time, beside the same log live. */
@Tag("slow")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(value = 15, unit = TimeUnit.MINUTES)
class GrafanaReplayIT {

  private static final String LOG = "tenstorrent/ttxla_run_full_qwen3.6-27b_vllm_oom_ansi.log";
  private static final String RUN = "june.log#1";
  private static final String NOW = "from=now-15m&to=now";

  /** 09:20 to 09:40 of 2026-06-19, UTC: the log's times are 09:25 to 09:33. */
  private static final String JUNE = "from=1781860800000&to=1781862000000";

  private GrafanaStand stand;
  private Browser browser;

  @BeforeAll
  void start(@TempDir Path folder) throws Exception {
    stand = GrafanaStand.following(folder, Map.of("june.log", LOG));
    browser = stand.browser();
    Path log = folder.resolve("june.log");
    String receiver = stand.prometheus().receiver();
    try (Program replay =
        Program.start(folder.resolve("replay.txt"), "replay", "--remote-write", receiver, log)) {
      assertThat(replay.exit()).as(replay.complained()).isZero();
    }
    browser.resize(1366, 2600);
  }

  @AfterAll
  void end() throws Exception {
    if (stand != null) {
      stand.close();
    }
  }

  private List<GrafanaPanel> panels(String dashboard, String range, String wanted) {
    browser.go(stand.grafana().dashboard(dashboard, "light", RUN, range));
    return GrafanaPanel.of(browser, wanted);
  }

  private static Set<String> filled(List<GrafanaPanel> panels) {
    return panels.stream()
        .filter(panel -> panel.faults().findAny().isEmpty())
        .map(GrafanaPanel::title)
        .collect(Collectors.toSet());
  }

  @ParameterizedTest
  @CsvSource({"run, Use", "ops, Ops"})
  void eachPanelThatTheLiveRunFillsIsFilledByTheReplayedOne(String dashboard, String wanted) {
    Set<String> live = filled(panels(dashboard, NOW, wanted));
    List<GrafanaPanel> replayed = panels(dashboard, JUNE, wanted);

    assertThat(live).as("live %s", dashboard).contains(wanted);
    assertThat(filled(replayed))
        .as("%s of %s in June: %s", dashboard, RUN, replayed)
        .containsAll(live);
  }

  @Test
  void theOpThatRaisedThePeakIsTheSameLiveAndReplayed() {
    String live = raisedBy(NOW);

    assertThat(live).contains("ConcatOp");
    assertThat(raisedBy(JUNE)).isEqualTo(live);
  }

  private String raisedBy(String range) {
    return panels("run", range, "Peak raised by").stream()
        .filter(panel -> panel.title().equals("Peak raised by"))
        .map(GrafanaPanel::text)
        .findFirst()
        .orElseThrow();
  }
}
