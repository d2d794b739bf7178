package io.tidemark.sink;

import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.tidemark.model.BuildVersion;
import io.tidemark.model.meter.EventLag;
import io.tidemark.model.meter.StallCheck;
import io.tidemark.model.run.RunStatus;
import io.tidemark.sink.board.Board;
import io.tidemark.sink.board.BoardSnapshot;
import io.tidemark.sink.meter.BoardCollector;
import io.tidemark.sink.meter.ProcessMeters;
import io.tidemark.sink.page.Health;
import io.tidemark.sink.page.PageServer;
import io.tidemark.sink.page.WebServer;
import io.tidemark.sink.push.Push;
import io.tidemark.sink.read.BoardReader;
import io.tidemark.sink.read.Clients;
import io.tidemark.sink.read.ConsumerThread;
import io.tidemark.sink.read.EndOffsets;
import io.tidemark.sink.snapshot.TopicSnapshots;
import java.time.Clock;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;

/**
 * The sink's entry class: keeps the board up to date and serves it until closed:
 * docs/decisions/sink.md.
 */
public final class Sink implements AutoCloseable {

  private final BoardReader reader;
  private final boolean handedOver;
  private final ConsumerThread reading;
  private final EndOffsets ends;
  private final WebServer page;
  private final StallCheck stall;
  private final Deque<Runnable> closers;

  /**
   * What a sink shares with other programs of its process.
   *
   * @param page the server that shows the board from now on, and is closed with the sink
   * @param others their health, which the page's {@code /health} covers, too
   * @param ready what makes it unready besides
   * @param clock of a stall, in nanoseconds; it stands still while a restart would not help
   */
  public record Beside(WebServer page, Health others, Health ready, LongSupplier clock) {}

  private Sink(
      SinkConfig config, PrometheusMeterRegistry meters, Beside beside, Deque<Runnable> closers) {
    this.closers = closers;
    this.page = beside.page();
    this.handedOver = config.handover() != null;
    Consumer<byte[], byte[]> consumer = Clients.consumer(config.kafka());
    EventLag lag = new EventLag(EventLag.Stage.SHOW, meters);
    closers.push(lag::close);
    this.reader =
        new BoardReader(
            consumer, config.handover(), config.scope().sources(), Clock.systemUTC(), lag::passed);
    BooleanSupplier lost = () -> beside.ready().problem().isPresent();
    this.reading = new ConsumerThread("tidemark-sink-reader", consumer, reader, lost);
    closers.push(reading::close);
    Admin admin = Clients.admin(config.kafka());
    closers.push(admin::close);
    this.ends = EndOffsets.of(admin, reader::partitions);
    closers.push(ProcessMeters.of(meters, consumer)::close);
    TopicSnapshots ranges =
        new TopicSnapshots(
            () -> Clients.consumer(config.kafka()),
            TopicSnapshots.Bounds.DEFAULT,
            System::nanoTime);
    closers.push(ranges::close);
    this.stall = new StallCheck(config.stalledAfter(), beside.clock(), reader::work);
    Health alive = Health.whileAlive(reading::alive);
    Health health = () -> alive.problem().or(stall::problem).or(beside.others()::problem);
    PageServer.Shown shown =
        new PageServer.Shown(this::snapshot, health, beside.ready(), meters, ranges);
    BoardCollector board =
        new BoardCollector(
            this::snapshot,
            Clock.systemUTC(),
            System.currentTimeMillis(),
            BuildVersion.current(),
            config.scope().mostRuns(),
            config.page(),
            now -> shown.unready(now).isEmpty());
    meters.getPrometheusRegistry().register(board);
    closers.push(() -> meters.getPrometheusRegistry().unregister(board));
    PageServer.show(shown, page);
    closers.push(page::close);
    reading.start();
    push(config.receivers(), meters);
  }

  /**
   * Starts reading, and shows the board.
   *
   * @throws io.tidemark.model.Refusal when a Kafka property is not accepted
   */
  public static Sink open(SinkConfig config, PrometheusMeterRegistry meters, Beside beside) {
    Deque<Runnable> closers = new ArrayDeque<>();
    try {
      return new Sink(config, meters, beside, closers);
    } catch (RuntimeException e) {
      closeAll(closers);
      throw e;
    }
  }

  private void push(SinkConfig.Receivers to, PrometheusMeterRegistry meters) {
    String instance = to.host() + ":" + page.port();
    Clock clock = Clock.systemUTC();
    if (to.otlp() != null) {
      closers.push(Push.otlp(to.otlp(), instance, meters, clock)::close);
    }
    if (to.remoteWrite() != null) {
      closers.push(Push.remoteWrite(to.remoteWrite(), instance, meters, clock)::close);
    }
  }

  public Board board() {
    return snapshot().board();
  }

  public int port() {
    return page.port();
  }

  /** Whether the topics were read up to the ends they had at the start. */
  public boolean ready() {
    return snapshot().ready();
  }

  /**
   * Describes which records of these sources are not on the board yet, as a sentence; empty if
   * there are none. A source without shipped bytes lacks nothing; an ignored source gets no more
   * records. Waits one second at most.
   */
  public Optional<String> lacks(Map<String, Shipped> shipped) {
    Map<String, Shipped> question = Map.copyOf(shipped);
    Board board = board();
    Optional<String> lacking =
        question.entrySet().stream()
            .filter(e -> !board.ignored().contains(e.getKey()))
            .flatMap(e -> lacks(e.getKey(), board.runsOf(e.getKey()), e.getValue()).stream())
            .findFirst();
    return lacking.isPresent() || allRead(question)
        ? lacking
        : Optional.of("the topics have more to read than was read");
  }

  /**
   * With a handover, the board applies whole publications, so a source's status shows that the rest
   * arrived, too.
   */
  private boolean allRead(Map<String, Shipped> question) {
    return handedOver ? ready() : ends.passed(question, reader::published);
  }

  /**
   * The end of the bytes that a tailer shipped of one source.
   *
   * @param rested whether it has said that nothing follows, which decides what waits for more
   */
  public record Shipped(String generation, long offset, boolean rested) {}

  /**
   * Rethrows the failure that ended the sink's reading, if there is one. Called often, so that the
   * first question about its health already knows since when it does nothing.
   */
  public void check() {
    stall.problem();
    reading.check();
  }

  /** Stops listening and reading; the meters of the board leave the given registry. */
  @Override
  public void close() {
    closeAll(closers);
  }

  private BoardSnapshot snapshot() {
    return reader.published().snapshot();
  }

  private static boolean isAt(RunStatus run, Shipped shipped) {
    Long rested = run.tracking().restedAt();
    boolean decided = run.time().endMillis() != null || !shipped.rested();
    return run.nextOffset() >= shipped.offset()
        && (decided || (rested != null && rested >= shipped.offset()));
  }

  /** Checks the generations of all runs, since known content is counted but not analysed again. */
  static Optional<String> lacks(String source, List<RunStatus> runs, Shipped shipped) {
    if (shipped.offset() == 0
        || runs.stream()
            .filter(run -> run.generation().equals(shipped.generation()))
            .anyMatch(run -> isAt(run, shipped))) {
      return Optional.empty();
    }
    String analysed = "nothing";
    if (!runs.isEmpty()) {
      RunStatus newest = runs.get(runs.size() - 1);
      analysed = "byte %d of generation %s".formatted(newest.nextOffset(), newest.generation());
    }
    return Optional.of(
        "source %s: shipped to byte %d of generation %s, analysed to %s"
            .formatted(source, shipped.offset(), shipped.generation(), analysed));
  }

  /** Closes in reverse order; a failing one does not prevent the others from closing. */
  private static void closeAll(Deque<Runnable> closers) {
    Runnable latest = closers.poll();
    if (latest == null) {
      return;
    }
    try {
      latest.run();
    } finally {
      closeAll(closers);
    }
  }
}
