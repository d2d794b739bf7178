package io.tidemark.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.Samples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The script of the GitHub action, as a runner starts it. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class ActionIT {

  private static final Path ROOT = Samples.root();
  private static final String FAILED = ROOT.resolve("examples/tenstorrent.log").toString();
  private static final String GOOD = ROOT.resolve("examples/tpu-mlir.log").toString();

  @TempDir Path folder;

  private int gate(Map<String, String> inputs) throws Exception {
    ProcessBuilder script = new ProcessBuilder(ROOT.resolve("action/gate.sh").toString());
    script.environment().put("GITHUB_STEP_SUMMARY", summary().toString());
    script.environment().put("GITHUB_OUTPUT", folder.resolve("output").toString());
    script.environment().putAll(inputs);
    try (Program program = Program.of(script, folder.resolve("printed.txt"))) {
      return program.exit();
    }
  }

  private Path summary() {
    return folder.resolve("summary.md");
  }

  @Test
  void aJobThatIsWorseThanItsBaselineFails() throws Exception {
    assertThat(gate(Map.of("TIDEMARK_LOG", FAILED, "TIDEMARK_BASELINE", GOOD))).isEqualTo(3);
    assertThat(summary()).content().contains("out of memory", "ConcatOp needed 297.8 MiB");
    assertThat(Files.readAllLines(summary())).hasSizeLessThanOrEqualTo(40);
    assertThat(folder.resolve("output")).hasContent("worse=true");
  }

  @Test
  void aJobIsJudgedAloneWithoutABaseline() throws Exception {
    assertThat(gate(Map.of("TIDEMARK_LOG", FAILED))).isEqualTo(3);
    assertThat(gate(Map.of("TIDEMARK_LOG", GOOD))).isZero();
    Path silent = Files.writeString(folder.resolve("a.log"), "loading the model\n");
    assertThat(gate(Map.of("TIDEMARK_LOG", silent.toString()))).isEqualTo(4);
  }

  @Test
  void anInputIsNeverRun() throws Exception {
    Path planted = folder.resolve("planted");
    String name = "$(touch %s).log".formatted(planted);
    gate(Map.of("TIDEMARK_LOG", name, "TIDEMARK_BASELINE", "; touch " + planted));
    assertThat(planted).doesNotExist();
  }

  /** Each input reaches the script as a variable that it reads. */
  @Test
  void theActionPassesWhatTheScriptReads() throws IOException {
    String action = Files.readString(ROOT.resolve("action.yml"));
    String script = Files.readString(ROOT.resolve("action/gate.sh"));
    Pattern.compile("TIDEMARK_[A-Z]+")
        .matcher(action)
        .results()
        .forEach(name -> assertThat(script).contains(name.group()));
    assertThat(action).contains("action/gate.sh");
  }
}
