package io.tidemark.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidemark.model.Samples;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests alerts of a watch without Prometheus: a webhook and a program, while the log grows. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class OwnAlertsIT {

  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final String NEAR = "TidemarkMemoryNearCapacity growing.log#1";
  private static final String FULL = "TidemarkMemoryCritical growing.log#1";

  @TempDir Path folder;

  @Test
  void aLogThatFillsItsMemoryCallsTheWebhookAndTheProgram() throws Exception {
    Path recorded = Samples.root().resolve("examples/tenstorrent.log");
    List<String> lines = FreshLog.text(recorded).lines().toList();
    Path log = folder.resolve("growing.log");
    Files.write(log, lines.subList(0, 20));
    Path seen = Files.createFile(folder.resolve("seen"));
    Path script =
        Files.writeString(
            folder.resolve("on-alert.sh"),
            "#!/bin/sh\n"
                + "echo \"$ALERT_NAME $ALERT_STATUS of $ALERT_CAPACITY_BYTES by $ALERT_OP\" >> '"
                + seen
                + "'\n");
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
    try (Webhook webhook = Webhook.start();
        Program watch =
            Program.start(
                folder.resolve("watch.txt"),
                "watch",
                "--port",
                0,
                "--data",
                folder.resolve("data"),
                "--alert-webhook",
                webhook.url(),
                "--on-alert",
                script,
                "--host-name",
                "node-7",
                log)) {
      watch.awaitAddress("page and metrics on ");
      assertThat(webhook.published()).isEmpty();

      Files.write(log, lines.subList(20, lines.size()), StandardOpenOption.APPEND);

      await()
          .atMost(PATIENCE)
          .untilAsserted(
              () -> {
                assertThat(webhook.published()).containsKey("TidemarkOutOfMemory growing.log#1");
                assertThat(seen).content().contains("TidemarkOutOfMemory firing of 128");
              });
      assertThat(webhook.published().get(FULL)).startsWith("firing: ");
      assertThat(webhook.published()).as("silenced").doesNotContainKey(NEAR);
      assertThat(seen).content().contains("TidemarkMemoryCritical firing of 128");

      Files.write(log, lines.subList(0, 20), StandardOpenOption.APPEND);

      await()
          .atMost(PATIENCE)
          .untilAsserted(() -> assertThat(webhook.published().get(FULL)).startsWith("resolved: "));
      assertThat(webhook.hosts()).containsExactly("node-7");
    }
  }
}
