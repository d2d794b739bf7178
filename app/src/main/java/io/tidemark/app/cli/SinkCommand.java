package io.tidemark.app.cli;

import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.tidemark.app.broker.Rights;
import io.tidemark.app.broker.TopicIdentities;
import io.tidemark.app.cli.MetricsOptions.KafkaMetricsOption;
import io.tidemark.app.cli.MetricsOptions.StallOption;
import io.tidemark.model.Refusal;
import io.tidemark.sink.Sink;
import io.tidemark.sink.SinkConfig;
import io.tidemark.sink.SinkConfig.Scope;
import io.tidemark.sink.meter.BoardCollector;
import io.tidemark.sink.page.Listen;
import io.tidemark.sink.page.PageServer;
import io.tidemark.sink.page.WebServer;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.regex.PatternSyntaxException;
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

  @Option(names = "--port", paramLabel = "P", converter = Port.class)
  int port = 9464;

  @Option(names = "--host", paramLabel = "ADDRESS")
  String host = "127.0.0.1";

  @Override
  public Integer call() throws Exception {
    ownLog.apply();
    Listen listen = web.listen(host, port);
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
      return kafka.run(Rights.SINK, () -> run(config, meters, listen, page));
    }
  }

  private int run(SinkConfig config, PrometheusMeterRegistry meters, Listen listen, WebServer page)
      throws Exception {
    try (StopSignal stop = new StopSignal();
        TopicIdentities topics = TopicIdentities.of(kafka.properties(), meters);
        Sink sink =
            Sink.open(
                config,
                meters,
                new Sink.Beside(
                    page,
                    Optional::empty,
                    topics.contact()::problem,
                    topics.contact()::answeredNanos))) {
      System.out.println("page and metrics on " + listen.address(sink.port()));
      stop.checkUntilAsked(sink::check, topics::check);
    }
    return 0;
  }

  /** A sink's share of the runs. */
  static final class ScopeOptions {

    @Option(names = "--sources", paramLabel = "GLOB")
    List<String> sources = List.of();

    @Option(names = "--most-runs", paramLabel = "N")
    int mostRuns = BoardCollector.MOST_RUNS;

    Scope value() {
      if (mostRuns < 1) {
        throw new Refusal("--most-runs %d: want 1 or more".formatted(mostRuns));
      }
      if (sources.isEmpty()) {
        return new Scope(Scope.ALL.sources(), mostRuns);
      }
      List<PathMatcher> globs = sources.stream().map(ScopeOptions::glob).toList();
      return new Scope(
          source -> globs.stream().anyMatch(glob -> glob.matches(Path.of(source))), mostRuns);
    }

    private static PathMatcher glob(String glob) {
      try {
        return FileSystems.getDefault().getPathMatcher("glob:" + glob);
      } catch (PatternSyntaxException e) {
        throw new Refusal(
            "--sources '%s' is no glob: %s; want e.g. 'node-1/**'"
                .formatted(glob, e.getDescription()));
      }
    }
  }
}
