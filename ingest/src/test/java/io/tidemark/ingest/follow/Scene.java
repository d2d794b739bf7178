package io.tidemark.ingest.follow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidemark.ingest.checkpoint.SourceNaming;
import io.tidemark.ingest.find.Descriptors;
import io.tidemark.ingest.find.Finder;
import io.tidemark.ingest.own.OwnerSession;
import io.tidemark.ingest.own.TakenOver;
import io.tidemark.ingest.rotation.Appearances;
import io.tidemark.model.log.Position;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/** A folder of logs, a tailer on it that runs step by step, and the broker. */
final class Scene extends LogFolder<Scene> {

  final MemoryOutlet outlet;
  private final List<String> logs;
  private final SteppedClock clock;
  private final Neighbours neighbours;
  private InputStream stdin = new ByteArrayInputStream(new byte[0]);
  private RotationPolicy policy = RotationPolicy.DEFAULT;
  private SourceNaming naming = SourceNaming.PLAIN;
  private Descriptors descriptors;
  private boolean counting;
  private Appearances appearances = Appearances.none();
  private int marks;
  private boolean fromEnd;
  private boolean once;
  private CuttableOutlet line;
  private Neighbours.Member member;
  private OwnerSession session;
  private OwnedTailer owned;
  private Tailer tailer;
  private TakenOver takenOver;

  private Scene(
      Path folder,
      MemoryOutlet outlet,
      SteppedClock clock,
      Neighbours neighbours,
      List<String> logs) {
    super(folder);
    this.outlet = outlet;
    this.clock = clock;
    this.neighbours = neighbours;
    this.logs = logs;
  }

  Scene(Path folder, MemoryOutlet outlet, String... names) {
    this(folder, outlet, new SteppedClock(), null, logs(folder, names));
  }

  /** A scene whose tailer is one of several. */
  Scene(Path folder, MemoryOutlet outlet, Neighbours neighbours, String... names) {
    this(folder, outlet, new SteppedClock(), neighbours, logs(folder, names));
  }

  private static List<String> logs(Path folder, String... names) {
    return List.of(names).stream()
        .map(n -> n.equals("-") ? n : folder.resolve(n).toString())
        .toList();
  }

  /** Another tailer on the same logs, at the same broker. */
  Scene beside() {
    return new Scene(folder, outlet.beside(), clock, neighbours, logs);
  }

  Scene(Path folder, String... names) {
    this(folder, MemoryOutlet.prompt(), names);
  }

  Scene fromEnd() {
    fromEnd = true;
    return this;
  }

  /** Waits until the kernel has reported all files that have come so far. */
  Scene allReported() {
    Path mark = path("mark" + marks++);
    write(mark.getFileName().toString(), "");
    await()
        .until(
            () -> {
              appearances.read();
              return appearances.strangers().contains(mark);
            });
    return this;
  }

  /** Counts the files that come to the paths of logs. */
  Scene counting() {
    counting = true;
    return this;
  }

  /** Sets the prefix of its source names. */
  Scene prefix(String name) {
    naming = naming.prefixed(name);
    return this;
  }

  /** Begins its source names with this host, and continues sources of earlier names. */
  Scene host(String name) {
    naming = naming.on(name).prefixedByHost();
    return this;
  }

  /** Limits the number of logs that are opened. */
  Scene descriptors(LongSupplier free) {
    long[] nanos = {0};
    descriptors = new Descriptors(free, () -> nanos[0] += 1_000_000_000L);
    return this;
  }

  Scene once() {
    once = true;
    return this;
  }

  Scene archive(Path archive) {
    return policy(List.of(archive), false);
  }

  Scene newRunPerFile() {
    return policy(List.of(), true);
  }

  private Scene policy(List<Path> archives, boolean newRunPerFile) {
    policy =
        new RotationPolicy(
            policy.lateWrites(),
            policy.copySearch(),
            policy.unreadable(),
            policy.openLine(),
            policy.mostAway(),
            archives,
            newRunPerFile);
    return this;
  }

  Scene stdin(InputStream in) {
    stdin = in;
    return this;
  }

  /**
   * Does something in the midst of a start or a round, at one of the next readings of the clock.
   */
  Scene surprise(int looks, Runnable action) {
    clock.surprise(looks, action);
    return this;
  }

  /** Each reading of the clock advances it by this time. */
  Scene everyLookTakes(long millis) {
    clock.millisPerLook = millis;
    return this;
  }

  Scene start() {
    Finder named = Finder.of(logs, once);
    Finder finder = descriptors == null ? named : named.with(descriptors);
    appearances = counting ? Appearances.reported() : Appearances.none();
    Setup setup = new Setup(finder, fromEnd, once, stdin, policy, naming, appearances);
    takenOver = null;
    if (neighbours == null) {
      line = new CuttableOutlet(outlet, source -> {});
      tailer = new Tailer(setup, positions(), line, new Alone(), clock);
      return this;
    }
    member = neighbours.join(outlet);
    session = member.session(clock.steady);
    line = new CuttableOutlet(outlet, member::assertOwns);
    tailer = new Tailer(setup, positions(), line, session.ownership(), clock);
    owned =
        new OwnedTailer(
            tailer,
            session,
            () -> outlet.isAway() ? Optional.empty() : Optional.of(positions()),
            clock);
    return this;
  }

  private Map<String, Position> positions() {
    Map<String, Position> all = new LinkedHashMap<>(outlet.entries);
    all.putAll(outlet.positions);
    return all;
  }

  /** The failure that ended the tailer. */
  Optional<String> ended() {
    return Optional.ofNullable(takenOver).map(TakenOver::getMessage);
  }

  Tailer tailer() {
    return tailer;
  }

  boolean running() {
    return tailer != null;
  }

  Tailer.Work round() {
    clock.steady += 20;
    return step();
  }

  /** Runs a round that takes no time. */
  Tailer.Work step() {
    if (owned == null) {
      return tailer.doWork();
    }
    try {
      return owned.doWork();
    } catch (TakenOver e) {
      crash();
      takenOver = e;
      return Tailer.Work.NONE;
    }
  }

  long wallMillis() {
    return clock.wallMillis();
  }

  void pass(long millis) {
    clock.steady += millis;
  }

  /** Sets the time of day back, while the monotonic clock continues. */
  void setBack(long millis) {
    clock.ahead -= millis;
  }

  /** Runs rounds until nothing is left to do, including at least one look for new files. */
  Scene quiet() {
    int rounds = 0;
    for (int quiet = 0; quiet < 30 && running(); rounds++) {
      quiet = round() == Tailer.Work.NONE && running() && tailer.drained() ? quiet + 1 : 0;
      assertThat(rounds).as("rounds until drained").isLessThan(3000);
    }
    return this;
  }

  /** Advances the clock until renamed files were silent for long enough. */
  Scene lateWritesOver() {
    round();
    pass(policy.lateWrites().toMillis() + 1);
    return quiet();
  }

  Scene stop() {
    settle();
    tailer.close();
    settle();
    if (owned != null) {
      owned.release();
      for (int i = 0; i < 100; i++) {
        outlet.arriveOwners();
      }
    }
    outlet.crash();
    end();
    return this;
  }

  private void settle() {
    for (int i = 0; i < 100; i++) {
      outlet.settle();
    }
  }

  /** Ends the tailer like kill −9: nothing is sent or stored. */
  Scene crash() {
    outlet.crash();
    line.cut = true;
    tailer.close();
    end();
    return this;
  }

  private void end() {
    tailer = null;
    owned = null;
    session = null;
    if (member != null) {
      member.die();
    }
  }

  Received received() {
    return Received.of(outlet.slices);
  }

  @Override
  Scene self() {
    return this;
  }
}
