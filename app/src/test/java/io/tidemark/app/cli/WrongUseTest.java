package io.tidemark.app.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.app.Here;
import io.tidemark.app.broker.DataFolder;
import io.tidemark.model.Refusal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Wrong options are refused in plain words, before a broker is contacted. */
@Timeout(20)
class WrongUseTest {

  @TempDir Path folder;

  @Test
  void aClientConfigurationThatIsNotThereIsNamedWithoutAnException() {
    ClientOptions client = new ClientOptions();
    client.config = folder.resolve("nonexistent");
    assertThatThrownBy(() -> client.properties("127.0.0.1:1"))
        .isInstanceOf(Refusal.class)
        .hasMessage(
            "--config '%s': no such file; want a readable file of KEY=VALUE lines"
                .formatted(client.config));
  }

  @Test
  void aDataFolderThatIsAFileIsNamedWithoutAnException() throws IOException {
    Path file = Files.createFile(folder.resolve("file"));
    assertThatThrownBy(() -> DataFolder.hold(file))
        .isInstanceOf(Refusal.class)
        .hasMessage(
            "--data %s cannot be written: a file is there, not a folder; name another folder"
                .formatted(file));
  }

  @Test
  void aProgramForAlertsThatIsNoExecutableFileIsRefused() throws IOException {
    Path notExecutable = Files.createFile(folder.resolve("script.sh"));
    for (String program : List.of("mail -s full me", notExecutable.toString(), "no-such-program")) {
      AlertOptions alerts = new AlertOptions();
      alerts.program = program;
      assertThatThrownBy(alerts::check)
          .isInstanceOf(Refusal.class)
          .hasMessage(
              "--on-alert '%s': want an executable file; arguments and pipes belong into a script"
                  .formatted(program));
    }
  }

  @Test
  void anAddressForAlertsWithAPasswordIsRefusedWithoutShowingIt() {
    AlertOptions alerts = new AlertOptions();
    alerts.webhook = "https://me:secret@example.org/hook";
    assertThatThrownBy(alerts::check)
        .isInstanceOf(Refusal.class)
        .hasMessageStartingWith("--alert-webhook https://example.org/…: found a name or password")
        .hasMessageNotContaining("secret");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "compare --max-growth x a.log b.log | --max-growth x: want per cent, 0 or more",
        "compare --max-growth NaN a.log b.log | --max-growth NaN: want per cent, 0 or more",
        "history --max-growth -1% a.log | --max-growth -1%: want per cent, 0 or more",
        "demo --port x | --port x: want 0 to 65535; 0 takes a free port",
        "demo --port 65536 | --port 65536: want 0 to 65535; 0 takes a free port",
        "ingest --bootstrap-servers b:1 --metrics-port 99999 a.log | --metrics-port 99999: want 0 to 65535",
        "replay --zone Mars a.log | --zone Mars: want UTC, an offset such as +02:00"
      })
  void aValueThatAnOptionDoesNotTakeIsNamedWithWhatItTakes(String command, String sentence) {
    Here wrong = Here.run((Object[]) command.split(" "));
    assertThat(wrong.exit()).isEqualTo(2);
    assertThat(wrong.complained()).startsWith("tidemark: " + sentence).hasLineCount(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "report --json --text a.log",
        "report --markdown --json a.log",
        "compare --markdown --benchmark-json a.log b.log",
        "history --json --markdown a.log"
      })
  void oneCallPrintsOneForm(String command) {
    Here wrong = Here.run((Object[]) command.split(" "));
    assertThat(wrong.exit()).isEqualTo(2);
    assertThat(wrong.complained()).contains("are mutually exclusive");
  }

  @Test
  void aLogAtRestSendsNoAlerts() {
    WatchCommand watch = new WatchCommand();
    watch.once = true;
    watch.alerts.program = "true";
    assertThatThrownBy(watch::call)
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("want --fail-on-alert");
  }
}
