package io.tidemark.streams;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tidemark.analysis.run.Settings;
import io.tidemark.model.Refusal;
import io.tidemark.model.wire.BoardRecords;
import io.tidemark.model.wire.Published;
import io.tidemark.model.wire.Topics;
import io.tidemark.streams.job.SmallStores;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.streams.StreamsConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rocksdb.Options;

class JobPropertiesTest {

  private static final BoardRecords BOARD =
      new BoardRecords() {
        @Override
        public void onRecords(List<Published<?, ?>> records) {}

        @Override
        public void onCaughtUp() {}
      };

  private static final String MOST = Integer.toString(Topics.MAX_RECORD_BYTES);

  @TempDir Path stateDir;

  @Test
  void defaultsReachTheClientsThatTheyAreFor() {
    StreamsConfig config = new StreamsConfig(properties(Map.of()));

    Map<String, Object> consumer = config.getMainConsumerConfigs("group", "client", 1);
    assertThat(consumer)
        .containsEntry("group.instance.id", "one-1")
        .containsEntry("session.timeout.ms", "10000")
        .containsEntry("max.poll.records", "256")
        .containsEntry("max.partition.fetch.bytes", MOST)
        .containsEntry("isolation.level", "read_committed");
    assertThat(config.getProducerConfigs("client"))
        .containsEntry("compression.type", "lz4")
        .containsEntry("linger.ms", "5")
        .containsEntry("batch.size", "262144")
        .containsEntry("max.request.size", MOST)
        .containsEntry("transaction.timeout.ms", "10000")
        .containsEntry("max.block.ms", Integer.toString(Integer.MAX_VALUE))
        .containsEntry("enable.idempotence", true);
    assertThat(config.getString("errors.dead.letter.queue.topic.name"))
        .isEqualTo("tidemark.dead-letters");
    assertThat(config.originals())
        .containsEntry("application.id", "tidemark-streams")
        .containsEntry("commit.interval.ms", "500")
        .containsEntry("poll.ms", "10")
        .containsEntry("buffered.records.per.partition", "64")
        .containsEntry("statestore.cache.max.bytes", "67108864")
        .doesNotContainKey("replication.factor")
        .containsEntry("num.stream.threads", "1")
        .containsEntry("ensure.explicit.internal.resource.naming", "true");
  }

  @Test
  void aJobBesideItsBoardHoldsLittleAndLooksForItsTopicsOften() {
    Map<String, Object> kafka = Map.of("bootstrap.servers", "localhost:1");

    Properties properties =
        JobProperties.of(new StreamsJobConfig(kafka, stateDir, "one", Settings.DEFAULT, BOARD));

    StreamsConfig config = new StreamsConfig(properties);
    assertThat(config.getMainConsumerConfigs("group", "client", 1))
        .containsEntry("retry.backoff.ms", "100")
        .containsEntry("max.poll.records", "16")
        .containsEntry("max.partition.fetch.bytes", "262144");
    assertThat(config.getRestoreConsumerConfigs("client"))
        .as("stores are read back in large steps")
        .containsEntry("max.poll.records", "256")
        .containsEntry("max.partition.fetch.bytes", MOST);
    assertThat(properties)
        .containsEntry("statestore.cache.max.bytes", "8388608")
        .containsEntry("retry.backoff.ms", "20")
        .containsEntry("commit.interval.ms", "5000");
  }

  @Test
  void theUsersPropertiesWinOverTheDefaultsWithAPrefixOrWithout() {
    StreamsConfig config =
        new StreamsConfig(
            properties(
                Map.of(
                    "replication.factor", "3",
                    "session.timeout.ms", "45000",
                    "num.standby.replicas", "1",
                    "main.consumer.max.poll.records", "7",
                    "security.protocol", "SSL")));

    Map<String, Object> consumer = config.getMainConsumerConfigs("group", "client", 1);
    assertThat(config.getInt("replication.factor")).isEqualTo(3);
    assertThat(config.getInt("num.standby.replicas")).isEqualTo(1);
    assertThat(consumer)
        .containsEntry("session.timeout.ms", "45000")
        .containsEntry("max.poll.records", "7")
        .containsEntry("security.protocol", "SSL");
  }

  @Test
  void theStoresOfAJobTakeSmallWriteBuffers() {
    try (Options options = new Options()) {
      new SmallStores().setConfig("hot-by-source", options, Map.of());

      assertThat(options.writeBufferSize() * options.maxWriteBufferNumber())
          .isEqualTo(2 * SmallStores.WRITE_BUFFER_BYTES);
      assertThat(options.manifestPreallocationSize()).isLessThan(SmallStores.WRITE_BUFFER_BYTES);
    }
    assertThat(new StreamsConfig(properties(Map.of())).getClass("rocksdb.config.setter"))
        .isEqualTo(SmallStores.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "processing.guarantee",
        "application.id",
        "state.dir",
        "group.instance.id",
        "group.protocol",
        "consumer.group.instance.id",
        "main.consumer.group.instance.id",
        "isolation.level",
        "main.consumer.isolation.level",
        "production.exception.handler",
        "errors.dead.letter.queue.topic.name",
        "deserialization.exception.handler"
      })
  void whatThePromisesHangOnCannotBeChanged(String key) {
    assertThatThrownBy(() -> properties(Map.of(key, "other")))
        .isInstanceOf(Refusal.class)
        .hasMessageStartingWith(key + ": found other, the streams job allows only ");
  }

  @Test
  void sayingWhatIsSetAnywayIsNoMistake() {
    assertThat(properties(Map.of("processing.guarantee", "exactly_once_v2")))
        .containsEntry("processing.guarantee", "exactly_once_v2");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "two words", "a/b", "ü"})
  void anInstanceNameThatKafkaWouldNotTakeIsRefused(String instance) {
    Map<String, Object> kafka = Map.of("bootstrap.servers", "localhost:1");

    assertThatThrownBy(
            () -> new StreamsJobConfig(kafka, stateDir, instance, Settings.DEFAULT, null))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("instance '" + instance + "'");
  }

  @Test
  void aMissingBrokerAddressIsRefused() {
    assertThatThrownBy(
            () -> new StreamsJobConfig(Map.of(), stateDir, "one", Settings.DEFAULT, null))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("bootstrap.servers");
  }

  @Test
  void aPropertyThatKafkaRefusesIsARefusalThatNamesIt() {
    StreamsJobConfig config = config(Map.of("commit.interval.ms", "often"));

    assertThatThrownBy(() -> Streams.open(config, new SimpleMeterRegistry()).close())
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("commit.interval.ms")
        .hasMessageContaining("often");
  }

  @Test
  void aClientsPropertyThatKafkaRefusesIsARefusalThatNamesIt() {
    StreamsJobConfig config = config(Map.of("max.poll.records", "-3"));

    assertThatThrownBy(() -> Streams.open(config, new SimpleMeterRegistry()).close())
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("max.poll.records")
        .hasMessageContaining("-3");
  }

  @Test
  void aJobWithABoardIsNotOpenedButPrepared() {
    StreamsJobConfig config =
        new StreamsJobConfig(
            Map.of("bootstrap.servers", "localhost:1"), stateDir, "one", Settings.DEFAULT, BOARD);

    assertThatThrownBy(() -> Streams.open(config, new SimpleMeterRegistry()).close())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("board");
  }

  private Properties properties(Map<String, Object> kafka) {
    return JobProperties.of(config(kafka));
  }

  private StreamsJobConfig config(Map<String, Object> kafka) {
    Map<String, Object> all = new HashMap<>(kafka);
    all.put("bootstrap.servers", "localhost:1");
    return new StreamsJobConfig(all, stateDir, "one", Settings.DEFAULT, null);
  }

  @Test
  void theApplicationIdIsTheGivenOne() {
    StreamsJobConfig own =
        new StreamsJobConfig(
            Map.of("bootstrap.servers", "h:1"),
            "acme-streams",
            stateDir,
            "one",
            Settings.DEFAULT,
            null);
    assertThat(JobProperties.of(own)).containsEntry("application.id", "acme-streams");
    assertThatThrownBy(
            () ->
                new StreamsJobConfig(
                    Map.of("bootstrap.servers", "h:1"),
                    "a b",
                    stateDir,
                    "one",
                    Settings.DEFAULT,
                    null))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("application id 'a b'");
  }
}
