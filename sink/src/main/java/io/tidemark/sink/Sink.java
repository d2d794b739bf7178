package io.tidemark.sink;

import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.tidemark.model.ParkedSource;
import io.tidemark.model.RunStatus;
import io.tidemark.model.meter.EventLag;
import io.tidemark.model.meter.StallCheck;
import io.tidemark.sink.board.Moment;
import io.tidemark.sink.history.Endpoint;
import io.tidemark.sink.history.RemoteWrite;
import io.tidemark.sink.live.LiveThread;
import io.tidemark.sink.live.RemoteWriteMeters;
import io.tidemark.sink.meter.BoardCollector;
import io.tidemark.sink.meter.BuildMeter;
import io.tidemark.sink.meter.ProcessMeters;
import io.tidemark.sink.page.Health;
import io.tidemark.sink.page.PageServer;
import io.tidemark.sink.read.AdminEnds;
import io.tidemark.sink.read.Clients;
import io.tidemark.sink.read.EndOffsets;
import io.tidemark.sink.read.ReaderThread;
import java.time.Clock;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.jspecify.annotations.Nullable;

/** The sink's door: keeps the board up to date and serves it until closed. */
public final class Sink implements AutoCloseable {

  private static final String HISTORY_GROUP = "tidemark-history";

  private final ReaderThread reader;
  private final @Nullable LiveThread live;
  private final EndOffsets ends;
  private final PageServer page;
  private final Deque<Runnable> closers;

  private Sink(
      ReaderThread reader,
      @Nullable LiveThread live,
      EndOffsets ends,
      PageServer page,
      Deque<Runnable> closers) {
    this.reader = reader;
    this.live = live;
    this.ends = ends;
    this.page = page;
    this.closers = closers;
  }

  /**
   * Starts reading and listening.
   *
   * @throws io.tidemark.model.Refusal when the port is taken or a Kafka property is not accepted
   */
  public static Sink open(SinkConfig config, PrometheusMeterRegistry meters) {
    return open(config, meters, Optional::empty);
  }

  /**
   * The same beside other programs of one process.
   *
   * @param others how those are; the page's {@code /health} answers for all
   */
  public static Sink open(SinkConfig config, PrometheusMeterRegistry meters, Health others) {
    Deque<Runnable> closers = new ArrayDeque<>();
    try {
      Consumer<byte[], byte[]> consumer = Clients.consumer(config.kafka());
      EventLag lag = new EventLag(EventLag.Stage.SHOW, meters);
      closers.push(lag::close);
      ReaderThread reader = new ReaderThread(consumer, Clock.systemUTC(), lag::passed);
      closers.push(reader::close);
      Admin admin = Clients.admin(config.kafka());
      closers.push(admin::close);
      EndOffsets ends = new EndOffsets(new AdminEnds(admin));
      closers.push(ProcessMeters.of(meters, consumer)::close);
      Supplier<Moment> moments = () -> reader.reading().moment();
      BoardCollector board = new BoardCollector(moments, Clock.systemUTC(), BuildMeter.version());
      meters.getPrometheusRegistry().register(board);
      closers.push(() -> meters.getPrometheusRegistry().unregister(board));
      LiveThread live = live(config, moments, meters, closers);
      PageServer.Shown shown =
          new PageServer.Shown(moments, health(config, reader, others), meters);
      PageServer page = PageServer.start(shown, config.listen());
      closers.push(page::close);
      reader.start();
      if (live != null) {
        live.start();
      }
      return new Sink(reader, live, ends, page, closers);
    } catch (RuntimeException e) {
      closeAll(closers);
      throw e;
    }
  }

  private static Health health(SinkConfig config, ReaderThread reader, Health others) {
    StallCheck stall = new StallCheck(config.stalledAfter(), System::nanoTime, reader::work);
    Health alive = Health.whileAlive(reader::alive);
    return () -> alive.problem().or(stall::problem).or(others::problem);
  }

  private static @Nullable LiveThread live(
      SinkConfig config,
      Supplier<Moment> moments,
      PrometheusMeterRegistry meters,
      Deque<Runnable> closers) {
    Endpoint receiver = config.remoteWrite();
    if (receiver == null) {
      return null;
    }
    RemoteWrite remote = new RemoteWrite(receiver, RemoteWrite.FOR_EVER);
    Consumer<byte[], byte[]> consumer = Clients.consumer(config.kafka(), HISTORY_GROUP);
    LiveThread live = new LiveThread(consumer, moments, remote);
    closers.push(live::close);
    closers.push(new RemoteWriteMeters(meters, remote, live)::close);
    return live;
  }

  /** What is known now. */
  public Board board() {
    Moment moment = moment();
    return Board.of(moment);
  }

  /** The port listened on. */
  public int port() {
    return page.port();
  }

  /** The topics were read up to the ends they had at the start. */
  public boolean ready() {
    return moment().ready();
  }

  /**
   * What the board lacks of all that is written about each source up to its offset, in words; empty
   * when it holds it. A source of which nothing was shipped is held, and of a parked one no more
   * will come. Waits a second at most.
   */
  public Optional<String> lacks(Map<String, Shipped> shipped) {
    Map<String, Shipped> question = Map.copyOf(shipped);
    Moment moment = moment();
    Optional<String> uncounted =
        question.entrySet().stream()
            .filter(e -> !parked(moment, e.getKey()))
            .flatMap(e -> lacks(e.getKey(), moment.livesOf(e.getKey()), e.getValue()).stream())
            .findFirst();
    return uncounted.isPresent() || ends.passed(question, reader::reading)
        ? uncounted
        : Optional.of("the topics have more to read than was read");
  }

  /** The end of what a tailer shipped of one source. */
  public record Shipped(String generation, long offset) {}

  /** Rethrows what ended one of the sink's threads, if anything did. */
  public void check() {
    reader.check();
    if (live != null) {
      live.check();
    }
  }

  /** Stops listening and reading; the registry given at the start keeps no meter of the board. */
  @Override
  public void close() {
    closeAll(closers);
  }

  private Moment moment() {
    return reader.reading().moment();
  }

  private static boolean parked(Moment moment, String source) {
    ParkedSource why = moment.parked().get(source);
    return why != null && why.parked();
  }

  /** Of any life: a content that came before another one is counted, and is not told again. */
  private static Optional<String> lacks(String source, List<RunStatus> lives, Shipped shipped) {
    if (shipped.offset() == 0
        || lives.stream()
            .filter(life -> life.generation().equals(shipped.generation()))
            .anyMatch(life -> life.nextOffset() >= shipped.offset())) {
      return Optional.empty();
    }
    String told = "nothing";
    if (!lives.isEmpty()) {
      RunStatus newest = lives.get(lives.size() - 1);
      told = "byte %d of %s".formatted(newest.nextOffset(), newest.generation());
    }
    return Optional.of(
        "%s is shipped up to byte %d of %s and told of up to %s"
            .formatted(source, shipped.offset(), shipped.generation(), told));
  }

  /** The latest opened first; one that fails to close does not keep the others open. */
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
