package io.tidemark.app.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.app.Here;
import io.tidemark.model.Refusal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine.Model.CommandSpec;

@Timeout(60)
class OptionValuesTest {

  @TempDir Path folder;

  private final CommandSpec ingest =
      Tidemark.commandLine("ingest").getSubcommands().get("ingest").getCommandSpec();

  private Path file(String... lines) throws IOException {
    return Files.write(folder.resolve("ingest.options"), List.of(lines));
  }

  private OptionValues values(Map<String, String> variables, Object... arguments) {
    List<String> all = new ArrayList<>(List.of("ingest"));
    for (Object argument : arguments) {
      all.add(argument.toString());
    }
    return new OptionValues(ingest, all, variables);
  }

  private static String value(OptionValues values, CommandSpec command, String option) {
    return values.defaultValue(command.findOption(option));
  }

  @Test
  void eachFormOfALineIsRead() throws IOException {
    Path file =
        file(
            "# of this host",
            "",
            "--config /etc/client.properties",
            "TIDEMARK_METRICS_PORT=9466",
            "  from = end",
            "no-create-topics",
            "label=a=1",
            "label=b=2, and 3");

    OptionValues values = values(Map.of(), "--options", file, "a.log");

    assertThat(value(values, ingest, "--config")).isEqualTo("/etc/client.properties");
    assertThat(value(values, ingest, "--metrics-port")).isEqualTo("9466");
    assertThat(value(values, ingest, "--from")).isEqualTo("end");
    assertThat(value(values, ingest, "--no-create-topics")).isEqualTo("true");
    assertThat(value(values, ingest, "--metrics-host")).isNull();
    assertThat(values.arguments())
        .containsExactly(
            "ingest", "--label=a=1", "--label=b=2, and 3", "--options", file.toString(), "a.log");
  }

  @Test
  void theCommandLineGoesBeforeAVariableAndAVariableBeforeTheFile() throws IOException {
    Path file = file("from=end", "metrics-port=1", "label=a=file", "kafka=acks=all");
    Map<String, String> variables =
        Map.of(
            "TIDEMARK_OPTIONS", file.toString(),
            "TIDEMARK_FROM", "start",
            "TIDEMARK_LABEL", "a=variable",
            "TIDEMARK_KAFKA", "client.id=x");

    OptionValues values = values(variables, "--label=a=typed", "a.log");

    assertThat(value(values, ingest, "--from")).isEqualTo("start");
    assertThat(value(values, ingest, "--metrics-port")).isEqualTo("1");
    assertThat(values.arguments())
        .containsExactly("ingest", "--kafka=client.id=x", "--label=a=typed", "a.log");
  }

  @Test
  void anOptionOfAWatchedProgramIsNoneOfOurs() {
    OptionValues values =
        values(Map.of("TIDEMARK_LABEL", "a=1"), "--", "train", "--label=x=1", "--options", "none");

    assertThat(values.arguments())
        .containsExactly(
            "ingest", "--label=a=1", "--", "train", "--label=x=1", "--options", "none");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "TIDEMARK_LABEL         | a=1,b=2            | --label=a=1;--label=b=2",
        "TIDEMARK_LABEL         | a=1, 2 and 3,b=2   | --label=a=1, 2 and 3;--label=b=2",
        "TIDEMARK_OLD_LOGS      | /a,/b              | --old-logs=/a;--old-logs=/b",
        "TIDEMARK_SOURCE_PATTERN| a{1,2}             | --source-pattern=a{1,2}",
      })
  void aVariableHoldsAList(String variable, String text, String arguments) {
    assertThat(values(Map.of(variable, text)).arguments())
        .containsExactly(("ingest;" + arguments).split(";", -1));
  }

  @Test
  void patternsInAVariableAreOnALineEach() {
    assertThat(values(Map.of("TIDEMARK_SOURCE_PATTERN", "a{1,2}\nb\n")).arguments())
        .containsExactly("ingest", "--source-pattern=a{1,2}", "--source-pattern=b");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "from end, or not?  ; =x | line 2: is no option; want NAME=VALUE",
        "a=1 ; form=end   | line 2: --form is no option of ingest; did you mean --from?",
        "a=1 ; from=      | line 2: --from: want a value, PLACE",
        "from=end;from=end| line 2: --from is on line 1, too",
        "a=1 ; help       | line 2: --help is no option of ingest",
        "s3cr3tBearer     | line 1: no option of ingest; want NAME=VALUE",
      })
  void aWrongLineIsNamed(String lines, String why) throws IOException {
    Path file = file(lines.replace("a=1", "# a").split(" *; *", -1));

    assertThatThrownBy(() -> values(Map.of(), "--options=" + file))
        .isInstanceOf(Refusal.class)
        .hasMessageStartingWith("--options '" + file + "', " + why);
  }

  @Test
  void aFileThatIsNotThereIsNamed() {
    Here run = Here.run("report", "--options", folder.resolve("none"), "a.log");

    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.complained())
        .isEqualTo(
            "tidemark: --options '%s': no such file; want a readable file with an option on each line%n"
                .formatted(folder.resolve("none")));
  }

  @Test
  void aWrongValueIsRefusedWithItsLine() throws IOException {
    Path file = file("# of all hosts", "", "patience=1x", "bootstrap-servers=127.0.0.1:1");

    Here run = Here.run("topics", "--options", file);
    Here typed = Here.run("topics", "--options", file, "--patience=2x");

    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.complained())
        .contains("--patience '1x'", "(--options '%s', line 3)".formatted(file))
        .hasLineCount(1);
    assertThat(typed.complained()).contains("--patience '2x'").doesNotContain("line 3");
  }

  /** It is the broker that is away: no line is wrong. */
  @Test
  void aFaultNamesNoLine() throws IOException {
    Path file = file("patience=0s", "bootstrap-servers=127.0.0.1:1");

    Here run = Here.run("topics", "--options", file);

    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.complained()).contains("(--patience)").doesNotContain("line 1");
  }
}
