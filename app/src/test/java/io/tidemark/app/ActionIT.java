package io.tidemark.app;

import static io.tidemark.app.ActionStep.FAILED;
import static io.tidemark.app.ActionStep.GOOD;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The verdict of the GitHub action, with the variables of action.yml. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class ActionIT {

  @TempDir Path folder;

  private ActionStep step(String log) {
    return new ActionStep(folder).with("log", log);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "--device-memory 16GiB", "--device-memory\n16GiB"})
  void aJobThatIsAsGoodAsItsBaselinePassesWithASentence(String options) throws Exception {
    ActionStep step = step(GOOD).with("baseline", GOOD);
    if (!options.isEmpty()) {
      step.with("options", options);
    }
    assertThat(step.run()).describedAs(step.printed()).isZero();
    assertThat(step.printed()).startsWith("tidemark: Device memory: ").hasLineCount(1);
    assertThat(folder.resolve("output")).hasContent("worse=false");
  }

  @Test
  void aJobThatIsWorseThanItsBaselineFailsWithASentenceAndAnAnnotation() throws Exception {
    ActionStep step = step(FAILED).with("baseline", GOOD);
    assertThat(step.run()).describedAs(step.printed()).isEqualTo(3);
    assertThat(step.printed())
        .startsWith("tidemark: Device memory: ")
        .contains(
            "ConcatOp needed 297.8 MiB",
            "\n::error title=Device memory is worse than the baseline::Device memory: ",
            "98.7 %25")
        .hasLineCount(2);
    assertThat(step.summary()).content().contains("out of memory", "needed 297.8 MiB");
    assertThat(Files.readAllLines(step.summary())).hasSizeLessThanOrEqualTo(40);
    assertThat(folder.resolve("output")).hasContent("worse=true");
  }

  @Test
  void aJobIsJudgedAloneWithoutABaseline() throws Exception {
    ActionStep failed = step(FAILED);
    assertThat(failed.run()).describedAs(failed.printed()).isEqualTo(3);
    assertThat(failed.printed()).contains("::error title=Device memory of the job is not good::");
    ActionStep good = step(GOOD).with("baseline", folder.resolve("none.log").toString());
    assertThat(good.run()).describedAs(good.printed()).isZero();
  }

  @Test
  void aBaselineThatStatesNothingIsNone() throws Exception {
    Path silent = Files.writeString(folder.resolve("silent.log"), "loading the model\n");
    Path empty = Files.writeString(folder.resolve("empty.log"), "");
    for (Path baseline : new Path[] {silent, empty}) {
      ActionStep good = step(GOOD).with("baseline", baseline.toString());
      assertThat(good.run()).describedAs(good.printed()).isZero();
      assertThat(good.printed().contains("::warning title=The baseline states no memory::"))
          .isEqualTo(baseline.equals(silent));
      ActionStep failed = step(FAILED).with("baseline", baseline.toString());
      assertThat(failed.run()).describedAs(failed.printed()).isEqualTo(3);
    }
  }

  @Test
  void aLogThatStatesNoMemoryCannotBeJudged() throws Exception {
    Path silent = Files.writeString(folder.resolve("a.log"), "loading the model\n");
    for (String baseline : new String[] {"", GOOD}) {
      ActionStep step = step(silent.toString()).with("baseline", baseline);
      assertThat(step.run()).describedAs(step.printed()).isEqualTo(4);
      assertThat(step.printed()).contains("::error title=The log states no memory::");
      assertThat(step.printed().lines().findFirst().orElse("")).startsWith("tidemark: ");
    }
  }

  @Test
  void aGateThatCannotRunSaysWhy() throws Exception {
    ActionStep noLog = step(folder.resolve("none.log").toString());
    assertThat(noLog.run()).describedAs(noLog.printed()).isEqualTo(2);
    assertThat(noLog.printed())
        .contains("::error title=Tidemark cannot judge the job::", "none.log");
    ActionStep noOption = step(GOOD).with("options", "--no-such-option");
    assertThat(noOption.run()).describedAs(noOption.printed()).isEqualTo(2);
    assertThat(noOption.printed()).contains("::error title=", "no-such-option");
  }

  @Test
  void textOfALogCommandsNeitherTheShellNorTheRunner() throws Exception {
    Path planted = folder.resolve("planted");
    ActionStep shell =
        step("$(touch %s).log".formatted(planted)).with("baseline", "; touch " + planted);
    shell.run();
    assertThat(planted).doesNotExist();
    Path log = folder.resolve("##[error]x%0A::add-mask::x.log");
    Files.copy(Path.of(FAILED), log);
    ActionStep step = step(log.toString());
    assertThat(step.run()).describedAs(step.printed()).isEqualTo(3);
    assertThat(step.printed().lines().filter(line -> !line.startsWith("::error title=")))
        .noneMatch(line -> line.contains("##[") || line.stripLeading().startsWith("::"));
    assertThat(step.printed()).contains("%250A");
  }
}
