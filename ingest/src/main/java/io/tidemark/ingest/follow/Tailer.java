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
import io.tidemark.ingest.logs.Followed;
import io.tidemark.ingest.own.Owners;
import io.tidemark.ingest.ship.Outlet;
import io.tidemark.model.DumpName;
import io.tidemark.model.Position;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Follows all logs, one round at a time. One thread steps it; its figures may be read from any. */
public final class Tailer implements AutoCloseable {

  private static final int SCRATCH_BYTES = 512 * 1024;

  /** Fewer lines a second are a trickle. */
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
  private long polledMillis;
  private volatile Seen seen = new Seen(List.of(), Map.of(), false);

  private volatile Obstacles obstacles = Obstacles.NONE;

  /** All that is published, of one moment. */
  private record Seen(
      List<SourceProgress> progress, Map<FileSource, Long> sizes, boolean drained) {}

  /**
   * Takes up what earlier tailers left and finds what is there now.
   *
   * @param known positions by generation
   */
  public Tailer(Setup setup, Map<String, Position> known, Outlet outlet, Owners owners, Time time) {
    this.setup = setup;
    this.outlet = new OwnedOutlet(outlet, owners, time, setup.prefix().nameOf(PipeSource.NAME));
    this.owners = owners;
    this.time = time;
    this.polledMillis = time.steadyMillis();
    this.expiry = new Expiry(setup.policy(), lasting.losses());
    Round round = round();
    this.stdin = setup.finder().stdin() ? standardInput(round) : null;
    this.following = following(known);
    following.begin(round);
  }

  private Following following(Map<String, Position> known) {
    return new Following(setup, known, owners, lasting);
  }

  private Source standardInput(Round round) {
    Source source = new Source(setup.prefix().nameOf(PipeSource.NAME), null);
    // Its bytes can be had once only: each reading is a generation of its own.
    String id = UUID.randomUUID().toString();
    GenerationName name = GenerationName.begun(source, 1, id);
    PipeSource file = new PipeSource(setup.stdin());
    source.add(
        Generation.of(name, file, ReadPosition.START, new ContentPrints(), lasting.counts()),
        round);
    return source;
  }

  /**
   * One round: acts on acknowledgements, looks for new files, reads and ships what is at hand.
   *
   * @return what the round found to do
   */
  public Work doWork() {
    Round round = round();
    boolean moved = outlet.settle() > 0;
    following.leaveElsewhere();
    if (!setup.once() && following.lookAround(round)) {
      obstacles = following.obstacles();
    }
    following.settle(round);
    long readBefore = lasting.counts().read();
    // What is read came before this moment, whatever holds the round up behind it.
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
    return moved ? Work.SOME : Work.NONE;
  }

  /**
   * What a round found to do; {@link #MORE} asks for the next one at once, {@link #FULL} once the
   * broker has acknowledged some of what is in flight.
   */
  public enum Work {
    NONE,
    /** A trickle: each round costs more than its lines. */
    FEW,
    SOME,
    FULL,
    MORE
  }

  /**
   * Reads no further, ships what was read and keeps how far.
   *
   * @return whether the broker has it all, so that the tailer may be restarted
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

  /** Begins anew with these positions; standard input, which can be had once only, goes on. */
  void restart(Map<String, Position> known) {
    Following before = following;
    before.sources().forEach(before.registry()::drop);
    following = following(known);
    following.beginAfter(before, round());
  }

  /** Keeps how far every log is acknowledged and lets go of the files; no round may follow. */
  @Override
  public void close() {
    outlet.settle();
    for (Source source : sources()) {
      source.close(outlet);
    }
  }

  /** One entry per log, those waited for among them. */
  public List<SourceProgress> progress() {
    return seen.progress();
  }

  /** As of the last look for new files. */
  public Obstacles obstacles() {
    return obstacles;
  }

  public Losses losses() {
    return lasting.losses();
  }

  public LineCounts counts() {
    return lasting.counts();
  }

  /**
   * Everything found so far is shipped to its end, acknowledged, and the position after it kept.
   */
  public boolean drained() {
    Seen now = seen;
    return now.drained()
        && now.sizes().entrySet().stream().allMatch(e -> hasSize(e.getKey(), e.getValue()));
  }

  private static boolean hasSize(FileSource file, long sizeBytes) {
    try {
      return file.size() == sizeBytes;
    } catch (IOException e) {
      // Closed meanwhile: nothing of it is waited for.
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
            .map(path -> new SourceProgress(logs.nameOf(path), path.toString(), null, 0, 0));
    Stream<SourceProgress> followed =
        sources().stream()
            .map(Source::progress)
            .filter(Objects::nonNull)
            .map(SourceProgress.class::cast);
    boolean drained =
        following.sources().stream().allMatch(following::drained)
            && (stdin == null || stdin.drained());
    seen = new Seen(Stream.concat(followed, waiting).toList(), sizes(drained), drained);
  }

  private static boolean isAwaited(@Nullable Source source) {
    return source == null || source.progress() == null;
  }

  private static Path homeOf(Path path) {
    Path module = DumpName.moduleOf(path);
    return module == null ? path : module;
  }

  /**
   * What a writer may add to, with the size it was read to: empty when nothing is to be watched.
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
