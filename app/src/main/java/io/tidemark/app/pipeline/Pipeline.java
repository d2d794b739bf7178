package io.tidemark.app.pipeline;

import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.tidemark.analysis.run.Settings;
import io.tidemark.app.broker.DataFolder;
import io.tidemark.app.broker.EmbeddedBroker;
import io.tidemark.app.broker.Missing;
import io.tidemark.app.broker.TopicSetup;
import io.tidemark.model.meter.StallCheck;
import io.tidemark.sink.Sink;
import io.tidemark.sink.SinkConfig;
import io.tidemark.sink.SinkConfig.Receivers;
import io.tidemark.sink.SinkConfig.Scope;
import io.tidemark.sink.page.Health;
import io.tidemark.sink.page.Listen;
import io.tidemark.sink.page.PageServer;
import io.tidemark.sink.page.WebServer;
import io.tidemark.sink.read.Handover;
import io.tidemark.streams.Streams;
import io.tidemark.streams.StreamsJobConfig;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;

/**
 * A broker of our own with the streams and the sink on it: what lines are shipped into. Streams and
 * sink open side by side, and are closed in the order of the data.
 */
public final class Pipeline implements AutoCloseable {

  private final Deque<Closing> open = new ArrayDeque<>();
  private final PrometheusMeterRegistry meters;
  private final List<Health> parts = new CopyOnWriteArrayList<>();
  private final Map<String, Object> kafka;
  private final DataFolder data;
  private final Streams streams;
  private final Sink sink;
  private final String address;
  private final String link;

  /**
   * @param folder of the broker and the streams' state
   * @param settings facts that the logs do not state, and thresholds of alerts
   * @param receivers what is sent of the runs
   * @param kafkaMeters the meters of Kafka's clients that are served
   * @throws io.tidemark.model.Refusal when the folder is in use or the port is taken
   */
  public Pipeline(
      Path folder, Listen listen, Settings settings, Receivers receivers, KafkaMeters kafkaMeters)
      throws Exception {
    meters = Meters.registry(kafkaMeters);
    try {
      data = DataFolder.hold(folder);
      open.push(data::close);
      Opening<WebServer> page =
          Opening.begin(
              () -> PageServer.start(meters, () -> Optional.of("starting up"), listen),
              WebServer::close);
      open.push(page::close);
      EmbeddedBroker broker = EmbeddedBroker.start(data, 0);
      open.push(broker::close);
      kafka = broker.client();
      Handover handover = new Handover();
      SinkConfig config =
          new SinkConfig(
              kafka, listen.external(), receivers, Scope.ALL, SinkConfig.STALLED_AFTER, handover);
      StreamsJobConfig job =
          new StreamsJobConfig(kafka, data.path().resolve("streams"), "watch", settings, handover);
      Opening<Sink> opening;
      // One for all that a start asks: each client has connections and log-ins of its own.
      Admin admin = TopicSetup.client(kafka);
      try {
        TopicSetup.ensure(admin, Missing.CREATED_SMALL, Streams.changelogs(1));
        opening =
            Opening.begin(
                () ->
                    Sink.open(
                        config,
                        meters,
                        new Sink.Beside(
                            page.opened(), this::problem, Optional::empty, System::nanoTime)),
                Sink::close);
        open.push(opening::close);
        streams = Streams.prepare(job, meters, admin);
        open.push(streams::close);
      } finally {
        admin.close(Duration.ZERO);
      }
      open.push(handover::close);
      // Not before: a job that has started must end in order, or its stores are wiped.
      sink = opening.opened();
      address = listen.address(sink.port());
      link = listen.link(sink.port());
      streams.start();
      addHealth(streams::work);
    } catch (Exception e) {
      close();
      throw e;
    }
  }

  /** The page's {@code /health} answers for this work, too. */
  void addHealth(Supplier<StallCheck.Work> work) {
    parts.add(new StallCheck(SinkConfig.STALLED_AFTER, System::nanoTime, work)::problem);
  }

  private Optional<String> problem() {
    return parts.stream().flatMap(part -> part.problem().stream()).findFirst();
  }

  private interface Closing {
    void close() throws IOException;
  }

  /** Client properties that reach its broker. */
  public Map<String, Object> kafka() {
    return kafka;
  }

  public Sink sink() {
    return sink;
  }

  /** Of the page and the metrics. */
  public String address() {
    return address;
  }

  /** The same for links from elsewhere. */
  String link() {
    return link;
  }

  /** Of this process; whoever ships adds its own. */
  PrometheusMeterRegistry meters() {
    return meters;
  }

  /** Rethrows what ended any of its programs. */
  public void check() {
    problem();
    data.checkSpace();
    streams.check();
    sink.check();
  }

  @Override
  public void close() throws IOException {
    while (!open.isEmpty()) {
      open.pop().close();
    }
  }

  /** Opens a part in its own thread. The wait is not interrupted: the part opens or fails. */
  private record Opening<T>(CompletableFuture<T> opening, Consumer<T> closing)
      implements AutoCloseable {

    static <T> Opening<T> begin(Supplier<T> open, Consumer<T> closing) {
      return new Opening<>(
          CompletableFuture.supplyAsync(open, task -> new Thread(task, "tidemark-start").start()),
          closing);
    }

    /**
     * Waits until the part is open.
     *
     * @throws RuntimeException when it could not be opened
     */
    T opened() {
      try {
        return opening.join();
      } catch (CompletionException e) {
        if (e.getCause() instanceof RuntimeException refused) {
          throw refused;
        }
        throw e;
      }
    }

    /** Closes the part if it was opened; a failure was already reported by {@link #opened}. */
    @Override
    public void close() {
      if (opening.handle((part, refused) -> refused == null).join()) {
        closing.accept(opening.join());
      }
    }
  }
}
