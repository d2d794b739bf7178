package io.tidemark.ingest;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.kafka.KafkaClientMetrics;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.tidemark.ingest.find.Excluded.ExcludedLog;
import io.tidemark.ingest.find.Finder;
import io.tidemark.ingest.find.ManyWarnings;
import io.tidemark.ingest.follow.OwnedTailer;
import io.tidemark.ingest.follow.Setup;
import io.tidemark.ingest.follow.Tailer;
import io.tidemark.ingest.follow.Time;
import io.tidemark.ingest.generation.SourceProgress;
import io.tidemark.ingest.own.OwnerSession;
import io.tidemark.ingest.own.TakenOver;
import io.tidemark.ingest.rotation.Appearances;
import io.tidemark.ingest.ship.KafkaOutlet;
import io.tidemark.ingest.ship.StoredCheckpoints.Reason;
import io.tidemark.ingest.ship.StoredCheckpoints.Refused;
import io.tidemark.model.Refusal;
import io.tidemark.model.meter.EventLag;
import io.tidemark.model.meter.StallCheck.Work;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The module's entry point: follows logs and ships them to {@code tidemark.lines} until closed.
 * Whole lines arrive in order and once, through rotation, restart and kill. A slice is identified
 * by generation and offset. If several tailers name one log, one follows it and the others wait
 * until that one is gone.
 */
public final class Ingest implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Ingest.class);

  /** Without a broker, logs are still looked at as often as logs that grow. */
  private static final Duration LONGEST_WAIT_FOR_ROOM = Duration.ofMillis(50);

  private static final Duration LAST_ROUND = Duration.ofMillis(700);
  private static final Duration LAST_ACKNOWLEDGEMENTS = Duration.ofMillis(1200);
  private static final Duration LAST_POSITIONS = Duration.ofMillis(500);
  private static final Duration LAST_RELEASES = Duration.ofMillis(500);

  private final OwnedTailer tailer;
  private final BrokerClients kafka;
  private final KafkaOutlet outlet;
  private final Waker waker = new Waker();
  private final Thread thread;
  private final EventLag lag;
  private final @Nullable KafkaClientMetrics client;
  private volatile @Nullable Throwable failure;
  private volatile boolean closed;

  private Ingest(Setup setup, BrokerClients kafka, MeterRegistry registry) {
    this.kafka = kafka;
    this.outlet = kafka.outlet();
    OwnerSession session = kafka.session();
    Tailer following =
        new Tailer(setup, kafka.stored().known(), outlet, session.ownership(), Time.SYSTEM);
    this.tailer = new OwnedTailer(following, session, kafka.positions(), Time.SYSTEM);
    this.lag = new EventLag(EventLag.Stage.SHIP, registry, tailer()::oldestMillis);
    tailer().onShipped(lag::passed);
    this.client = bound(registry);
    IngestMeters meters = new IngestMeters(registry, this);
    this.thread = new Thread(() -> run(meters), "tidemark-ingest");
  }

  /** Without a registry that keeps them, the client's meters would only cost a thread. */
  private @Nullable KafkaClientMetrics bound(MeterRegistry to) {
    if (to instanceof CompositeMeterRegistry all && all.getRegistries().isEmpty()) {
      return null;
    }
    KafkaClientMetrics meters = outlet.meters();
    meters.bindTo(to);
    return meters;
  }

  /**
   * Checks the logs, reads the stored positions, and starts following.
   *
   * @throws Refusal when an entry cannot be a log: see {@link IngestConfig}
   * @throws IllegalStateException when no broker answers, or a topic is missing
   */
  public static Ingest open(IngestConfig config, MeterRegistry meters) {
    Finder finder = Finder.of(config.logs(), config.once());
    BrokerClients kafka = BrokerClients.open(config, Time.SYSTEM.steadyMillis());
    reportRefused(kafka.stored().refused(), meters);
    boolean fromEnd = config.from() == IngestConfig.From.END;
    Setup setup =
        new Setup(
            finder,
            fromEnd,
            config.once(),
            System.in,
            config.rotation(),
            config.naming(),
            config.once() ? Appearances.none() : Appearances.reported());
    return start(setup, kafka, meters);
  }

  /**
   * Checks the logs only, before anything is started for them.
   *
   * @throws Refusal when an entry cannot be a log, see {@link IngestConfig}, or a folder holds none
   *     now
   */
  public static void requireLogs(List<String> logs, boolean once) {
    Finder.of(logs, once).requireLogsInFolders();
  }

  /** A sentence for each of the entries that is a folder with other folders in it. */
  public static List<String> notFollowed(List<String> logs) {
    return Finder.of(logs, false).notFollowed();
  }

  /**
   * The files that these entries name now, sorted by name.
   *
   * @throws Refusal when an entry names no readable file, or is standard input
   */
  public static List<Path> atRest(List<String> logs) {
    Finder finder = Finder.of(logs, true);
    if (finder.stdin()) {
      throw new Refusal("LOG '-': a finished log is read twice; want a file, a folder or a glob");
    }
    Finder.Found found = finder.look();
    new ExcludedLog().note(found.leftOut());
    return found.paths();
  }

  static Ingest start(Setup setup, BrokerClients kafka, MeterRegistry meters) {
    try {
      Ingest ingest = new Ingest(setup, kafka, meters);
      ingest.thread.start();
      return ingest;
    } catch (RuntimeException e) {
      kafka.end().run();
      kafka.outlet().close();
      throw e;
    }
  }

  private void run(IngestMeters meters) {
    try {
      Tailer.Work work;
      long since;
      do {
        since = Time.SYSTEM.steadyMillis();
        work = tailer.doWork();
        meters.admit();
        if (work == Tailer.Work.FULL) {
          outlet.awaitRoom(LONGEST_WAIT_FOR_ROOM);
        }
      } while (waker.awaitRound(work, Time.SYSTEM.steadyMillis() - since));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (TakenOver e) {
      failure = e;
    } catch (RuntimeException | Error e) {
      LOG.error("The tailer has stopped", e);
      failure = e;
    }
  }

  /** One entry per followed log, by source. */
  public List<SourceProgress> progress() {
    return tailer().progress().stream()
        .sorted(Comparator.comparing(SourceProgress::source))
        .toList();
  }

  /**
   * Whether everything found so far is shipped to its end and acknowledged, and its position
   * stored. False while a file has bytes that were not read yet. An unfinished last line does not
   * count, unless the logs are read once.
   */
  public boolean drained() {
    return failure == null && tailer().drained();
  }

  /** The bytes shipped, and whether a byte waits for the broker. */
  public Work work() {
    return new Work(
        tailer().progress().stream().mapToLong(SourceProgress::shippedBytes).sum(),
        tailer().oldestMillis().isPresent());
  }

  /** Whether the tailer's thread still runs. */
  public boolean alive() {
    return failure == null && !closed;
  }

  /** Rethrows the failure that ended the tailer's thread, if any. */
  public void check() {
    Throwable ended = failure;
    if (ended instanceof TakenOver takenOver) {
      throw takenOver;
    }
    if (ended != null) {
      throw new IllegalStateException("the tailer has stopped: " + ended.getMessage(), ended);
    }
  }

  Tailer tailer() {
    return tailer.tailer();
  }

  long refusedOwners() {
    return kafka.refusedOwners().getAsLong();
  }

  /**
   * Stops reading, waits for slices in flight, and stores the positions; takes at most three
   * seconds.
   */
  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    if (client != null) {
      client.close();
    }
    lag.close();
    waker.stop();
    try {
      thread.join(LAST_ROUND.toMillis());
      if (failure == null && !thread.isAlive()) {
        outlet.awaitAcknowledgements(LAST_ACKNOWLEDGEMENTS);
        tailer.close();
        outlet.awaitAcknowledgements(LAST_POSITIONS);
        tailer.release();
        outlet.close(LAST_RELEASES);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      // Ends a send that still waits for the broker, and with it the thread.
      outlet.close();
      if (!thread.isAlive()) {
        kafka.end().run();
      }
    }
  }

  private static void reportRefused(List<Refused> refused, MeterRegistry registry) {
    for (Reason reason : Reason.values()) {
      Counter.builder("tidemark.positions.refused")
          .description("Stored positions that no tailer writes, passed over")
          .tag("reason", IngestMeters.label(reason))
          .register(registry)
          .increment((double) refused.stream().filter(one -> one.reason() == reason).count());
    }
    ManyWarnings lines = new ManyWarnings(LOG, "records of tidemark.positions are passed over");
    for (Refused one : refused) {
      lines.warn(
          "tidemark.positions: record %d of key '%s' is passed over: %s"
              .formatted(one.recordOffset(), one.key(), one.reason()));
    }
    lines.end();
  }
}
