package io.tidemark.app.cli;

import io.micrometer.core.instrument.MeterRegistry;
import io.tidemark.app.broker.Rights;
import io.tidemark.app.broker.TopicIdentities;
import io.tidemark.ingest.Ingest;
import io.tidemark.ingest.IngestConfig;
import io.tidemark.ingest.checkpoint.SourceNaming;
import io.tidemark.model.TerminalText;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(name = "ingest", mixinStandardHelpOptions = true)
final class IngestCommand implements Callable<Integer> {

  @Mixin KafkaOptions kafka = new KafkaOptions();

  @Mixin MetricsOptions metrics = new MetricsOptions();

  @Parameters(arity = "1..*", paramLabel = "LOG", descriptionKey = "LOG")
  List<String> logs = List.of();

  @Mixin FollowOptions follow = new FollowOptions();

  @Option(names = "--source-prefix", paramLabel = "NAME")
  @Nullable String prefix;

  @Mixin OwnLogOptions ownLog = new OwnLogOptions();

  @Mixin LabelOption label = new LabelOption();

  @Override
  public Integer call() throws Exception {
    ownLog.apply();
    // Kafka's clients would register hundreds of objects with the JVM, and load what sends them.
    kafka.client.defaults.putAll(Map.of("metric.reporters", "", "enable.metrics.push", "false"));
    SourceNaming naming = follow.naming(label.value());
    IngestConfig config =
        new IngestConfig(
            kafka.properties(),
            logs,
            follow.from(),
            false,
            follow.rotation(),
            prefix == null ? naming.prefixedByHost() : naming.prefixed(prefix));
    MeterRegistry meters = metrics.shown();
    try (MetricsOptions.Served served = metrics.serve(kafka.client::starting)) {
      return kafka.run(Rights.INGEST, () -> run(config, served, meters));
    }
  }

  private int run(IngestConfig config, MetricsOptions.Served start, MeterRegistry meters)
      throws Exception {
    try (StopSignal stop = new StopSignal();
        TopicIdentities topics = TopicIdentities.of(kafka.properties(), meters);
        Ingest ingest = Ingest.open(config, meters);
        MetricsOptions.Served served = start.of(ingest::alive, ingest::work, topics.contact())) {
      System.out.println(
          "following %s, shipping to %s"
              .formatted(TerminalText.of(String.join(" ", logs)), kafka.bootstrapServers));
      FollowOptions.sayNotFollowed(logs);
      served.announce();
      stop.checkUntilAsked(ingest::check, served::check, topics::check, new HeapReturn());
    }
    return 0;
  }

  /**
   * Gives back the memory that a start or a burst took, asked once a second: only a whole
   * collection makes the heap smaller, and at rest none would come.
   */
  private static final class HeapReturn implements Runnable {

    private static final int FIRST_SECONDS = 30;
    private static final int EVERY_SECONDS = 600;
    private int seconds;

    @Override
    public void run() {
      if (seconds++ % EVERY_SECONDS == FIRST_SECONDS) {
        System.gc();
      }
    }
  }
}
