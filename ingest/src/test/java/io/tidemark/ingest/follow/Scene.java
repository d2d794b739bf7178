package io.tidemark.ingest.follow;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.ingest.find.Finder;
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

/** A folder of logs, a tailer on it that is stepped by hand, and the broker behind. */
final class Scene {

  /** Time moves when a test says so. */
  private static final class Clock implements Time {
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
    private boolean cut;

    private Line(Outlet outlet) {
      this.outlet = outlet;
    }

    @Override
    public boolean hasRoom() {
      return outlet.hasRoom();
    }

    @Override
    public void send(String source, Slice slice, Runnable acknowledged) {
      if (!cut) {
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
    public void forget(String generation) {
      if (!cut) {
        outlet.forget(generation);
      }
    }

    @Override
    public int settle() {
      return cut ? 0 : outlet.settle();
    }
  }

  final Path folder;
  final MemoryOutlet outlet;
  private final List<String> logs;
  private final Clock clock = new Clock();
  private InputStream stdin = new ByteArrayInputStream(new byte[0]);
  private RotationPolicy policy = RotationPolicy.DEFAULT;
  private boolean fromEnd;
  private boolean once;
  private Line line;
  private Tailer tailer;

  Scene(Path folder, MemoryOutlet outlet, String... names) {
    this.folder = folder;
    this.outlet = outlet;
    this.logs =
        List.of(names).stream().map(n -> n.equals("-") ? n : folder.resolve(n).toString()).toList();
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
            policy.lateWrites(), policy.copySearch(), policy.mostAway(), List.of(archive));
    return this;
  }

  Scene stdin(InputStream in) {
    stdin = in;
    return this;
  }

  Scene start() {
    Finder finder = Finder.of(logs, once);
    Setup setup = new Setup(finder, fromEnd, once, stdin, policy);
    line = new Line(outlet);
    tailer = new Tailer(setup, new LinkedHashMap<>(outlet.positions), line, clock);
    return this;
  }

  Tailer tailer() {
    return tailer;
  }

  boolean running() {
    return tailer != null;
  }

  Tailer.Work round() {
    clock.steady += 20;
    return tailer.doWork();
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
    for (int quiet = 0; quiet < 30; rounds++) {
      quiet = round() == Tailer.Work.NONE && tailer.drained() ? quiet + 1 : 0;
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
    tailer = null;
    return this;
  }

  /** As kill −9 does: nothing is said, nothing is kept. */
  Scene crash() {
    outlet.crash();
    line.cut = true;
    tailer.close();
    tailer = null;
    return this;
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
