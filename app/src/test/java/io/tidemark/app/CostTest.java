package io.tidemark.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.Samples;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script that compares the cost of two builds, in a folder with bounds of its own. */
class CostTest {

  private static final List<String> LOGS = List.of("tenstorrent", "tpu-mlir", "foreign", "start");

  @TempDir private Path folder;

  private record Said(int exit, String text) {}

  @BeforeEach
  void copy() throws Exception {
    Path ci = Files.createDirectory(folder.resolve(".ci"));
    Files.copy(Samples.root().resolve(".ci/cost"), ci.resolve("cost"));
    Files.writeString(ci.resolve("bounds.txt"), "cost foreign 1.30 a reason\n");
  }

  private Said run(String... arguments) throws Exception {
    List<String> command =
        Stream.concat(Stream.of("bash", ".ci/cost"), Stream.of(arguments)).toList();
    ProcessBuilder builder =
        new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
    builder.environment().put("GIT_CEILING_DIRECTORIES", folder.getParent().toString());
    Process process = builder.start();
    String text = new String(process.getInputStream().readAllBytes(), UTF_8);
    return new Said(process.waitFor(), text);
  }

  /** Judges five turns of each log, whose ratios are these, but one of them far off. */
  private Said judged(double... ratios) throws Exception {
    StringBuilder pairs = new StringBuilder();
    for (int log = 0; log < ratios.length; log++) {
      for (double noise : new double[] {0.97, 1, 1.02, 0.99, 1.5}) {
        pairs.append(LOGS.get(log)).append(" 2.0 ");
        pairs.append(String.format(Locale.ROOT, "%.3f%n", 2 * ratios[log] * noise));
      }
    }
    Path file = Files.writeString(folder.resolve("pairs"), pairs);
    return run("--print", file.toString());
  }

  @Test
  void logsThatCostAsMuchAsBeforePass() throws Exception {
    assertThat(judged(1.05, 0.8, 1, 1.09).exit()).isZero();
  }

  @Test
  void oneLogThatCostsAFifthMoreFailsAndIsNamed() throws Exception {
    Said said = judged(1, 1, 1, 1.2);
    assertThat(said.exit()).isEqualTo(1);
    assertThat(said.text().lines().filter(line -> line.contains("costs too much")))
        .singleElement()
        .asString()
        .matches("start +2\\.0 +2\\.400 +1\\.20 +1\\.10 +5  costs too much.*");
  }

  @Test
  void anAcceptedRatioIsItsLogsBound() throws Exception {
    assertThat(judged(1, 1, 1.2, 1).exit()).isZero();
    assertThat(judged(1, 1, 1.4, 1).exit()).isEqualTo(1);
  }

  @Test
  void aLogThatWasNotMeasuredFails() throws Exception {
    Said said = judged(1, 1, 1);
    assertThat(said.exit()).isEqualTo(1);
    assertThat(said.text()).contains("start        was not measured");
  }

  @Test
  void withoutACommitBeforeNothingIsCompared() throws Exception {
    assertThat(run().exit()).isZero();
    assertThat(run().text().lines()).singleElement().asString().contains("nothing to compare with");
  }
}
