package io.tidemark.ingest.follow;

import io.tidemark.ingest.checkpoint.CheckpointIndex;
import io.tidemark.ingest.checkpoint.FollowedSince;
import io.tidemark.ingest.checkpoint.PassedEnds;
import io.tidemark.ingest.checkpoint.SourceNames;
import io.tidemark.ingest.find.Finder;
import io.tidemark.ingest.follow.FileRegistry.From;
import io.tidemark.ingest.generation.Generation;
import io.tidemark.ingest.generation.LineCounts;
import io.tidemark.ingest.generation.Round;
import io.tidemark.ingest.generation.Source;
import io.tidemark.ingest.own.Owners;
import io.tidemark.ingest.own.Owners.Standing;
import io.tidemark.ingest.rotation.Followed;
import io.tidemark.ingest.rotation.Opener;
import io.tidemark.ingest.ship.Outlet;
import io.tidemark.model.log.DumpName;
import io.tidemark.model.log.Position;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;

/** The followed logs, with their state since the positions were read. */
final class Following {

  private static final long SCAN_EVERY_MILLIS = 500;

  private final Setup setup;
  private final Owners owners;
  private final Expiry expiry;
  private final CheckpointIndex index;
  private final Followed followed;
  private final FileRegistry registry;
  private final CheckpointSweep sweep;
  private final Dumps dumps;
  private final Recovery recovery;
  private final Supplier<Round> rounds;
  private final AbsentEntries absent;
  private final FollowedSince since;
  private Finder.Found found;
  private long scannedMillis;

  /** State that lasts as long as the tailer and survives takeovers. */
  record Lasting(LineCounts counts, PassedEnds ends, AbsentEntries absent) {

    Lasting() {
      this(new LineCounts(), new PassedEnds(), new AbsentEntries());
    }
  }

  /**
   * Creates an instance that follows nothing yet.
   *
   * @param known positions by generation
   * @param rounds gives each look at a file its own time: hundreds take longer than a copy is
   *     awaited
   */
  Following(
      Setup setup,
      Map<String, Position> known,
      Owners owners,
      Lasting lasting,
      Supplier<Round> rounds) {
    this.setup = setup;
    this.owners = owners;
    this.expiry = new Expiry(setup.policy(), lasting.counts());
    Opener opener = new Opener(setup.finder(), setup.policy().archives());
    Map<String, Position> own = new Adoption(setup.naming(), opener).own(known);
    this.index = new CheckpointIndex(own);
    this.found = setup.finder().look();
    this.since = new FollowedSince(own, setup.naming());
    SourceNames names = new SourceNames(own.values(), setup.naming());
    names.distinguish(found.paths());
    this.followed = new Followed(names);
    this.registry =
        new FileRegistry(
            followed,
            opener,
            index,
            lasting.counts(),
            lasting.ends(),
            since,
            setup.appearances(),
            setup.policy());
    this.sweep = new CheckpointSweep(index, setup.policy(), registry.siblings());
    this.dumps = new Dumps(registry.starts());
    this.recovery = new Recovery(registry, followed, index, rounds);
    this.rounds = rounds;
    this.absent = lasting.absent();
  }

  /** Resumes generations that earlier tailers left open and finds the present files. */
  void begin() {
    begin(setup.fromEnd() ? From.END : From.START);
  }

  /** Begins as the successor of {@code before}, after a takeover. */
  void beginAfter(Following before) {
    dumps.passAgain(before.dumps);
    begin(From.START);
  }

  private void begin(From from) {
    setup.appearances().listen(found.folders(), found.paths());
    Round round = rounds.get();
    noteEntries(round);
    Set<Path> homes = new HashSet<>();
    index.all().stream()
        .map(entry -> SourceNames.home(entry.position()))
        .filter(Objects::nonNull)
        .forEach(homes::add);
    absent.note(found);
    recovery.run();
    for (Path path : byLength(found.paths())) {
      boolean passes = from == From.END && setup.finder().firstTime(path, homes);
      look(path, passes ? From.END : From.START, rounds.get());
      if (passes) {
        dumps.pass(path);
      }
    }
    dumps.begin(round);
    awaitRotated();
    setup.finder().named().stream()
        .filter(path -> DumpName.moduleOf(path) == null)
        .forEach(path -> registry.await(followed.nameOf(path), path));
    settle(round);
    absent.noteWaiting(registry.waiting().size());
    registry.started(round.wallMillis());
    scannedMillis = round.steadyMillis();
  }

  /** A log that came and was not there when its folder was listed, or went since then. */
  private void lookAgain(Path path, Round round) {
    if (setup.finder().covers(path) && !followed.hasLogAt(path) && Files.exists(path)) {
      look(path, From.START, round);
    }
    awaitIfGone(path);
  }

  /** A log that is gone again at its path may be there under a rotated name. */
  private void awaitIfGone(Path path) {
    if (setup.finder().covers(path) && DumpName.moduleOf(path) == null && !Files.exists(path)) {
      registry.await(followed.nameOf(path), path);
    }
  }

  /** Logs that came and were rotated before any tailer stored their claim. */
  private void awaitRotated() {
    for (Path folder : found.folders()) {
      registry.siblings().homesIn(folder).stream()
          .filter(home -> since.millis(setup.finder().entriesOf(home)) < Long.MAX_VALUE)
          .forEach(this::awaitIfGone);
    }
  }

  /** Stores since when each entry is followed, before anything is looked at. */
  private void noteEntries(Round round) {
    if (setup.once()) {
      return;
    }
    for (String entry : setup.finder().growing()) {
      if (!since.knows(entry)) {
        round.outlet().keep(since.id(entry), since.begun(round.wallMillis()), () -> {});
      }
    }
  }

  FileRegistry registry() {
    return registry;
  }

  Followed followed() {
    return followed;
  }

  /** Sorts by length: a log precedes the files it was rotated to, whose names are longer. */
  private static List<Path> byLength(List<Path> paths) {
    return paths.stream()
        .sorted(Comparator.<Path>comparingInt(path -> path.toString().length()))
        .toList();
  }

  /** Drops the logs that another tailer follows. */
  void leaveElsewhere() {
    for (Source source : followed.sources().values()) {
      if (!source.generations().isEmpty() && owners.of(source.name()) == Standing.ELSEWHERE) {
        registry.drop(source);
      }
    }
  }

  /** The logs that are asked for and cannot be read, as of the last look for new files. */
  Obstacles obstacles() {
    return new Obstacles(
        found.absent(),
        registry.unreadable() + followed.failing(),
        followed.dropped(),
        registry.left(),
        found.leftOut().values(),
        registry.waiting().size());
  }

  /** Acts on changes of files, also for sources whose claim is still undecided. */
  void settle(Round round) {
    List<Source> logs = followed.all().stream().filter(log -> !followed.isDropped(log)).toList();
    // All logs are examined first, so that one listing of a folder is newer than every examination.
    logs.forEach(log -> registry.note(log, round));
    registry.siblings().listAnew();
    logs.forEach(log -> registry.settle(log, round, expiry));
  }

  /**
   * Looks at each log's own path in every round, since a rotation shows there.
   *
   * @return whether all paths were looked at
   */
  boolean lookAround(Round round) {
    boolean scan = round.steadyMillis() - scannedMillis >= SCAN_EVERY_MILLIS;
    registry.look(scan);
    Set<Path> homes = new LinkedHashSet<>(setup.finder().named());
    homes.addAll(followed.sources().keySet());
    if (scan) {
      recovery.goOn();
    }
    homes.forEach(home -> look(home, From.START, round));
    if (scan) {
      scannedMillis = round.steadyMillis();
      found = setup.finder().look();
      setup.appearances().listen(found.folders(), found.paths());
      Set<Path> came = setup.appearances().strangers();
      came.forEach(this::awaitIfGone);
      List<Path> others = new ArrayList<>(found.paths());
      others.removeIf(path -> !homes.add(path));
      byLength(others).forEach(path -> look(path, From.START, round));
      came.forEach(path -> lookAgain(path, round));
      registry.sweep(homes);
      dumps.sweep(Set.copyOf(found.paths()), round);
      absent.note(found);
      absent.noteWaiting(registry.waiting().size());
    }
    dumps.begin(round);
    return scan;
  }

  /**
   * The files and folders that show every change of the logs; empty while a time or another tailer
   * is awaited.
   */
  Set<Path> watched() {
    if (followed.dropped() > 0
        || dumps.any()
        || !registry.waiting().isEmpty()
        || !followed.sources().values().stream().allMatch(Source::still)) {
      return Set.of();
    }
    Set<Path> files = new HashSet<>(setup.finder().named());
    files.addAll(followed.sources().keySet());
    files.addAll(found.paths());
    files.addAll(found.leftOut().keySet());
    Set<Path> watched = new HashSet<>(files);
    watched.addAll(found.folders());
    files.forEach(file -> watched.add(file.resolveSibling("")));
    return watched;
  }

  /** Records that no log has changed; returns whether that is all, see {@link Source#still}. */
  boolean still(Round round) {
    boolean all = true;
    for (Source source : followed.sources().values()) {
      all &= source.still(round);
    }
    return all;
  }

  /** Opens logs that waited; logs that are read to their end make room for them. */
  void openWaiting(Round round) {
    if (registry.waiting().isEmpty()) {
      return;
    }
    for (Source source : owned()) {
      if (source.drained()) {
        source.keep(round.outlet());
        registry.rest(source);
      }
    }
    recovery.goOn();
    Map<Path, From> waiting = registry.waiting();
    byLength(List.copyOf(waiting.keySet()))
        .forEach(path -> registry.visit(path, Objects.requireNonNull(waiting.get(path)), round));
  }

  private void look(Path path, From from, Round round) {
    if (!dumps.saw(path, round)) {
      registry.visit(path, from, round);
    }
  }

  /**
   * Reads and ships the data at hand of owned sources.
   *
   * @param passes supplies each pass with its own times
   */
  boolean poll(Supplier<Round> passes) {
    List<Source> sources = owned();
    Outlet outlet = passes.get().outlet();
    // All claims leave before the first line of any log: a claim that waits may be lost in a kill.
    sources.forEach(source -> source.announce(outlet));
    return Passes.read(sources, passes);
  }

  private List<Source> owned() {
    return followed.sources().values().stream()
        .filter(source -> !source.generations().isEmpty())
        .filter(source -> owners.of(source.name()) == Standing.OWNED)
        .toList();
  }

  /** Forgets positions and logs that no file can match any more. */
  void sweep(Round round) {
    if (!sweep.begins(round)) {
      return;
    }
    for (Source source : followed.all()) {
      if (source.generations().isEmpty()) {
        // Asking for its owner would claim every log that ever existed.
        forgetIfGone(source);
      } else if (owners.of(source.name()) == Standing.OWNED) {
        sweep.sweep(source, round);
      }
    }
  }

  private void forgetIfGone(Source source) {
    Path home = source.home();
    if (!setup.finder().named().contains(home)
        && !followed.held().contains(home)
        && !dumps.holds(home)
        && sweep.isGone(source)) {
      registry.forget(source);
    }
  }

  /** Ships the bytes read so far without reading on. Returns whether the broker has all of them. */
  boolean allShipped(Round round) {
    boolean all = true;
    for (Source source : owned()) {
      for (Generation generation : source.generations()) {
        all &= generation.shipped(round);
      }
    }
    return all;
  }

  Collection<Source> sources() {
    return followed.all();
  }

  /** Whether nothing is to be done for the source now. */
  boolean drained(Source source) {
    if (followed.isDropped(source)) {
      return !setup.once();
    }
    return source.generations().isEmpty()
        || (owners.of(source.name()) == Standing.OWNED && source.drained());
  }
}
