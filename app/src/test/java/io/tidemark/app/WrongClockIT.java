package io.tidemark.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tidemark.analysis.run.Settings;
import io.tidemark.app.broker.DataFolder;
import io.tidemark.app.broker.EmbeddedBroker;
import io.tidemark.app.broker.Missing;
import io.tidemark.app.broker.TopicSetup;
import io.tidemark.app.fault.FaultSentences;
import io.tidemark.model.log.Slice;
import io.tidemark.model.wire.Topics;
import io.tidemark.streams.Streams;
import io.tidemark.streams.StreamsJobConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Slices of a machine whose clock is ahead of the broker's. */
class WrongClockIT {

  private static final List<TopicPartition> OUTPUTS =
      List.of(
          new TopicPartition(Topics.RUNS.name(), 0),
          new TopicPartition(Topics.DEAD_LETTERS.name(), 0));

  @TempDir Path folder;

  @Test
  void hoursAheadAreTakenAndDaysAheadAreNamed() throws Exception {
    try (DataFolder data = DataFolder.hold(folder.resolve("data"));
        EmbeddedBroker broker = EmbeddedBroker.start(data, 0)) {
      Map<String, Object> kafka = broker.client();
      try (Admin admin = TopicSetup.client(kafka)) {
        TopicSetup.ensure(admin, Missing.CREATED_SMALL, Streams.changelogs(1));
      }
      StreamsJobConfig config =
          new StreamsJobConfig(
              kafka, data.path().resolve("streams"), "one", Settings.DEFAULT, null);
      try (Producer<byte[], byte[]> producer =
              new KafkaProducer<>(kafka, new ByteArraySerializer(), new ByteArraySerializer());
          Streams streams = Streams.open(config, new SimpleMeterRegistry());
          Consumer<byte[], byte[]> consumer =
              new KafkaConsumer<>(
                  kafka, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
        long ahead = System.currentTimeMillis() + Duration.ofHours(14).toMillis();
        producer.send(slice(ahead)).get();
        producer.send(new ProducerRecord<>(Topics.LINES.name(), 0, ahead, null, new byte[1])).get();
        consumer.assign(OUTPUTS);
        consumer.seekToBeginning(OUTPUTS);
        Set<String> written = new HashSet<>();
        await()
            .atMost(Duration.ofMinutes(1))
            .until(
                () -> {
                  streams.check();
                  consumer
                      .poll(Duration.ofMillis(100))
                      .forEach(record -> written.add(record.topic()));
                  return written.size() == OUTPUTS.size();
                });

        long days = System.currentTimeMillis() + Topics.MOST_AHEAD.multipliedBy(2).toMillis();
        assertThat(FaultSentences.of(catchThrowable(() -> producer.send(slice(days)).get())))
            .startsWith("a clock is wrong");
      }
    }
  }

  private static ProducerRecord<byte[], byte[]> slice(long millis) {
    byte[] text = "a line\n".getBytes(UTF_8);
    Slice slice = new Slice("g", 0, text.length, 1, false, false, millis, millis, text);
    Headers headers = new RecordHeaders();
    byte[] value = Topics.LINES.value().serializer().serialize("", headers, slice);
    return new ProducerRecord<>(
        Topics.LINES.name(), 0, millis, "a.log".getBytes(UTF_8), value, headers);
  }
}
