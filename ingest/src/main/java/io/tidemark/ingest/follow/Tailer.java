package io.tidemark.ingest.follow;

import io.tidemark.ingest.find.Finder;
import io.tidemark.ingest.follow.FileRegistry.From;
import io.tidemark.ingest.ship.Outlet;
import io.tidemark.model.DumpName;
import io.tidemark.model.Position;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Follows all logs, one round at a time. One thread steps it; what it tells of itself may be asked
 * from any.
 */
public final class Tailer implements AutoCloseable {

  private static final long SCAN_EVERY_MILLIS = 500;
  private static final int SCRATCH_BYTES = 512 * 1024;

  private final Setup setup;
  private final Outlet outlet;
  private final Time time;
  private final byte[] scratch = new byte[SCRATCH_BYTES];
  private final LineCounts counts = new LineCounts();
  private final Losses losses = new Losses();
  private final Followed followed;
  private final FileRegistry registry;
  private final CheckpointSweep sweep;
  private final Dumps dumps;
  private final @Nullable Source stdin;
  private long scannedMillis;
  private volatile Seen seen = new Seen(List.of(), Map.of(), false);

  /**
   * What is asked for and cannot be read.
   *
   * @param absent entries of the user's list that name nothing
   * @param unreadable files and folders that are there and cannot be opened
   */
  public record Obstacles(Finder.Absent absent, int unreadable) {}

  private volatile Obstacles obstacles = new Obstacles(new Finder.Absent(0, 0), 0);

  /** All that is published, of one moment. */
  private record Seen(
      List<SourceProgress> progress, Map<FileSource, Long> sizes, boolean drained) {}

  /**
   * Takes up what earlier tailers left and finds what is there now.
   *
   * @param known positions by generation
   */
  public Tailer(Setup setup, Map<String, Position> known, Outlet outlet, Time time) {
    this.setup = setup;
    this.outlet = outlet;
    this.time = time;
    CheckpointIndex index = new CheckpointIndex(known);
    Opener opener = new Opener(setup.finder(), setup.policy());
    this.followed = new Followed(new SourceNames(known.values()), setup.policy());
    this.registry = new FileRegistry(followed, opener, index, counts);
    this.sweep = new CheckpointSweep(index, setup.policy());
    this.dumps = new Dumps(registry.starts());
    Round round = round();
    this.stdin = setup.finder().stdin() ? standardInput(round) : null;
    new Recovery(registry, followed, index, round).run();
    List<Path> homes =
        known.values().stream().map(SourceNames::home).filter(Objects::nonNull).toList();
    for (Path path : byLength(setup.finder().scan())) {
      boolean first = setup.fromEnd() && setup.finder().firstTime(path, homes);
      look(path, first ? From.END : From.START, round);
      if (first) {
        dumps.pass(path);
      }
    }
    dumps.begin(round);
    setup.finder().named().stream()
        .filter(path -> DumpName.moduleOf(path) == null)
        .forEach(path -> registry.await(followed.nameOf(path), path));
    settle(round);
    registry.started(time.wallMillis());
    this.scannedMillis = round.steadyMillis();
  }

  /** A log before what it was rotated to, whose names are longer. */
  private static List<Path> byLength(List<Path> paths) {
    return paths.stream()
        .sorted(Comparator.<Path>comparingInt(path -> path.toString().length()))
        .toList();
  }

  private void settle(Round round) {
    for (Map.Entry<Path, Source> log : followed.snapshot()) {
      registry.settle(log.getValue(), log.getKey(), round, losses);
    }
  }

  private Source standardInput(Round round) {
    Source source = new Source(PipeSource.NAME, null, setup.policy());
    // Its bytes can be had once only: each reading is a generation of its own.
    String id = UUID.randomUUID().toString();
    GenerationName name = GenerationName.begun(source, 1, id);
    PipeSource file = new PipeSource(setup.stdin());
    source.add(Generation.of(name, file, ReadPosition.START, new ContentPrints(), counts), round);
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
    if (!setup.once()) {
      lookAround(round);
    }
    settle(round);
    long readBefore = counts.read();
    boolean more = false;
    for (Source source : sources()) {
      more |= poll(source, round);
    }
    registry.leaveEnded(stdin);
    if (!setup.once() && sweep.isDue(round)) {
      followed.sources().forEach((home, source) -> sweep.sweep(source, home, round));
    }
    publish();
    if (more) {
      return Work.MORE;
    }
    return moved || counts.read() > readBefore ? Work.SOME : Work.NONE;
  }

  /** What a round found to do; {@link #MORE} asks for the next one at once. */
  public enum Work {
    NONE,
    SOME,
    MORE
  }

  /** A log's own path is looked at in every round, since a rotation shows there. */
  private void lookAround(Round round) {
    Set<Path> homes = new LinkedHashSet<>(setup.finder().named());
    homes.addAll(followed.sources().keySet());
    homes.forEach(home -> look(home, From.START, round));
    boolean scan = round.steadyMillis() - scannedMillis >= SCAN_EVERY_MILLIS;
    registry.look(scan ? Look.AT_ALL : Look.AT_FOLLOWED);
    if (scan) {
      scannedMillis = round.steadyMillis();
      obstacles = new Obstacles(setup.finder().absent(), registry.unreadable());
      byLength(setup.finder().scan()).forEach(path -> look(path, From.START, round));
    }
    dumps.begin(round);
  }

  private void look(Path path, From from, Round round) {
    if (!dumps.saw(path, round)) {
      registry.visit(path, from, round);
    }
  }

  private boolean poll(Source source, Round round) {
    Generation live = source.live();
    if (live != null && setup.fromEnd()) {
      // Kept though it has no line yet, else the next start would pass over what comes till then.
      live.announce(outlet);
    }
    return source.poll(round);
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
    return losses;
  }

  public LineCounts counts() {
    return counts;
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

  private Collection<Source> sources() {
    List<Source> all = new ArrayList<>(followed.sources().values());
    if (stdin != null) {
      all.add(stdin);
    }
    return all;
  }

  private void publish() {
    List<Source> sources = List.copyOf(sources());
    Stream<SourceProgress> waiting =
        setup.finder().named().stream()
            .filter(path -> isAwaited(followed.sources().get(homeOf(path))))
            .map(path -> new SourceProgress(followed.nameOf(path), path.toString(), null, 0, 0));
    Stream<SourceProgress> followed =
        sources.stream()
            .map(Source::progress)
            .filter(Objects::nonNull)
            .map(SourceProgress.class::cast);
    boolean drained = sources.stream().allMatch(Source::drained);
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
    return drained && !setup.once() ? followed.sizes() : Map.of();
  }

  private Round round() {
    return new Round(time.wallMillis(), time.steadyMillis(), setup.once(), scratch, outlet);
  }
}
