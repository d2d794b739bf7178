package io.tidemark.app.watch;

import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.tidemark.app.broker.DataFolder;
import io.tidemark.app.broker.EmbeddedBroker;
import io.tidemark.app.broker.TopicSetup;
import io.tidemark.ingest.Ingest;
import io.tidemark.ingest.IngestConfig;
import io.tidemark.ingest.Progress;
import io.tidemark.sink.Sink;
import io.tidemark.sink.SinkConfig;
import io.tidemark.streams.Streams;
import io.tidemark.streams.StreamsJobConfig;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Broker and the three programs by their doors, opened in the data's order, closed in reverse. */
public final class AllInOne implements AutoCloseable {

  private final Deque<Closing> open = new ArrayDeque<>();
  private final Ingest ingest;
  private final Streams streams;
  private final Sink sink;
  private final String address;

  private AllInOne(WatchOptions options) throws Exception {
    Ingest.requireLogs(options.logs(), options.once());
    try {
      DataFolder data = DataFolder.hold(options.data());
      open.push(data::close);
      EmbeddedBroker broker = EmbeddedBroker.start(data, 0);
      open.push(broker::close);
      Map<String, Object> kafka = Map.of("bootstrap.servers", broker.bootstrapServers());
      TopicSetup.ensure(kafka, true);
      PrometheusMeterRegistry meters = Meters.registry();
      sink = Sink.open(new SinkConfig(kafka, options.listen(), options.remoteWrite()), meters);
      open.push(sink::close);
      address = options.listen().address(sink.port());
      streams =
          Streams.open(
              new StreamsJobConfig(
                  kafka, data.path().resolve("streams"), "watch", options.settings()),
              meters);
      open.push(streams::close);
      ingest =
          Ingest.open(
              new IngestConfig(kafka, options.logs(), options.from(), options.once()), meters);
      open.push(ingest::close);
    } catch (Exception e) {
      close();
      throw e;
    }
  }

  public static AllInOne open(WatchOptions options) throws Exception {
    return new AllInOne(options);
  }

  private interface Closing {
    void close() throws IOException;
  }

  public Sink sink() {
    return sink;
  }

  /** Of the page. */
  public String address() {
    return address;
  }

  /** Rethrows what ended any of the programs. */
  public void check() {
    ingest.check();
    streams.check();
    sink.check();
  }

  /** Logs that are named and not there yet. */
  public List<String> awaited() {
    return ingest.progress().stream()
        .filter(progress -> progress.generation() == null)
        .map(Progress::path)
        .toList();
  }

  /** What of all there is to read is not yet read, tracked and on the board; empty at the end. */
  public Optional<String> lacks() {
    if (!ingest.drained()) {
      return Optional.of(
          ingest.progress().stream()
              .map(log -> "%s at byte %d".formatted(log.source(), log.shippedBytes()))
              .collect(Collectors.joining(", ", "reading goes on: ", "")));
    }
    Map<String, Sink.Shipped> shipped = new HashMap<>();
    for (Progress log : ingest.progress()) {
      String generation = log.generation();
      if (generation != null) {
        shipped.put(log.source(), new Sink.Shipped(generation, log.shippedBytes()));
      }
    }
    return sink.lacks(shipped);
  }

  @Override
  public void close() throws IOException {
    while (!open.isEmpty()) {
      open.pop().close();
    }
  }
}
