package io.tidemark.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.app.broker.DataFolder;
import io.tidemark.app.broker.EmbeddedBroker;
import io.tidemark.app.broker.Missing;
import io.tidemark.app.broker.TopicSetup;
import io.tidemark.app.cli.Tidemark;
import io.tidemark.model.ParkedSource;
import io.tidemark.model.ParkedSource.State;
import io.tidemark.model.ParkedSource.Step;
import io.tidemark.model.ParkedSource.Waiting;
import io.tidemark.model.wire.Topic;
import io.tidemark.model.wire.Topics;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests {@code tidemark sources} with a Kafka that holds little. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class SourcesIT {

  private static final String NONE_YET =
      "tidemark: no sources: the streams job has not published any yet";

  @TempDir Path folder;
  private DataFolder data;
  private EmbeddedBroker broker;
  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
  private final ByteArrayOutputStream complained = new ByteArrayOutputStream();

  @BeforeEach
  void start() throws Exception {
    data = DataFolder.hold(folder.resolve("broker"));
    broker = EmbeddedBroker.start(data, 0);
  }

  @AfterEach
  void stop() throws Exception {
    broker.close();
    data.close();
  }

  private int sources(Object... more) {
    List<String> arguments =
        new ArrayList<>(List.of("sources", "--bootstrap-servers", broker.bootstrapServers()));
    for (Object each : more) {
      arguments.add(each.toString());
    }
    PrintStream out = System.out;
    PrintStream err = System.err;
    printed.reset();
    complained.reset();
    try {
      System.setOut(new PrintStream(printed, true, UTF_8));
      System.setErr(new PrintStream(complained, true, UTF_8));
      return Tidemark.run(arguments.toArray(String[]::new));
    } finally {
      System.setOut(out);
      System.setErr(err);
    }
  }

  private Path client() {
    return Apart.clientFile(data.path());
  }

  /** The messages for the user, without the log lines of Kafka's clients. */
  private List<String> sentences() {
    return complained
        .toString(UTF_8)
        .lines()
        .filter(line -> line.startsWith("tidemark: "))
        .toList();
  }

  private String listing() {
    return printed.toString(UTF_8);
  }

  @Test
  void aBrokerThatAsksForALogInIsNamedInOneSentence() {
    assertThat(sources()).isEqualTo(2);

    assertThat(sentences()).hasSize(1);
    assertThat(sentences().get(0)).contains(broker.bootstrapServers(), "asks for a log-in");
    assertThat(listing()).isEmpty();
  }

  @Test
  void missingTopicsAreNamedAndNotMade() throws Exception {
    assertThat(sources("--config", client())).isEqualTo(2);

    assertThat(sentences())
        .containsExactly(
            "tidemark: topics missing: tidemark.lines, tidemark.runs, tidemark.parked-sources;"
                + " no Tidemark program has run with Kafka at "
                + broker.bootstrapServers());
    try (Admin admin = Admin.create(broker.client())) {
      assertThat(admin.listTopics().names().get()).isEmpty();
    }
  }

  @Test
  void emptyTopicsAreSaidToBeEmpty() throws Exception {
    TopicSetup.ensure(broker.client(), Missing.CREATED);

    assertThat(sources("--config", client())).isZero();
    assertThat(sentences()).containsExactly(NONE_YET);
    assertThat(listing()).isEmpty();

    assertThat(sources("--config", client(), "--json")).isZero();
    assertThat(listing().strip()).isEqualTo("[ ]");

    assertThat(sources("--config", client(), "skip", "a.log")).isEqualTo(2);
    assertThat(sentences())
        .containsExactly("tidemark: source 'a.log' is not parked; parked are: none");
  }

  @Test
  void recordsThatCannotBeReadAreNamedOnceAndTheOthersListed() throws Exception {
    TopicSetup.ensure(broker.client(), Missing.CREATED);
    Waiting none = Waiting.NONE;
    ParkedSource why = new ParkedSource(State.PARKED, Step.LOAD, "planted", "1", null, none);
    try (Producer<byte[], byte[]> producer =
        new KafkaProducer<>(
            broker.client(), new ByteArraySerializer(), new ByteArraySerializer())) {
      Topic<String, ParkedSource> topic = Topics.PARKED_SOURCES;
      Headers headers = new RecordHeaders();
      byte[] good = topic.value().serializer().serialize(topic.name(), headers, why);
      for (byte[] value : List.of("noise".getBytes(UTF_8), good, "{}".getBytes(UTF_8))) {
        byte[] key = (value == good ? "good.log" : "bad.log").getBytes(UTF_8);
        producer.send(new ProducerRecord<>(topic.name(), null, key, value, headers)).get();
      }
      byte[] noKey = "no run".getBytes(UTF_8);
      producer.send(new ProducerRecord<>(Topics.RUNS.name(), 1, noKey, noKey)).get();
    }

    assertThat(sources("--config", client())).isZero();

    assertThat(listing()).isEqualTo("parked      good.log: load: planted\n");
    assertThat(sentences())
        .containsExactly(
            "tidemark: tidemark.parked-sources: 2 records cannot be read, passed over; the first"
                + " at offset 0 of partition 0",
            "tidemark: tidemark.runs: 1 record cannot be read, passed over; the first at offset"
                + " 0 of partition 1");
  }
}
