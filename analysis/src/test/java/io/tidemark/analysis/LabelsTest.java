package io.tidemark.analysis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.run.Changes;
import io.tidemark.analysis.run.Settings;
import io.tidemark.analysis.store.HeapParts;
import io.tidemark.model.alert.Alert;
import io.tidemark.model.alert.AlertKey;
import io.tidemark.model.log.RunId;
import io.tidemark.model.log.Slice;
import io.tidemark.model.log.SliceOrigin;
import io.tidemark.model.run.RunStatus;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Labels that an operator gives a source appear on its runs and alerts. */
class LabelsTest {

  private static final Map<String, String> LABELS = Map.of("pod", "train-0", "job", "qwen");
  private static final String FAILURE =
      "Always | FATAL    | Out of Memory: Not enough space to allocate 96 B DRAM buffer across 12"
          + " banks, where each bank needs to store 8 B";

  private final HeapParts parts = new HeapParts();
  private final Map<RunId, RunStatus> runs = new HashMap<>();
  private final Map<AlertKey, Alert> alerts = new HashMap<>();
  private LogAnalysis log = LogAnalysis.load("log", parts, Settings.DEFAULT);
  private long next;

  private void read(String text, Map<String, String> labels) {
    byte[] bytes = text.getBytes(UTF_8);
    Slice slice =
        new Slice("g", next, bytes.length, LogRun.lines(bytes), false, false, 1, 2, bytes);
    log.after(slice.from(new SliceOrigin(null, labels)));
    next += bytes.length;
    publish();
  }

  private void publish() {
    Changes changes = log.changes();
    runs.putAll(changes.runs());
    alerts.putAll(changes.alerts());
  }

  private void restart() {
    log = LogAnalysis.load("log", parts, Settings.DEFAULT);
    runs.clear();
    alerts.clear();
    publish();
  }

  private Map<String, String> labels(int run) {
    return Objects.requireNonNull(runs.get(new RunId("log", run))).source().labels();
  }

  @Test
  void theNewestOfASourceAreThoseOfItsRunThroughARestart() {
    read("a line\n", LABELS);
    restart();
    assertThat(labels(1)).isEqualTo(LABELS);
    read("a line\n", Map.of("pod", "train-1"));
    assertThat(labels(1)).isEqualTo(Map.of("pod", "train-1"));
    read("a line\n", Map.of());
    assertThat(labels(1)).isEmpty();
  }

  @Test
  void eachWorkersRunHasThem() {
    read("[rank0]: " + FAILURE + "\n[rank1]: " + FAILURE + "\n", LABELS);
    assertThat(labels(1)).isEqualTo(LABELS);
    assertThat(labels(2)).isEqualTo(LABELS);
  }

  @Test
  void theyStandBehindAnAlertsSentence() {
    read(FAILURE + "\n", LABELS);
    String sentence = alerts.values().iterator().next().sentence();
    assertThat(sentence).containsOnlyOnce("[").endsWith(" [job=qwen pod=train-0]");
    restart();
    assertThat(alerts.values()).extracting(Alert::sentence).containsExactly(sentence);
  }
}
