package io.tidemark.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.alert.GivenSizes;
import io.tidemark.analysis.alert.Thresholds;
import io.tidemark.analysis.run.LogSystems;
import io.tidemark.analysis.run.Settings;
import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class XlaDumpSlicingSamplesTest {

  /** A device into which no module fits. */
  private static final Settings SMALL =
      new Settings(Thresholds.DEFAULT, LogSystems.ALL, GivenSizes.ofDevice(OptionalLong.of(1)));

  @Test
  void theStateDependsOnTheBytesNotOnSlicesOrRestarts() {
    ByteArrayOutputStream two = new ByteArrayOutputStream();
    two.writeBytes(XlaDumpSamplesTest.dump(XlaDumpSamplesTest.CPU, XlaDumpSamplesTest.KINDS));
    two.writeBytes(
        XlaDumpSamplesTest.dump(
            XlaDumpSamplesTest.CPU, List.of("live-range", "buffer-assignment")));
    byte[] log = two.toByteArray();
    LogRun whole = LogRun.of(log, SMALL);
    for (int seed = 0; seed < 4; seed++) {
      Random random = new Random(seed);
      LogRun cut = new LogRun(SMALL);
      int from = 0;
      while (from < log.length) {
        int to = from;
        for (int left = 1 + random.nextInt(120); left > 0 && to < log.length; to++) {
          left -= log[to] == '\n' ? 1 : 0;
        }
        cut.feed("life", log, from, to);
        from = to;
        if (random.nextInt(3) == 0) {
          cut.restart();
        }
        if (random.nextInt(3) == 0) {
          cut.publish();
        }
      }
      cut.restart();
      cut.publish();
      assertThat(cut.events).as("events, seed %d", seed).isEqualTo(whole.events);
      assertThat(cut.runs).as("runs, seed %d", seed).isEqualTo(whole.runs);
      assertThat(cut.plans).as("plans, seed %d", seed).isEqualTo(whole.plans);
      assertThat(sentences(cut)).as("alerts, seed %d", seed).isEqualTo(sentences(whole));
    }
  }

  /** An alert on a plan begins with the first of its states that was published. */
  private static Map<String, String> sentences(LogRun run) {
    Map<String, String> sentences = new TreeMap<>();
    run.alerts.forEach((key, alert) -> sentences.put(key, alert.sentence()));
    return sentences;
  }
}
