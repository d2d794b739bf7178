package io.tidemark.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.tidemark.app.broker.DataFolder;
import io.tidemark.app.broker.EmbeddedBroker;
import io.tidemark.app.broker.Missing;
import io.tidemark.app.broker.Rights;
import io.tidemark.app.broker.TopicSetup;
import io.tidemark.model.Refusal;
import io.tidemark.model.wire.Topic;
import io.tidemark.model.wire.Topics;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests a start with existing topics. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class TopicSetupIT {

  @TempDir Path folder;

  @Test
  void topicsThatWouldLoseRecordsAreRefusedAndOthersLeftAlone() throws Exception {
    try (DataFolder data = DataFolder.hold(folder);
        EmbeddedBroker broker = EmbeddedBroker.start(data, 0)) {
      Map<String, Object> kafka = broker.client();
      try (Admin admin = Admin.create(kafka)) {
        assertThatThrownBy(() -> TopicSetup.ensure(kafka, Rights.TOPICS, Missing.REFUSED))
            .isInstanceOf(Refusal.class)
            .hasMessageContaining("tidemark.usage");

        make(admin, Topics.USAGE, 3, Map.of("cleanup.policy", "compact"));
        assertRefused(kafka, "topic tidemark.usage has 3 partitions, allowed are 4 or 1");
        delete(admin, Topics.USAGE);

        make(admin, Topics.USAGE, 4, Map.of("cleanup.policy", "delete"));
        assertRefused(kafka, "tidemark.usage has cleanup.policy=delete, declared is compact");
        delete(admin, Topics.USAGE);

        make(admin, Topics.LINES, 8, Map.of("max.message.bytes", "1000000"));
        assertRefused(kafka, "tidemark.lines has max.message.bytes=1000000, declared is 4194304");
        delete(admin, Topics.LINES);

        make(admin, Topics.LINES, 8, Map.of("max.message.bytes", "5000000", "retention.ms", "5"));
        TopicSetup.ensure(kafka, Rights.TOPICS, Missing.CREATED);
        TopicSetup.ensure(kafka, Rights.TOPICS, Missing.REFUSED);
        assertThat(admin.listTopics().names().get())
            .containsAll(Topics.ALL.stream().map(Topic::name).toList());
      }
    }
  }

  @Test
  void ownTopicsHaveOnePartitionAndThoseOfAnEarlierStartKeepTheirs() throws Exception {
    try (DataFolder data = DataFolder.hold(folder);
        EmbeddedBroker broker = EmbeddedBroker.start(data, 0)) {
      Map<String, Object> kafka = broker.client();
      try (Admin admin = Admin.create(kafka)) {
        make(admin, Topics.LINES, 8, Topics.LINES.config());
        TopicSetup.ensure(kafka, Rights.TOPICS, Missing.CREATED_SMALL);
        assertThat(partitions(admin, Topics.LINES)).isEqualTo(8);
        assertThat(partitions(admin, Topics.EVENTS)).isEqualTo(1);
        TopicSetup.ensure(kafka, Rights.TOPICS, Missing.REFUSED);
      }
    }
  }

  private static int partitions(Admin admin, Topic<?, ?> topic) throws Exception {
    return admin
        .describeTopics(List.of(topic.name()))
        .topicNameValues()
        .get(topic.name())
        .get()
        .partitions()
        .size();
  }

  private static void assertRefused(Map<String, Object> kafka, String why) {
    assertThatThrownBy(() -> TopicSetup.ensure(kafka, Rights.TOPICS, Missing.CREATED))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining(why);
  }

  private static void make(
      Admin admin, Topic<?, ?> topic, int partitions, Map<String, String> config) throws Exception {
    NewTopic made = new NewTopic(topic.name(), Optional.of(partitions), Optional.empty());
    admin.createTopics(List.of(made.configs(config))).all().get();
    // The controller answers before the broker knows the topic.
    await().until(() -> admin.listTopics().names().get().contains(topic.name()));
  }

  private static void delete(Admin admin, Topic<?, ?> topic) throws Exception {
    admin.deleteTopics(List.of(topic.name())).all().get();
    await().until(() -> !admin.listTopics().names().get().contains(topic.name()));
  }
}
