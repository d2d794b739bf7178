package io.tidemark.app.cli;

import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.tidemark.app.broker.Rights;
import io.tidemark.app.broker.TopicIdentities;
import io.tidemark.sink.Sink;
import io.tidemark.sink.SinkConfig;
import io.tidemark.sink.page.Listen;
import io.tidemark.sink.page.PageServer;
import io.tidemark.sink.page.WebServer;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(name = "sink", mixinStandardHelpOptions = true)
final class SinkCommand implements Callable<Integer> {

  @Mixin KafkaOptions kafka = new KafkaOptions();

  @Mixin PageOptions web = new PageOptions();

  @Mixin RemoteWriteOptions remoteWrite = new RemoteWriteOptions();

  @Mixin StallOption stall = new StallOption();

  @Mixin KafkaMetricsOption kafkaMetrics = new KafkaMetricsOption();

  @Mixin OwnLogOptions ownLog = new OwnLogOptions();

  @Mixin ScopeOptions scope = new ScopeOptions();

  @Option(names = "--port", paramLabel = "P")
  int port = 9464;

  @Option(names = "--host", paramLabel = "ADDRESS")
  String host = "127.0.0.1";

  @Override
  public Integer call() throws Exception {
    ownLog.apply();
    Listen listen = web.listen(host, Ports.checked(port));
    SinkConfig config =
        new SinkConfig(
            kafka.properties(),
            listen.external(),
            web.receivers(remoteWrite),
            scope.value(),
            stall.value(),
            null);
    PrometheusMeterRegistry meters = kafkaMetrics.registry();
    try (WebServer page = PageServer.start(meters, kafka.client::starting, listen)) {
      kafka.awaitTopics(Rights.SINK, Optional.empty(), () -> {});
      return kafka.named(() -> run(config, meters, listen, page));
    }
  }

  /** Runs until it is stopped. */
  private int run(SinkConfig config, PrometheusMeterRegistry meters, Listen listen, WebServer page)
      throws Exception {
    try (StopSignal stop = new StopSignal();
        TopicIdentities topics = TopicIdentities.of(kafka.properties(), meters);
        Sink sink =
            Sink.open(
                config,
                meters,
                new Sink.Beside(page, Optional::empty, topics.contact()::problem))) {
      System.out.println("page and metrics on " + listen.address(sink.port()));
      while (!stop.asked().await(200, TimeUnit.MILLISECONDS)) {
        sink.check();
        topics.check();
      }
    }
    return 0;
  }
}
