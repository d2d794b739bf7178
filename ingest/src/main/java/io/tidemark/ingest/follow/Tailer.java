package io.tidemark.ingest.follow;

import io.tidemark.ingest.content.ContentPrints;
import io.tidemark.ingest.content.FileSource;
import io.tidemark.ingest.content.PipeSource;
import io.tidemark.ingest.content.ReadPosition;
import io.tidemark.ingest.generation.Generation;
import io.tidemark.ingest.generation.GenerationName;
import io.tidemark.ingest.generation.LineCounts;
import io.tidemark.ingest.generation.Round;
import io.tidemark.ingest.generation.Source;
import io.tidemark.ingest.generation.SourceProgress;
import io.tidemark.ingest.own.Owners;
import io.tidemark.ingest.rotation.Followed;
import io.tidemark.ingest.ship.Outlet;
import io.tidemark.model.log.DumpName;
import io.tidemark.model.log.Position;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.function.LongConsumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Follows all logs, one round at a time. One thread runs the rounds; any thread may read the
 * figures.
 */
public final class Tailer implements AutoCloseable {

  private static final int SCRATCH_BYTES = 512 * 1024;

  /** A lower rate of lines, in lines per second, is a trickle. */
  private static final long MOST_OF_A_TRICKLE = 500;

  private final Setup setup;
  private final OwnedOutlet outlet;
  private final Owners owners;
  private final Time time;
  private final byte[] scratch = new byte[SCRATCH_BYTES];
  private final Following.Lasting lasting = new Following.Lasting();
  private final Expiry expiry;
  private final @Nullable Source stdin;
  private Following following;
  private final Stillness stillness;
  private long polledMillis;
  private volatile Seen seen = new Seen(List.of(), Map.of(), false, OptionalLong.empty());

  /** Wall time of the last look at the files. */
  private volatile long lookedMillis;

  private LongConsumer shipped = seenMillis -> {};

  private volatile Obstacles obstacles = Obstacles.NONE;

  private record Seen(
      List<SourceProgress> progress,
      Map<FileSource, Long> sizes,
      boolean drained,
      OptionalLong oldestMillis) {}

  /**
   * Resumes generations that earlier tailers left open and finds the present files.
   *
   * @param known positions by generation
   */
  public Tailer(Setup setup, Map<String, Position> known, Outlet outlet, Owners owners, Time time) {
    this.setup = setup;
    this.outlet = new OwnedOutlet(outlet, owners, time, setup.naming().nameOf(PipeSource.NAME));
    this.owners = owners;
    this.time = time;
    this.polledMillis = time.steadyMillis();
    this.stillness = new Stillness(polledMillis);
    this.lookedMillis = time.wallMillis();
    this.expiry = new Expiry(setup.policy(), lasting.counts());
    this.stdin = setup.finder().stdin() ? standardInput(round()) : null;
    this.following = following(known);
    following.begin();
    obstacles = following.obstacles();
  }

  private Following following(Map<String, Position> known) {
    return new Following(setup, known, owners, lasting, this::round);
  }

  private Source standardInput(Round round) {
    Source source = new Source(setup.naming().nameOf(PipeSource.NAME), null, Map.of());
    // Standard input can be read only once, so each reading is a generation of its own.
    String id = UUID.randomUUID().toString();
    GenerationName name = GenerationName.begun(source, 1, id);
    PipeSource file = new PipeSource(setup.stdin());
    source.add(
        new Generation(name, file, ReadPosition.START, new ContentPrints(), lasting.counts()),
        round);
    return source;
  }

  /**
   * Runs one round: handles acknowledgements, looks for new files, reads and ships the data at
   * hand. At rest, most rounds only compare what a change would alter.
   *
   * @return the amount of work that the round found
   */
  public Work doWork() {
    Round round = round();
    lookedMillis = round.wallMillis();
    if (stillness.lasts(round) && following.still(round)) {
      polledMillis = round.steadyMillis();
      return Work.NONE;
    }
    Work work = doWork(round);
    stillness.after(round, work, this::watched);
    return work;
  }

  private Set<Path> watched() {
    boolean awaited = setup.once() || stdin != null || !outlet.idle() || !seen.drained();
    return awaited ? Set.of() : following.watched();
  }

  private Work doWork(Round round) {
    boolean moved = outlet.settle() > 0;
    following.leaveElsewhere();
    if (setup.once()) {
      following.openWaiting(round);
    } else if (following.lookAround(round)) {
      obstacles = following.obstacles();
    }
    following.settle(round);
    long readBefore = lasting.counts().read();
    // Everything read in this round was written before this moment, however long the round takes.
    long sinceMillis = time.steadyMillis() - polledMillis;
    polledMillis += sinceMillis;
    boolean more = following.poll(this::round);
    if (stdin != null) {
      more |= stdin.poll(round);
      expiry.expire(stdin, round);
      following.registry().leaveEnded(stdin);
    }
    if (!setup.once()) {
      following.sweep(round);
    }
    publish();
    if (more) {
      return Work.MORE;
    }
    long read = lasting.counts().read() - readBefore;
    if ((read > 0 || moved) && !outlet.hasRoom()) {
      return Work.FULL;
    }
    if (read > 0) {
      return read * 1000 < MOST_OF_A_TRICKLE * sinceMillis ? Work.FEW : Work.SOME;
    }
    return moved ? Work.SENT : Work.NONE;
  }

  /**
   * The amount of work that a round found. {@link #MORE} requests the next round at once, {@link
   * #FULL} after the broker has acknowledged some of the bytes in flight.
   */
  public enum Work {
    NONE,
    /** No lines, but what was sent has arrived. */
    SENT,
    /** A trickle: each round costs more than its lines. */
    FEW,
    SOME,
    FULL,
    MORE
  }

  /**
   * Ships the bytes read so far, without reading on, and stores the positions.
   *
   * @return whether the broker has everything, so that the tailer may be restarted
   */
  boolean letGo() {
    Round round = round();
    outlet.settle();
    outlet.dropUnowned();
    if (!following.allShipped(round) || !outlet.idle()) {
      return false;
    }
    following.sources().forEach(source -> source.keep(outlet));
    outlet.dropUnowned();
    return outlet.idle();
  }

  /** Whether the broker has every position of the sources that this tailer owns. */
  boolean allKept() {
    outlet.settle();
    outlet.dropUnowned();
    return outlet.idle();
  }

  /** Starts over with these positions. Standard input continues, since it can be read only once. */
  void restart(Map<String, Position> known) {
    Following before = following;
    before.sources().forEach(before.registry()::drop);
    following = following(known);
    following.beginAfter(before);
    stillness.reset();
  }

  /** Stores how far every log is acknowledged and closes the files; no round may follow. */
  @Override
  public void close() {
    outlet.settle();
    for (Source source : sources()) {
      source.close(outlet);
    }
    setup.appearances().close();
  }

  /** One entry per log, including logs whose files are waited for. */
  public List<SourceProgress> progress() {
    return seen.progress();
  }

  /** As of the last look for new files. */
  public Obstacles obstacles() {
    return obstacles;
  }

  public LineCounts counts() {
    return lasting.counts();
  }

  /**
   * Whether everything found so far is shipped to its end and acknowledged, and its position
   * stored.
   */
  public boolean drained() {
    Seen now = seen;
    return now.drained() && !hasGrown(now);
  }

  /**
   * When the oldest byte was seen that the broker has not acknowledged, read or not; empty if none
   * waits for it. Health and lag are derived from it alone.
   */
  public OptionalLong oldestMillis() {
    Seen now = seen;
    return now.drained() && hasGrown(now) ? OptionalLong.of(lookedMillis) : now.oldestMillis();
  }

  /** Sets who gets the time of the oldest byte that was acknowledged since the last round. */
  public void onShipped(LongConsumer seenMillis) {
    shipped = seenMillis;
  }

  /** Whether a file has grown since the last look, as it does while the tailer's thread hangs. */
  private static boolean hasGrown(Seen now) {
    return !now.sizes().entrySet().stream().allMatch(e -> hasSize(e.getKey(), e.getValue()));
  }

  private static boolean hasSize(FileSource file, long sizeBytes) {
    try {
      return file.size() == sizeBytes;
    } catch (IOException e) {
      // Closed in the meantime, so nothing of it is awaited.
      return true;
    }
  }

  private List<Source> sources() {
    List<Source> all = new ArrayList<>(following.sources());
    if (stdin != null) {
      all.add(stdin);
    }
    return all;
  }

  private void publish() {
    Followed logs = following.followed();
    Stream<SourceProgress> waiting =
        setup.finder().named().stream()
            .filter(path -> isAwaited(logs.sources().get(homeOf(path))))
            .map(path -> new SourceProgress(logs.nameOf(path), path.toString(), null, 0, 0, false));
    Stream<SourceProgress> followed =
        sources().stream()
            .map(Source::progress)
            .filter(Objects::nonNull)
            .map(SourceProgress.class::cast);
    boolean drained =
        following.sources().stream().allMatch(following::drained)
            && (!setup.once() || following.registry().waiting().isEmpty())
            && (stdin == null || stdin.drained());
    long nowMillis = time.wallMillis();
    OptionalLong oldest =
        sources().stream()
            .map(source -> source.oldestMillis(nowMillis, shipped))
            .flatMapToLong(OptionalLong::stream)
            .min();
    seen = new Seen(Stream.concat(followed, waiting).toList(), sizes(drained), drained, oldest);
  }

  private static boolean isAwaited(@Nullable Source source) {
    return source == null || source.progress() == null;
  }

  private static Path homeOf(Path path) {
    Path module = DumpName.moduleOf(path);
    return module == null ? path : module;
  }

  /**
   * Files that a writer may extend, with the size they were read to; empty when none is to be
   * watched.
   */
  private Map<FileSource, Long> sizes(boolean drained) {
    return drained && !setup.once() ? following.followed().sizes() : Map.of();
  }

  private Round round() {
    long openLineMillis = setup.policy().openLine().toMillis();
    return new Round(
        time.wallMillis(), time.steadyMillis(), setup.once(), openLineMillis, scratch, outlet);
  }
}
