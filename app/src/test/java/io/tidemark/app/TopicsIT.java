package io.tidemark.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidemark.app.broker.DataFolder;
import io.tidemark.app.broker.EmbeddedBroker;
import io.tidemark.model.wire.Topic;
import io.tidemark.model.wire.Topics;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests {@code tidemark topics}, run by an operator before the programs. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class TopicsIT {

  @TempDir Path folder;

  @Test
  void whatIsMissingIsMadeOnceAndAWrongTopicIsRefused() throws Exception {
    try (DataFolder data = DataFolder.hold(folder.resolve("broker"));
        EmbeddedBroker broker = EmbeddedBroker.start(data, 0);
        Admin admin = Admin.create(broker.client())) {
      NewTopic own = new NewTopic("orders", Optional.of(3), Optional.empty());
      admin.createTopics(Set.of(own)).all().get();

      assertThat(topics(broker, "made", "--no-create-topics")).contains("topics missing: ");
      assertThat(topics(broker, "made")).isEmpty();
      Map<String, String> made = described(admin);
      assertThat(made.keySet())
          .containsAll(Topics.ALL.stream().map(Topic::name).toList())
          .contains("orders");

      assertThat(topics(broker, "again")).isEmpty();
      assertThat(folder.resolve("again.txt"))
          .content()
          .isEqualTo(
              "%d topics at %s are as declared; those that were missing are created%n"
                  .formatted(Topics.ALL.size(), broker.bootstrapServers()));
      assertThat(described(admin)).isEqualTo(made);

      admin.deleteTopics(Set.of("tidemark.usage")).all().get();
      await().until(() -> !admin.listTopics().names().get().contains("tidemark.usage"));
      NewTopic wrong = new NewTopic("tidemark.usage", Optional.of(3), Optional.empty());
      admin.createTopics(Set.of(wrong.configs(Map.of("cleanup.policy", "compact")))).all().get();
      await().until(() -> admin.listTopics().names().get().contains("tidemark.usage"));
      assertThat(topics(broker, "refused"))
          .startsWith("tidemark: topic tidemark.usage has 3 partitions, allowed are 4 or 1")
          .hasLineCount(1);
    }
  }

  /** Its error output: empty with exit code 0, a refusal with 2. */
  private String topics(EmbeddedBroker broker, String name, Object... more) throws Exception {
    List<Object> arguments =
        new ArrayList<>(List.of("topics", "--bootstrap-servers", broker.bootstrapServers()));
    arguments.addAll(List.of("--config", Apart.clientFile(folder.resolve("broker"))));
    arguments.addAll(List.of(more));
    try (Program program = Program.start(folder.resolve(name + ".txt"), arguments.toArray())) {
      int exit = program.exit();
      String complained = program.complained();
      assertThat(exit).describedAs(complained).isEqualTo(complained.isEmpty() ? 0 : 2);
      return complained;
    }
  }

  /** Identity, partitions and configuration of each topic. */
  private static Map<String, String> described(Admin admin) throws Exception {
    Set<String> names = admin.listTopics().names().get();
    Map<ConfigResource, Config> configs =
        admin
            .describeConfigs(
                names.stream()
                    .map(name -> new ConfigResource(ConfigResource.Type.TOPIC, name))
                    .collect(Collectors.toSet()))
            .all()
            .get();
    Map<String, String> described = new TreeMap<>();
    for (TopicDescription topic : admin.describeTopics(names).allTopicNames().get().values()) {
      ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic.name());
      String config =
          configs.get(resource).entries().stream()
              .map(entry -> entry.name() + "=" + entry.value())
              .sorted()
              .collect(Collectors.joining(","));
      described.put(
          topic.name(), "%s %d %s".formatted(topic.topicId(), topic.partitions().size(), config));
    }
    return described;
  }
}
