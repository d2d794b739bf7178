package io.tidemark.app.cli;

import io.tidemark.analysis.run.Settings;
import io.tidemark.app.cli.PipelineOptions.LogUploads;
import io.tidemark.app.pipeline.Delivery;
import io.tidemark.app.pipeline.KafkaMeters;
import io.tidemark.app.pipeline.Pipeline;
import io.tidemark.app.replay.UploadStatus;
import io.tidemark.app.summary.FailedAnalyses;
import io.tidemark.model.Refusal;
import io.tidemark.sink.Sink;
import io.tidemark.sink.SinkConfig.Receivers;
import io.tidemark.sink.page.Listen;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * Options of the pipeline that a replay starts itself; it ends once everything was delivered and
 * shown.
 */
final class OwnPipelineOptions {

  private static final int A_DAY = 86_400;
  private static final long LOOK_MILLIS = 50;

  @Spec(Spec.Target.MIXEE)
  @Nullable CommandSpec command;

  @Option(names = "--port", paramLabel = "P", converter = Port.class)
  int port = 8080;

  @Option(names = "--data", paramLabel = "DIR")
  @Nullable Path data;

  @Option(names = "--linger", paramLabel = "SECONDS")
  int linger = 30;

  @Mixin WebOptions web = new WebOptions();

  /** Refuses options on the command line that would have no effect. */
  void refuseTyped() {
    for (String option :
        List.of("--port", "--data", "--linger", "--web-config", "--protect-health")) {
      if (command != null && command.commandLine().getParseResult().hasMatchedOption(option)) {
        throw new Refusal(
            option
                + " of replay is its own pipeline's; leave it or --bootstrap-servers, --openmetrics"
                + " and --remote-write out");
      }
    }
  }

  /** Ships the logs, waits until the board holds them, and serves it for the linger time. */
  void ship(LogUploads uploads, Settings settings) throws Exception {
    if (linger < 0 || linger > A_DAY) {
      throw new Refusal("--linger %d: want 0 to %,d seconds".formatted(linger, A_DAY));
    }
    Listen listen = web.listen("127.0.0.1", port);
    try (StopSignal stop = new StopSignal();
        DataOrTemporary folder = DataOrTemporary.of(data, "tidemark-replay-");
        Pipeline pipeline =
            new Pipeline(folder.path(), listen, settings, Receivers.NONE, KafkaMeters.SHOWN)) {
      System.out.println("page and metrics on " + pipeline.address());
      List<UploadStatus> shipped = uploads.ship(pipeline.kafka(), stop.asked(), pipeline::check);
      if (!shipped.stream().allMatch(UploadStatus::whole) || !delivered(pipeline, shipped, stop)) {
        return;
      }
      System.err.printf(
          "tidemark: all of it is delivered; shown for %d s more, Ctrl-C ends it now%n", linger);
      show(pipeline, stop.asked());
      refuseFailed(pipeline, shipped);
    }
  }

  /** Waits until the board holds everything shipped; false if the user stops it before. */
  private static boolean delivered(Pipeline pipeline, List<UploadStatus> shipped, StopSignal stop)
      throws InterruptedException {
    Map<String, Sink.Shipped> question = new HashMap<>();
    shipped.forEach(
        log -> question.put(log.source(), new Sink.Shipped(log.generation(), log.length(), false)));
    return Delivery.await(() -> pipeline.sink().lacks(question), pipeline::check, stop.asked());
  }

  /** A log whose analysis failed is not delivered. */
  private static void refuseFailed(Pipeline pipeline, List<UploadStatus> shipped) {
    Set<String> sources = shipped.stream().map(UploadStatus::source).collect(Collectors.toSet());
    List<String> failed = FailedAnalyses.of(pipeline.sink().board().ofSources(sources));
    if (!failed.isEmpty()) {
      throw new IllegalStateException(String.join("; ", failed));
    }
  }

  private void show(Pipeline pipeline, CountDownLatch stop) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(linger);
    while (System.nanoTime() < end && !stop.await(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
      pipeline.check();
    }
  }
}
