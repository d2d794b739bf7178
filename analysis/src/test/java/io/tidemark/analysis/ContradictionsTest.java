package io.tidemark.analysis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.run.RunStatus;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Several writers share one log, and no line names its writer. */
class ContradictionsTest {

  private static final int SEEDS = 50;

  private static List<String> mixed(String log, int seed) {
    List<String> lines = Wrapping.split(log);
    Random random = new Random(seed);
    List<String> mixed = new ArrayList<>();
    int first = 0;
    int second = 0;
    while (first + second < 2 * lines.size()) {
      boolean takesFirst = second == lines.size() || (first < lines.size() && random.nextBoolean());
      mixed.add(lines.get(takesFirst ? first++ : second++));
    }
    return mixed;
  }

  private static LogRun run(List<String> lines) {
    LogRun run = LogRun.of(Wrapping.joined(lines).getBytes(UTF_8));
    run.end();
    return run;
  }

  private static RunStatus status(LogRun run) {
    return run.runs.firstEntry().getValue();
  }

  @Test
  void theRunOfTwoWritersWithoutMarksSaysThatTheirLinesContradict() throws IOException {
    String log = WrappedLogsTest.served();
    for (int seed = 0; seed < SEEDS; seed++) {
      assertThat(status(run(mixed(log, seed))).tracking().contradictions())
          .as("seed %d", seed)
          .isPositive();
    }
  }

  @Test
  void theMarkOutlivesARestart() throws IOException {
    List<String> lines = mixed(WrappedLogsTest.served(), 0);
    byte[] log = Wrapping.joined(lines).getBytes(UTF_8);
    int half = Wrapping.joined(lines.subList(0, lines.size() / 2)).getBytes(UTF_8).length;
    LogRun cut = new LogRun();
    cut.feed("life", log, 0, half);
    cut.restart();
    cut.feed("life", log, half, log.length);
    cut.end();
    assertThat(status(cut)).isEqualTo(status(run(lines)));
  }

  @Test
  void oneWriterDoesNotContradictItself() throws IOException {
    for (String name : WrappedLogsTest.LOGS) {
      LogRun run = LogRun.of(GoldenCase.log(name));
      run.runs.values().forEach(of -> assertThat(of.tracking().contradictions()).as(name).isNull());
    }
  }
}
