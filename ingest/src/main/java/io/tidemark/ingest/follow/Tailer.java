package io.tidemark.ingest.follow;

import io.tidemark.ingest.follow.FileRegistry.From;
import io.tidemark.ingest.ship.Outlet;
import io.tidemark.model.DumpName;
import io.tidemark.model.Position;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
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
  private final FileRegistry arrivals;
  private final Dumps dumps;
  private final @Nullable Source stdin;
  private long scannedMillis;
  private volatile Seen seen = new Seen(List.of(), Map.of(), false);

  /** All that is told, of one moment. */
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
    CheckpointIndex ledger = new CheckpointIndex(known);
    this.arrivals =
        new FileRegistry(
            new Opener(setup.finder()), ledger, new SourceNames(known.values()), counts);
    this.dumps = new Dumps(arrivals);
    Round round = round();
    this.stdin = setup.finder().stdin() ? standardInput(round) : null;
    new Recovery(arrivals, ledger, round).run(setup.finder()::covers);
    List<Path> homes =
        known.values().stream().map(SourceNames::home).filter(Objects::nonNull).toList();
    for (Path path : setup.finder().scan()) {
      boolean first = setup.fromEnd() && setup.finder().firstTime(path, homes);
      look(path, first ? From.END : From.START, round);
      if (first) {
        dumps.pass(path);
      }
    }
    dumps.begin(round);
    this.scannedMillis = round.steadyMillis();
  }

  private Source standardInput(Round round) {
    Source source = new Source(PipeSource.NAME);
    Generation.Name name = new Generation.Name(PipeSource.NAME, UUID.randomUUID().toString());
    PipeSource origin = new PipeSource(setup.stdin());
    source.add(Generation.begin(name, origin, ReadPosition.START, counts), round.steadyMillis());
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
    long readBefore = counts.read();
    boolean more = false;
    for (Source source : sources()) {
      more |= poll(source, round);
    }
    tell();
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
    homes.addAll(arrivals.sources().keySet());
    homes.forEach(home -> look(home, From.START, round));
    if (round.steadyMillis() - scannedMillis >= SCAN_EVERY_MILLIS) {
      scannedMillis = round.steadyMillis();
      setup.finder().scan().forEach(path -> look(path, From.START, round));
    }
    dumps.begin(round);
  }

  private void look(Path path, From from, Round round) {
    if (!dumps.saw(path, round)) {
      arrivals.visit(path, from, round);
    }
  }

  private boolean poll(Source source, Round round) {
    Generation present = source.present();
    if (present != null && setup.fromEnd()) {
      // Kept though it has no line yet, else the next start would pass over what comes till then.
      present.announce(outlet);
    }
    boolean more = source.poll(round);
    if (present != null && present.rewritten()) {
      if (source.wantsRestart()) {
        arrivals.restart(source, present);
      }
      if (present.rewritten()) {
        present.finish(round);
      }
    }
    if (present != null && present.ended()) {
      arrivals.leave(source, round);
      return true;
    }
    return more;
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
    List<Source> all = new ArrayList<>(arrivals.sources().values());
    if (stdin != null) {
      all.add(stdin);
    }
    return all;
  }

  private void tell() {
    List<Source> sources = List.copyOf(sources());
    Stream<SourceProgress> waiting =
        setup.finder().named().stream()
            .filter(path -> !arrivals.sources().containsKey(homeOf(path)))
            .map(path -> new SourceProgress(arrivals.nameOf(path), path.toString(), null, 0, 0));
    Stream<SourceProgress> followed =
        sources.stream()
            .map(Source::progress)
            .filter(Objects::nonNull)
            .map(SourceProgress.class::cast);
    boolean drained = sources.stream().allMatch(Source::drained);
    seen = new Seen(Stream.concat(followed, waiting).toList(), sizes(drained), drained);
  }

  private static Path homeOf(Path path) {
    Path module = DumpName.moduleOf(path);
    return module == null ? path : module;
  }

  /**
   * What a writer may add to, with the size it was read to: empty when nothing is to be watched.
   */
  private Map<FileSource, Long> sizes(boolean drained) {
    return drained && !setup.once() ? arrivals.sizes() : Map.of();
  }

  private Round round() {
    return new Round(time.wallMillis(), time.steadyMillis(), setup.once(), scratch, outlet);
  }
}
