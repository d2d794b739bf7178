package io.tidemark.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tidemark.analysis.run.Settings;
import io.tidemark.app.broker.DataFolder;
import io.tidemark.app.broker.EmbeddedBroker;
import io.tidemark.app.broker.Missing;
import io.tidemark.app.broker.Rights;
import io.tidemark.app.broker.TopicSetup;
import io.tidemark.streams.Streams;
import io.tidemark.streams.StreamsJobConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests the streams job on a real broker. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class StreamsIT {

  @TempDir Path folder;

  private List<Path> stateFiles(String name) throws Exception {
    try (Stream<Path> files = Files.walk(folder.resolve("state"))) {
      return files.filter(file -> file.getFileName().toString().equals(name)).toList();
    }
  }

  private void runUntilItHasItsWork(Map<String, Object> kafka) {
    StreamsJobConfig config =
        new StreamsJobConfig(kafka, folder.resolve("state"), "one", Settings.DEFAULT, null);
    try (Streams streams = Streams.open(config, new SimpleMeterRegistry())) {
      await()
          .atMost(1, TimeUnit.MINUTES)
          .until(
              () -> {
                streams.check();
                return streams.running();
              });
    }
  }

  @Test
  void storesThatWereHalfWipedWhenTheJobWasKilledAreMadeAnew() throws Exception {
    try (DataFolder data = DataFolder.hold(folder.resolve("broker"));
        EmbeddedBroker broker = EmbeddedBroker.start(data, 0)) {
      Map<String, Object> kafka = broker.client();
      TopicSetup.ensure(kafka, Rights.TOPICS, Missing.CREATED);
      runUntilItHasItsWork(kafka);
      List<Path> databases = stateFiles("CURRENT");
      assertThat(databases).isNotEmpty();
      for (Path database : databases) {
        Files.delete(database);
      }
      for (Path mark : stateFiles("stopped-in-order")) {
        Files.delete(mark);
      }

      runUntilItHasItsWork(kafka);

      assertThat(stateFiles("CURRENT")).hasSameSizeAs(databases);
    }
  }
}
