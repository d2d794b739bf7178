package io.tidemark.ingest.follow;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.ingest.find.Finder;
import io.tidemark.ingest.own.OwnerSession;
import io.tidemark.ingest.own.Owners;
import io.tidemark.ingest.own.TakenOver;
import io.tidemark.ingest.ship.Outlet;
import io.tidemark.model.Position;
import io.tidemark.model.Slice;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** A folder of logs, a tailer on it that is stepped by hand, and the broker behind. */
final class Scene {

  /** Time moves when a test says so. */
  static final class Clock implements Time {
    private long steady = 1_000_000;
    private long ahead = 1_700_000_000_000L;

    @Override
    public long wallMillis() {
      return steady + ahead;
    }

    @Override
    public long steadyMillis() {
      return steady;
    }
  }

  /** What a dead tailer still says is not heard. */
  private static final class Line implements Outlet {
    private final Outlet outlet;
    private final Consumer<String> check;
    private boolean cut;

    private Line(Outlet outlet, Consumer<String> check) {
      this.outlet = outlet;
      this.check = check;
    }

    @Override
    public boolean hasRoom() {
      return outlet.hasRoom();
    }

    @Override
    public void send(String source, Slice slice, Runnable acknowledged) {
      if (!cut) {
        check.accept(source);
        outlet.send(source, slice, acknowledged);
      }
    }

    @Override
    public void keep(String generation, Position position, Runnable acknowledged) {
      if (!cut) {
        outlet.keep(generation, position, acknowledged);
      }
    }

    @Override
    public void forget(String source, String generation) {
      if (!cut) {
        outlet.forget(source, generation);
      }
    }

    @Override
    public int settle() {
      return cut ? 0 : outlet.settle();
    }

    @Override
    public boolean idle() {
      return !cut && outlet.idle();
    }
  }

  final Path folder;
  final MemoryOutlet outlet;
  private final List<String> logs;
  private final Clock clock;
  private final Neighbours neighbours;
  private InputStream stdin = new ByteArrayInputStream(new byte[0]);
  private RotationPolicy policy = RotationPolicy.DEFAULT;
  private boolean fromEnd;
  private boolean once;
  private Line line;
  private Neighbours.Member member;
  private OwnerSession session;
  private OwnedTailer owned;
  private Tailer tailer;
  private TakenOver takenOver;

  private Scene(
      Path folder, MemoryOutlet outlet, Clock clock, Neighbours neighbours, List<String> logs) {
    this.folder = folder;
    this.outlet = outlet;
    this.clock = clock;
    this.neighbours = neighbours;
    this.logs = logs;
  }

  Scene(Path folder, MemoryOutlet outlet, String... names) {
    this(folder, outlet, new Clock(), null, logs(folder, names));
  }

  /** Its tailer is one of several. */
  Scene(Path folder, MemoryOutlet outlet, Neighbours neighbours, String... names) {
    this(folder, outlet, new Clock(), neighbours, logs(folder, names));
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

  Scene once() {
    once = true;
    return this;
  }

  Scene archive(Path archive) {
    policy =
        new RotationPolicy(
            policy.lateWrites(),
            policy.copySearch(),
            policy.unreadable(),
            policy.openLine(),
            policy.mostAway(),
            List.of(archive));
    return this;
  }

  Scene stdin(InputStream in) {
    stdin = in;
    return this;
  }

  Scene start() {
    Finder finder = Finder.of(logs, once);
    Setup setup = new Setup(finder, fromEnd, once, stdin, policy);
    takenOver = null;
    if (neighbours == null) {
      line = new Line(outlet, source -> {});
      tailer = new Tailer(setup, positions(), line, Owners.ALONE, clock);
      return this;
    }
    member = neighbours.join(outlet);
    session = member.session(clock.steady);
    line = new Line(outlet, member::assertOwns);
    OwnedTailer.Broker broker =
        new OwnedTailer.Broker(
            line, () -> outlet.isAway() ? Optional.empty() : Optional.of(positions()));
    owned = new OwnedTailer(setup, positions(), broker, session, clock);
    tailer = owned.tailer();
    return this;
  }

  private Map<String, Position> positions() {
    return new LinkedHashMap<>(outlet.positions);
  }

  /** What the tailer ended with. */
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

  /** A round, in no time. */
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

  void pass(long millis) {
    clock.steady += millis;
  }

  /** The time of day jumps, while time passes as ever. */
  void setBack(long millis) {
    clock.ahead -= millis;
  }

  /** Rounds until nothing is left to do, over at least one look for new files. */
  Scene quiet() {
    int rounds = 0;
    for (int quiet = 0; quiet < 30 && running(); rounds++) {
      quiet = round() == Tailer.Work.NONE && running() && tailer.drained() ? quiet + 1 : 0;
      assertThat(rounds).as("rounds until drained").isLessThan(3000);
    }
    return this;
  }

  /** Renamed files were silent for long enough. */
  Scene lateWritesOver() {
    round();
    pass(policy.lateWrites().toMillis() + 1);
    return quiet();
  }

  Scene stop() {
    for (int i = 0; i < 100; i++) {
      outlet.settle();
    }
    tailer.close();
    for (int i = 0; i < 100; i++) {
      outlet.settle();
    }
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

  /** As kill −9 does: nothing is said, nothing is kept. */
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

  Path path(String name) {
    return folder.resolve(name);
  }

  Scene write(String name, String text) {
    try {
      Files.writeString(
          path(name), text, UTF_8, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Scene move(String from, String to) {
    try {
      Files.move(path(from), path(to));
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Changed last at another time than it was born, which shows the time of its birth. */
  Scene age(String name) {
    try {
      Files.setLastModifiedTime(path(name), FileTime.fromMillis(1_600_000_000_000L));
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Cuts the file to nothing and writes anew, its inode and birth time staying. */
  Scene rewrite(String name, String text) {
    try {
      Files.writeString(path(name), text, UTF_8, StandardOpenOption.TRUNCATE_EXISTING);
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What logrotate's copytruncate does, and the writer after it. */
  Scene copyAndCut(String name, String copy, String next) {
    return copy(name, copy).rewrite(name, next);
  }

  Scene copy(String name, String copy) {
    try {
      Files.copy(path(name), path(copy), StandardCopyOption.REPLACE_EXISTING);
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void delete(String name) {
    try {
      Files.delete(path(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
