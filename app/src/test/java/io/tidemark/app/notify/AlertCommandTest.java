package io.tidemark.app.notify;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.tidemark.app.notify.AlertQueue.AlertReceiver;
import io.tidemark.model.Samples;
import io.tidemark.model.alert.AlertKey;
import io.tidemark.model.alert.AlertRule;
import io.tidemark.model.run.RunSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AlertCommandTest {

  @TempDir Path folder;

  private AlertCommand command(String script, Duration longest) throws IOException {
    Path file = Files.writeString(folder.resolve("on-alert.sh"), "#!/bin/sh\n" + script);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    return new AlertCommand(file, new AlertText("http://127.0.0.1:8080"), longest);
  }

  private AlertCommand command(String script) throws IOException {
    return command(script, Duration.ofSeconds(60));
  }

  @Test
  void figuresAreInTheEnvironmentAndOnStandardInput() throws Exception {
    Path seen = folder.resolve("seen");
    command("env | grep ^ALERT_ | sort > %s; cat >> %s; echo $# >> %s".formatted(seen, seen, seen))
        .deliver(Notices.of(new RunSource("g", 1, "node-7")));
    assertThat(Files.readString(seen))
        .contains(
            "ALERT_HOST=node-7\n",
            "ALERT_DEVICE=0\n",
            "ALERT_MEMORY=DRAM\n",
            "ALERT_NAME=TidemarkMemoryCritical\n",
            "ALERT_RUN=train.log#1\n",
            "ALERT_SEVERITY=critical\n",
            "ALERT_STATUS=firing\n",
            "ALERT_SUMMARY=full\n",
            "\"version\":\"4\"")
        .endsWith("0\n");
  }

  @Test
  void textOfALogIsNeverRunAndNeverBreaksTheEnvironment() throws Exception {
    Path seen = folder.resolve("seen");
    command("printf %s \"$ALERT_SUMMARY\" > " + seen)
        .deliver(Notices.firing("$(touch pwned) `id`; \u0000\u001b[2J"));
    assertThat(seen).content().isEqualTo("$(touch pwned) `id`; \\u0000\\u001b[2J");
  }

  @Test
  void aProgramThatDoesNotEndIsStoppedWithItsChildren() throws Exception {
    Path child = folder.resolve("child");
    AlertCommand command =
        command("sleep 1000 & echo $! > %s; wait".formatted(child), Duration.ofSeconds(2));
    assertThatThrownBy(() -> command.deliver(Notices.firing("x")))
        .isInstanceOf(AlertReceiver.Rejected.class)
        .hasMessage("it was stopped after 2 s");
    long pid = Long.parseLong(Files.readString(child).strip());
    ProcessHandle.of(pid).ifPresent(left -> left.onExit().orTimeout(10, SECONDS).join());
  }

  @Test
  void theExampleSavesACheckpointBeforeTheMemoryIsFull() throws Exception {
    Path pid = folder.resolve("trainer.pid");
    Process trainer =
        new ProcessBuilder(
                "sh",
                "-c",
                "trap 'echo saved; exit' USR1; echo $$ > pid; mv pid trainer.pid;"
                    + " while :; do sleep 0.1; done")
            .directory(folder.toFile())
            .start();
    try {
      await().until(() -> Files.exists(pid));
      Path example = Samples.root().resolve("examples/on-alert.sh");
      AlertCommand command = command("TRAINER_PID_FILE=%s exec %s".formatted(pid, example));
      command.deliver(notice(AlertRule.WILL_NOT_FIT));
      assertThat(trainer.isAlive()).isTrue();
      command.deliver(notice(AlertRule.NEAR_CAPACITY));
      assertThat(trainer.waitFor(10, SECONDS)).isTrue();
      assertThat(new String(trainer.getInputStream().readAllBytes(), UTF_8)).isEqualTo("saved\n");
    } finally {
      trainer.destroyForcibly();
    }
  }

  @Test
  void theExampleWithoutATrainerSaysSoAndIsNotTriedAgain() throws Exception {
    Path said = folder.resolve("said");
    Path example = Samples.root().resolve("examples/on-alert.sh");
    command("TRAINER_PID_FILE=%s/no.pid exec %s 2> %s".formatted(folder, example, said))
        .deliver(notice(AlertRule.NEAR_CAPACITY));
    assertThat(said).content().startsWith("on-alert.sh: no trainer to ask").hasLineCount(1);
  }

  private static AlertNotice notice(AlertRule rule) {
    AlertKey key = new AlertKey(Notices.FULL.run(), rule, "0", "DRAM");
    return new AlertNotice(
        key, Notices.alert(1, null, "x"), AlertNotice.Status.FIRING, null, null, null);
  }

  @Test
  void aProgramThatFailsIsTriedAgain() throws Exception {
    AlertCommand command = command("exit 7");
    assertThatThrownBy(() -> command.deliver(Notices.firing("x")))
        .isExactlyInstanceOf(IOException.class)
        .hasMessage("it exits with 7");
  }
}
