package io.tidemark.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidemark.app.broker.DataFolder;
import io.tidemark.app.broker.EmbeddedBroker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.record.internal.FileRecords;
import org.apache.kafka.common.record.internal.RecordBatch;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests how a broker's next start completes a transaction that a kill interrupted. */
@Tag("slow")
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class KilledBrokerIT {

  private static final String TOPIC = "written";
  private static final String WRITER = "writer";
  private static final String LOG_FILE = "00000000000000000000.log";
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  @TempDir Path folder;

  /**
   * The commit is decided but not written to the partitions: the coordinator must do this after its
   * restart.
   */
  @Test
  void aDecidedCommitReachesItsPartitionsAfterAKill() throws Exception {
    Path left = folder.resolve("left");
    try (DataFolder data = DataFolder.hold(folder.resolve("killed"));
        EmbeddedBroker broker = EmbeddedBroker.start(data, 0)) {
      Map<String, Object> kafka = broker.client();
      try (Admin admin = Admin.create(kafka)) {
        admin
            .createTopics(List.of(new NewTopic(TOPIC, Optional.of(1), Optional.empty())))
            .all()
            .get();
        commit(kafka, "first", "second");
        awaitCompleted(admin);
      }
      // The files of a killed process are as its last writes left them.
      copy(data.path(), left);
    }
    cutLastBatch(left.resolve("kafka").resolve(TOPIC + "-0").resolve(LOG_FILE));
    cutLastBatch(transactionLog(left.resolve("kafka")));

    try (DataFolder data = DataFolder.hold(left);
        EmbeddedBroker broker = EmbeddedBroker.start(data, 0)) {
      assertThat(committed(broker.client(), 2)).containsExactly("first", "second");
    }
  }

  private static void commit(Map<String, Object> kafka, String... values) throws Exception {
    Map<String, Object> config = new HashMap<>(kafka);
    config.put("transactional.id", WRITER);
    try (KafkaProducer<String, String> producer =
        new KafkaProducer<>(config, new StringSerializer(), new StringSerializer())) {
      producer.initTransactions();
      for (String value : values) {
        producer.beginTransaction();
        producer.send(new ProducerRecord<>(TOPIC, value)).get();
        producer.commitTransaction();
      }
    }
  }

  /**
   * A commit is acknowledged once decided. Writing to its partitions, and recording that, come
   * later.
   */
  private static void awaitCompleted(Admin admin) {
    await()
        .atMost(PATIENCE)
        .until(
            () -> {
              List<String> writers = List.of(WRITER);
              return admin.describeTransactions(writers).description(WRITER).get().state();
            },
            TransactionState.COMPLETE_COMMIT::equals);
  }

  private static List<String> committed(Map<String, Object> client, int count) {
    Map<String, Object> config = new HashMap<>(client);
    config.put("isolation.level", "read_committed");
    List<String> values = new ArrayList<>();
    try (KafkaConsumer<String, String> consumer =
        new KafkaConsumer<>(config, new StringDeserializer(), new StringDeserializer())) {
      TopicPartition partition = new TopicPartition(TOPIC, 0);
      consumer.assign(List.of(partition));
      consumer.seekToBeginning(List.of(partition));
      long deadlineNanos = System.nanoTime() + PATIENCE.toNanos();
      while (values.size() < count && System.nanoTime() - deadlineNanos < 0) {
        consumer.poll(Duration.ofMillis(100)).forEach(record -> values.add(record.value()));
      }
    }
    return values;
  }

  private static Path transactionLog(Path logs) throws IOException {
    try (Stream<Path> folders = Files.list(logs)) {
      return folders
          .filter(log -> log.getFileName().toString().startsWith("__transaction_state-"))
          .map(log -> log.resolve(LOG_FILE))
          .filter(log -> log.toFile().length() > 0)
          .findFirst()
          .orElseThrow();
    }
  }

  private static void cutLastBatch(Path file) throws IOException {
    try (FileRecords records = FileRecords.open(file.toFile())) {
      int last = 0;
      for (RecordBatch batch : records.batches()) {
        last = batch.sizeInBytes();
      }
      records.truncateTo(records.sizeInBytes() - last);
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      // A running broker writes new checkpoints beside the old ones and renames them.
      for (Path file :
          (Iterable<Path>) files.filter(each -> !each.toString().endsWith(".tmp"))::iterator) {
        Files.copy(file, to.resolve(from.relativize(file).toString()));
      }
    }
  }
}
