package io.tidemark.streams;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.LogAnalysis;
import io.tidemark.model.Samples;
import io.tidemark.model.log.OwnerRecord;
import io.tidemark.model.log.Position;
import io.tidemark.model.wire.Json;
import io.tidemark.model.wire.Topic;
import io.tidemark.model.wire.Topics;
import io.tidemark.streams.job.Transcript;
import io.tidemark.streams.job.UsageTopology;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * Checks that the page about the topics shows what the job publishes for the log at its beginning.
 */
class TopicsPageTest {

  private static final Pattern LOG = Pattern.compile("```text\n(.*?)```", Pattern.DOTALL);
  private static final Pattern RECORD =
      Pattern.compile("key `([^`]+)`[^`]*```json\n(.*?)```", Pattern.DOTALL);

  @TempDir Path stateDir;

  private static String page() throws IOException {
    return Files.readString(Samples.root().resolve("docs/topics.md"));
  }

  /** The section of the page with the topic's heading. */
  private static String section(Topic<?, ?> topic) throws IOException {
    String page = page();
    String head = "\n## " + topic.name() + "\n";
    int from = page.indexOf(head);
    assertThat(from).as("docs/topics.md has a part of " + topic.name()).isNotNegative();
    int to = page.indexOf("\n## ", from + head.length());
    return page.substring(from, to < 0 ? page.length() : to);
  }

  @Test
  void everyTopicStandsThereWithItsPartitionsAndItsCleanup() throws IOException {
    for (Topic<?, ?> topic : Topics.ALL) {
      String cleanup =
          "compact".equals(topic.config().get("cleanup.policy"))
              ? "compacted"
              : "kept for seven days";
      assertThat(section(topic))
          .contains(topic.partitions() + (topic.partitions() == 1 ? " partition" : " partitions"))
          .contains(cleanup);
    }
  }

  @Test
  void everyExampleIsPublishedForTheLogAtTheHead() throws IOException {
    Matcher log = LOG.matcher(page());
    assertThat(log.find()).isTrue();
    try (Transcript job = new Transcript(stateDir, LogAnalysis::load)) {
      log.group(1).lines().forEach(line -> job.slice("train.log", line + "\n"));
      job.flush();
      for (Topic<?, ?> topic : UsageTopology.OUTPUTS) {
        assertPublished(job, topic);
      }
    }
  }

  private static <K, V> void assertPublished(Transcript job, Topic<K, V> topic) throws IOException {
    Matcher example = RECORD.matcher(section(topic));
    assertThat(example.find()).as(topic.name()).isTrue();
    List<Map.Entry<String, JsonNode>> published = new ArrayList<>();
    for (TestRecord<K, V> record : job.records(topic)) {
      byte[] key = topic.key().serializer().serialize(topic.name(), record.key());
      Headers headers = new RecordHeaders();
      byte[] value = topic.value().serializer().serialize(topic.name(), headers, record.value());
      published.add(Map.entry(new String(key, UTF_8), Json.MAPPER.readTree(value)));
    }
    assertThat(published)
        .as(topic.name())
        .contains(Map.entry(example.group(1), Json.MAPPER.readTree(example.group(2))));
  }

  @Test
  void aClaimIsReadAsItStands() throws IOException {
    Matcher example = RECORD.matcher(section(Topics.OWNERS));
    assertThat(example.find()).isTrue();
    OwnerRecord claim = Json.MAPPER.readValue(example.group(2), OwnerRecord.class);
    assertThat(claim).isInstanceOf(OwnerRecord.Claim.class);
    assertThat(Json.MAPPER.readTree(Json.MAPPER.writeValueAsString(claim)))
        .isEqualTo(Json.MAPPER.readTree(example.group(2)));
  }

  @Test
  void aPositionIsReadAsItStands() throws IOException {
    Matcher example = RECORD.matcher(section(Topics.POSITIONS));
    assertThat(example.find()).isTrue();
    Position position = Json.MAPPER.readValue(example.group(2), Position.class);
    assertThat(Json.MAPPER.readTree(Json.MAPPER.writeValueAsString(position)))
        .isEqualTo(Json.MAPPER.readTree(example.group(2)));
  }
}
