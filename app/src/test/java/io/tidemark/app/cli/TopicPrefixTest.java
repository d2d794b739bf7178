package io.tidemark.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.app.Here;
import io.tidemark.app.broker.DataFolder;
import io.tidemark.app.broker.EmbeddedBroker;
import io.tidemark.app.broker.Missing;
import io.tidemark.app.broker.Rights;
import io.tidemark.app.broker.TopicSetup;
import io.tidemark.model.wire.Topics;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests two Tidemarks on one Kafka. */
class TopicPrefixTest {

  @TempDir Path folder;

  /** The prefix is that of a process, so the other Tidemark is one. */
  private String run(String program, Map<String, Object> kafka, String prefix) throws Exception {
    Properties client = new Properties();
    client.putAll(kafka);
    Path config = folder.resolve("client.properties");
    try (var out = Files.newOutputStream(config)) {
      client.store(out, null);
    }
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                "io.tidemark.app.cli.Tidemark",
                program,
                "--bootstrap-servers",
                String.valueOf(kafka.get("bootstrap.servers")),
                "--config",
                config.toString(),
                "--topic-prefix",
                prefix));
    Path output = folder.resolve("output.txt");
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(Files.readString(output)).isZero();
    return Files.readString(output);
  }

  @Test
  @Timeout(value = 2, unit = TimeUnit.MINUTES)
  void twoTidemarksOnOneKafkaShareNoTopic() throws Exception {
    try (DataFolder data = DataFolder.hold(folder.resolve("data"));
        EmbeddedBroker broker = EmbeddedBroker.start(data, 0);
        Admin admin = Admin.create(broker.client())) {
      TopicSetup.ensure(broker.client(), Rights.TOPICS, Missing.CREATED);
      Set<String> first = admin.listTopics().names().get();
      run("topics", broker.client(), "acme");
      Set<String> both = admin.listTopics().names().get();
      assertThat(first).contains("tidemark.lines").allMatch(name -> name.startsWith("tidemark."));
      assertThat(both)
          .hasSize(2 * Topics.ALL.size())
          .containsAll(first)
          .contains("acme.lines", "acme.dead-letters");
      assertThat(run("doctor", broker.client(), "acme")).contains("ok      streams");
    }
  }

  @Test
  void aPrefixThatNoTopicMayHaveIsRefused() {
    Here topics = Here.run("topics", "--bootstrap-servers", "none:9092", "--topic-prefix", "a.b");
    assertThat(topics.exit()).isEqualTo(2);
    assertThat(topics.complained())
        .startsWith("tidemark: --topic-prefix 'a.b': want 1 to 100 of the characters");
  }
}
