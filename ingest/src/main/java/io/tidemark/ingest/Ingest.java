package io.tidemark.ingest;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.kafka.KafkaClientMetrics;
import io.tidemark.ingest.find.Finder;
import io.tidemark.ingest.follow.LineCounts;
import io.tidemark.ingest.follow.Setup;
import io.tidemark.ingest.follow.Tailer;
import io.tidemark.ingest.follow.Time;
import io.tidemark.ingest.ship.KafkaOutlet;
import io.tidemark.ingest.ship.StoredCheckpoints;
import io.tidemark.model.Position;
import io.tidemark.model.Refusal;
import io.tidemark.model.meter.EventLag;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The tailer's door: follows logs and ships them to {@code tidemark.lines} until closed. Whole
 * lines arrive in order and, by their generation and offset, once, through rotation, restart and
 * kill. A broker that is away is waited for, also at the start.
 */
public final class Ingest implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Ingest.class);

  private static final Duration LAST_ROUND = Duration.ofMillis(700);
  private static final Duration LAST_ACKNOWLEDGEMENTS = Duration.ofMillis(1200);
  private static final Duration LAST_POSITIONS = Duration.ofSeconds(1);
  private static final Duration BROKER_PATIENCE = Duration.ofSeconds(2);

  /** What the tailer does now. */
  public enum State {
    /** No broker has answered yet; nothing is read. */
    WAITING_FOR_BROKER,
    FOLLOWING,
    STOPPED
  }

  private final Setup setup;
  private final String servers;
  private final Supplier<Optional<Map<String, Position>>> stored;
  private final KafkaOutlet outlet;
  private final Waker waker = new Waker();
  private final Thread thread;
  private final EventLag lag;
  private final KafkaClientMetrics client;
  private volatile @Nullable Tailer tailer;
  private volatile @Nullable Throwable failure;
  private volatile boolean closed;

  private Ingest(
      Setup setup,
      String servers,
      Supplier<Optional<Map<String, Position>>> stored,
      KafkaOutlet outlet,
      MeterRegistry registry) {
    this.setup = setup;
    this.servers = servers;
    this.stored = stored;
    this.lag = new EventLag(EventLag.Stage.SHIP, registry);
    this.outlet = outlet;
    this.client = outlet.meters();
    client.bindTo(registry);
    IngestMeters meters = new IngestMeters(registry, this);
    this.thread = new Thread(() -> run(meters), "tidemark-ingest");
  }

  /**
   * Checks the logs and the client's properties, and starts: waits for a broker, reads the
   * positions shipped so far, and follows.
   *
   * @throws Refusal when a log is no log, see {@link IngestConfig}, or a client property is wrong
   */
  public static Ingest open(IngestConfig config, MeterRegistry meters) {
    Finder finder = Finder.of(config.logs(), config.once());
    boolean fromEnd = config.from() == IngestConfig.From.END;
    Setup setup = new Setup(finder, fromEnd, config.once(), System.in, config.rotation());
    KafkaOutlet outlet = KafkaOutlet.open(config.kafka());
    Supplier<Optional<Map<String, Position>>> stored =
        () ->
            StoredCheckpoints.read(config.kafka(), BROKER_PATIENCE)
                .map(
                    read -> {
                      RefusedCheckpoints.report(read.refused(), meters);
                      return read.known();
                    });
    String servers = String.valueOf(config.kafka().get("bootstrap.servers"));
    return start(setup, servers, stored, outlet, meters);
  }

  /**
   * Checks the logs alone, before anything is started for them.
   *
   * @throws Refusal when a log is no log, see {@link IngestConfig}, or a folder holds none now
   */
  public static void requireLogs(List<String> logs, boolean once) {
    Finder.of(logs, once).requireLogsInFolders();
  }

  /**
   * The files that these entries name now, to be read as they are; in order of their names.
   *
   * @throws Refusal when an entry names none that may be read, or is standard input
   */
  public static List<Path> atRest(List<String> logs) {
    Finder finder = Finder.of(logs, true);
    if (finder.stdin()) {
      throw new Refusal("LOG '-': a log at rest is read twice; want a file, a folder or a glob");
    }
    return finder.scan();
  }

  static Ingest start(
      Setup setup,
      String servers,
      Supplier<Optional<Map<String, Position>>> stored,
      KafkaOutlet outlet,
      MeterRegistry meters) {
    try {
      Ingest ingest = new Ingest(setup, servers, stored, outlet, meters);
      ingest.thread.start();
      return ingest;
    } catch (RuntimeException e) {
      outlet.close();
      throw e;
    }
  }

  private void run(IngestMeters meters) {
    try {
      Map<String, Position> known = awaitStored();
      if (known == null) {
        return;
      }
      Tailer following = new Tailer(setup, known, new MeteredOutlet(outlet, lag), Time.SYSTEM);
      tailer = following;
      Tailer.Work work;
      do {
        work = following.doWork();
        meters.admit(progress());
      } while (waker.awaitRound(work));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException | Error e) {
      LOG.error("The tailer has stopped", e);
      failure = e;
    }
  }

  /** {@code null} when the tailer is to stop before a broker has answered. */
  private @Nullable Map<String, Position> awaitStored() throws InterruptedException {
    boolean reported = false;
    while (true) {
      Optional<Map<String, Position>> known = stored.get();
      if (known.isPresent()) {
        if (reported) {
          LOG.info("The broker at {} answers", servers);
        }
        return known.get();
      }
      if (!reported) {
        LOG.warn("waiting for a Kafka broker at {}", servers);
      }
      reported = true;
      if (!waker.awaitRound(Tailer.Work.NONE)) {
        return null;
      }
    }
  }

  /** What it does now. */
  public State state() {
    if (!alive()) {
      return State.STOPPED;
    }
    return tailer == null ? State.WAITING_FOR_BROKER : State.FOLLOWING;
  }

  /** What it waits for before it can read at all, in words. */
  public Optional<String> waitingFor() {
    return state() == State.WAITING_FOR_BROKER
        ? Optional.of("waiting for a Kafka broker at " + servers)
        : Optional.empty();
  }

  /** Grows with every line that is read or acknowledged: stands still when no work is done. */
  public long workDone() {
    LineCounts counts = counts();
    return counts == null ? 0 : counts.read() + counts.shipped();
  }

  /** One entry per followed log, by source. */
  public List<Progress> progress() {
    Tailer following = tailer;
    if (following == null) {
      return List.of();
    }
    return following.progress().stream()
        .map(
            s ->
                new Progress(
                    s.source(), s.label(), s.generation(), s.shippedBytes(), s.sizeBytes()))
        .sorted(Comparator.comparing(Progress::source))
        .toList();
  }

  /**
   * Everything found so far is shipped to its end and acknowledged, and the position after it is
   * kept. A file that grew a moment ago is not; a line that waits for its end does not count,
   * unless the logs are read once.
   */
  public boolean drained() {
    Tailer following = tailer;
    return failure == null && following != null && following.drained();
  }

  /** Nothing has ended the tailer's thread. */
  public boolean alive() {
    return failure == null && !closed;
  }

  /** Rethrows what ended the tailer's thread, if anything did. */
  public void check() {
    Throwable ended = failure;
    if (ended instanceof Refusal refusal) {
      throw refusal;
    }
    if (ended != null) {
      throw new IllegalStateException("the tailer has stopped: " + ended.getMessage(), ended);
    }
  }

  /** {@code null} before there is a broker. */
  @Nullable LineCounts counts() {
    Tailer following = tailer;
    return following == null ? null : following.counts();
  }

  /** {@code null} before there is a broker. */
  @Nullable Tailer tailer() {
    return tailer;
  }

  /** Stops reading, waits for what is in flight, and keeps the positions; three seconds at most. */
  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    client.close();
    lag.close();
    waker.stop();
    try {
      thread.join(LAST_ROUND.toMillis());
      Tailer following = tailer;
      if (failure == null && following != null && !thread.isAlive()) {
        outlet.awaitAcknowledgements(LAST_ACKNOWLEDGEMENTS);
        following.close();
        outlet.close(LAST_POSITIONS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      // Ends a send that still waits for the broker, and with it the thread.
      outlet.close();
    }
  }
}
