package io.tidemark.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tidemark.analysis.run.Settings;
import io.tidemark.app.broker.DataFolder;
import io.tidemark.app.broker.EmbeddedBroker;
import io.tidemark.app.broker.Missing;
import io.tidemark.app.broker.TopicSetup;
import io.tidemark.streams.Streams;
import io.tidemark.streams.StreamsJobConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.ConfigEntry.ConfigSource;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Topics of the stores that are created in advance equal those that Kafka Streams creates. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class ChangelogsIT {

  @TempDir Path folder;

  @Test
  void thoseMadeBeforehandAreAsKafkaStreamsMakesThem() throws Exception {
    Map<String, Map<String, String>> made = topicsOf("made", Streams.changelogs(1));

    assertThat(made).hasSize(4).isEqualTo(topicsOf("left", List.of()));
  }

  /** The configuration of each topic of the job, on a new broker with a running job. */
  private Map<String, Map<String, String>> topicsOf(String name, List<NewTopic> beforehand)
      throws Exception {
    try (DataFolder data = DataFolder.hold(folder.resolve(name));
        EmbeddedBroker broker = EmbeddedBroker.start(data, 0)) {
      Map<String, Object> kafka = broker.client();
      try (Admin admin = TopicSetup.client(kafka)) {
        TopicSetup.ensure(admin, Missing.CREATED_SMALL, beforehand);
      }
      StreamsJobConfig config =
          new StreamsJobConfig(
              kafka, data.path().resolve("streams"), "one", Settings.DEFAULT, null);
      try (Streams streams = Streams.open(config, new SimpleMeterRegistry());
          Admin admin = Admin.create(kafka)) {
        await().atMost(Duration.ofMinutes(1)).until(streams::running);
        List<ConfigResource> topics =
            admin.listTopics().names().get().stream()
                .filter(topic -> topic.endsWith("-changelog"))
                .map(topic -> new ConfigResource(ConfigResource.Type.TOPIC, topic))
                .toList();
        Map<String, Map<String, String>> configs = new TreeMap<>();
        admin
            .describeConfigs(topics)
            .all()
            .get()
            .forEach(
                (topic, entries) ->
                    configs.put(
                        topic.name(),
                        entries.entries().stream()
                            .filter(one -> one.source() == ConfigSource.DYNAMIC_TOPIC_CONFIG)
                            .collect(Collectors.toMap(ConfigEntry::name, ConfigEntry::value))));
        return configs;
      }
    }
  }
}
