package io.tidemark.app.cli;

import io.tidemark.app.broker.OwnerOnly;
import io.tidemark.model.wire.Topics;
import io.tidemark.streams.Streams;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records from which topic the state stores of a folder were built. Kafka Streams continues with
 * stores that are ahead of emptied changelogs. After a broker has lost its data, such stores would
 * drop each line as a duplicate.
 */
final class StateOrigin {

  private static final Logger LOG = LoggerFactory.getLogger(StateOrigin.class);

  private StateOrigin() {}

  /** The identity of the broker's present topic. */
  static String identity(Map<String, Object> kafka)
      throws InterruptedException, ExecutionException {
    String lines = Topics.LINES.name();
    try (Admin admin = Admin.create(kafka)) {
      return admin.describeTopics(List.of(lines)).allTopicNames().get().values().stream()
          .map(topic -> topic.topicId().toString())
          .findFirst()
          .orElse("");
    }
  }

  /** Causes a rebuild of the stores if they were built from another topic. */
  static void require(Path folder, String identity) throws IOException {
    Path file = folder.resolve("made-from");
    if (Files.exists(file) && !Files.readString(file).equals(identity)) {
      LOG.warn("{} holds the state of topics that are gone; it is rebuilt", folder);
      Streams.distrust(folder);
    }
    OwnerOnly.create(folder);
    if (!Files.exists(file)) {
      Files.createFile(file, OwnerOnly.file());
    }
    Files.writeString(file, identity);
  }
}
