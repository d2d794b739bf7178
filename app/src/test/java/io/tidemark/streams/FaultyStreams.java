package io.tidemark.streams;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tidemark.analysis.LogAnalysis;
import io.tidemark.analysis.SourceAnalysis;
import io.tidemark.analysis.run.Changes;
import io.tidemark.analysis.run.Outcome;
import io.tidemark.analysis.run.Settings;
import io.tidemark.analysis.run.Tombstones;
import io.tidemark.analysis.state.StateParts;
import io.tidemark.model.log.Slice;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;

/**
 * The streams job with a bug that a line {@code poison} triggers, as a separate program. Arguments:
 * broker, its client properties, state folder, instance.
 */
public final class FaultyStreams {

  private FaultyStreams() {}

  public static void main(String[] arguments) throws Exception {
    Properties client = new Properties();
    try (Reader file = Files.newBufferedReader(Path.of(arguments[1]))) {
      client.load(file);
    }
    Map<String, Object> kafka = new HashMap<>();
    client.stringPropertyNames().forEach(name -> kafka.put(name, client.getProperty(name)));
    kafka.put("bootstrap.servers", arguments[0]);
    StreamsJobConfig config =
        new StreamsJobConfig(kafka, Path.of(arguments[2]), arguments[3], Settings.DEFAULT, null);
    Streams streams = Streams.open(config, new SimpleMeterRegistry(), FaultyStreams::load);
    Runtime.getRuntime().addShutdownHook(new Thread(streams::close));
    new CountDownLatch(1).await();
  }

  private static SourceAnalysis load(String source, StateParts parts) {
    SourceAnalysis sound = LogAnalysis.load(source, parts);
    return new SourceAnalysis() {
      @Override
      public Outcome apply(Slice slice) {
        if (new String(slice.bytes(), ISO_8859_1).contains("poison")) {
          throw new IllegalStateException("planted");
        }
        return sound.apply(slice);
      }

      @Override
      public void store() {
        sound.store();
      }

      @Override
      public Changes changes() {
        return sound.changes();
      }

      @Override
      public Changes changesWhileBusy() {
        return sound.changesWhileBusy();
      }

      @Override
      public List<Tombstones> openRuns() {
        return sound.openRuns();
      }

      @Override
      public long weightBytes() {
        return sound.weightBytes();
      }
    };
  }
}
