package io.tidemark.ingest.follow;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests the tailer against a model, over random sequences of actions of writers, rotators, clocks
 * and crashes. Renames and copytruncate are mixed, and the tailer may look between any two steps.
 *
 * <p>At the end every line must have arrived once, by generation and offset, and lines of one file
 * in order. A line may arrive in parts only where its file ended for a while. An unterminated last
 * line must have arrived, and again only what is written after it.
 */
class TailerModelTest {

  private static final long OPEN_LINE_MILLIS = RotationPolicy.DEFAULT.openLine().toMillis();
  private static final int SEEDS = Integer.getInteger("tidemark.sequences", 300);

  @TempDir Path folder;

  @Test
  void everyCompleteLineArrivesOnceWhateverHappens() {
    long first = Long.getLong("tidemark.seed", 20_261_122);
    Map<Long, String> failed = new ConcurrentSkipListMap<>();
    // On all cores; otherwise the thousands of the slow profile take longer than all other tests.
    LongStream.range(first, first + SEEDS)
        .parallel()
        .forEach(seed -> failure(seed).ifPresent(why -> failed.put(seed, why)));
    assertThat(failed.entrySet().stream().limit(3))
        .as("%d of %d seeds: %s", failed.size(), SEEDS, failed.keySet())
        .isEmpty();
  }

  private Optional<String> failure(long seed) {
    Path own = folder.resolve("s" + seed);
    try {
      new Sequence(Files.createDirectory(own), new Random(seed)).run();
      delete(own);
      return Optional.empty();
    } catch (RuntimeException | AssertionError e) {
      return Optional.of("-Dtidemark.seed=" + seed + ": " + e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted((a, b) -> b.compareTo(a)).toList()) {
        Files.delete(file);
      }
    }
  }

  /** Also of a line whose end comes later. */
  private static final Pattern NUMBER = Pattern.compile("line (\\d+)[-$\"]");

  private static final class Sequence {
    private static final String[] ROTATED = {"%s.", "%s-2026082", "%s.bak", "old/%s.", "%s.old"};

    private final Random random;
    private final Scene scene;
    private final Tailers tailers;
    private final boolean glob;
    private final ModelLog log;
    private final List<String> history = new ArrayList<>();

    Sequence(Path folder, Random random) throws IOException {
      Files.createDirectory(folder.resolve("old"));
      Files.createDirectory(folder.resolve("gone"));
      this.random = random;
      this.glob = random.nextBoolean();
      MemoryOutlet outlet = new MemoryOutlet(random, 3);
      this.tailers = Tailers.some(random, folder, outlet, glob ? "*.log" : "a.log");
      this.scene = tailers.first();
      this.log = new ModelLog(random, scene);
      note(glob ? "glob" : "named");
      note(tailers.toString());
    }

    void run() {
      tailers.start();
      int steps = 10 + random.nextInt(40);
      for (int i = 0; i < steps; i++) {
        step();
      }
      tailers.settle();
      scene.surprise(-1, () -> {});
      if (random.nextBoolean()) {
        tailers.crashAll();
        tailers.settle();
      }
      check();
      checkOpenLine();
    }

    private void step() {
      String name = glob && random.nextInt(3) == 0 ? "b.log" : "a.log";
      switch (random.nextInt(28)) {
        case 0, 1, 2 -> note(log.append(name, true));
        case 3 -> note(log.append(name, false));
        case 4 -> rename(name);
        case 5, 6 -> copyAndCut(name);
        case 7 -> cutOrBackUp(name);
        case 8 -> note(log.appendLate());
        case 9, 10 -> note(tailers.disturb());
        case 11 -> pass();
        case 12 -> note(log.appendObject(name));
        case 13, 14 -> ambush(name);
        case 15 -> moveAwayWhileDown(name);
        case 16 -> replace(name);
        case 17 -> changeEnd(name);
        case 18, 19 -> appendUnwritten(name);
        case 20 -> rewriteCopy();
        case 21 -> rotateOften(name);
        case 22 -> rotateFirstFileWhileDown(name);
        case 23 -> firstSeenWithoutBroker(name);
        default -> look();
      }
    }

    private String rotatedName(String name) {
      return ROTATED[random.nextInt(ROTATED.length)].formatted(name) + "%s";
    }

    /** A log that was never seen cannot be recognised by a renamed file of it. */
    private boolean known(String name) {
      if (isStored(name)) {
        return true;
      }
      see();
      return isStored(name);
    }

    private boolean isStored(String name) {
      return scene.outlet.positions.values().stream().anyMatch(p -> p.source().equals(name));
    }

    private void see() {
      tailers.settle();
      note("see");
    }

    /** Under another name that the glob matches, a log is recognised only if it was seen before. */
    private void rename(String name) {
      if (log.has(name) && known(name)) {
        // A second tailer knows a log without a line only by its name.
        boolean inSight = glob && random.nextInt(3) == 0 && (tailers.single() || log.hasLine(name));
        if (inSight) {
          see();
        }
        note(log.rename(name, inSight ? "in%s.log" : rotatedName(name)));
      }
    }

    /** A first start that is killed before anything is stored counts as none. */
    private void begun() {
      if (scene.outlet.entries.isEmpty()) {
        see();
      }
    }

    /** Rotates a log several times between two looks: no tailer sees the files in between. */
    private void rotateOften(String name) {
      begun();
      if (log.has(name)) {
        for (int i = 1 + random.nextInt(3); i >= 0; i--) {
          note(log.rename(name, name + ".%s"));
          note(log.append(name, true));
        }
      }
    }

    /** Kills the tailers before the first slice of a log, or in their starts, and rotates it. */
    private void rotateFirstFileWhileDown(String name) {
      begun();
      if (!log.has(name)) {
        note(log.append(name, true));
      }
      if (!tailers.away()) {
        tailers.restartAll();
        note("claimed");
      }
      for (int i = random.nextInt(3); i > 0; i--) {
        tailers.round();
      }
      rotateWhileDown(name);
    }

    /** A log begins, and is rotated, while nothing can be stored. */
    private void firstSeenWithoutBroker(String name) {
      tailers.settle();
      if (!log.has(name)) {
        tailers.goAway();
        note("away, " + log.append(name, true));
        look();
        rotateWhileDown(name);
        tailers.settle();
      }
    }

    private void rotateWhileDown(String name) {
      tailers.crashAll();
      note("crash");
      if (random.nextBoolean()) {
        note(log.copy(name, name + ".%s"));
        note(log.cut(name));
      } else {
        note(log.rename(name, name + ".%s"));
      }
      note(log.append(name, true));
    }

    private void copyAndCut(String name) {
      if (log.has(name) && known(name)) {
        note(log.copy(name, rotatedName(name)));
        if (random.nextInt(4) == 0) {
          look();
        }
        if (random.nextInt(4) == 0) {
          note(log.append(name, true));
        }
        note(log.cut(name));
        if (random.nextBoolean()) {
          note(log.append(name, random.nextBoolean()));
        }
      }
    }

    /** Rotates a log in the midst of a start, a takeover or a round. */
    private void ambush(String name) {
      boolean starts = random.nextInt(3) > 0;
      // A start reads the clock once, then before it resumes each generation.
      int looks = starts ? 1 + random.nextInt(3) : random.nextInt(8);
      boolean copied = random.nextInt(3) > 0;
      String to = rotatedName(name);
      note("ambush " + looks);
      scene.surprise(
          looks,
          () -> {
            if (log.has(name) && isStored(name)) {
              note(copied ? log.copy(name, to) : log.rename(name, to));
              note(copied ? log.cut(name) : "");
              note(log.append(name, true));
            }
          });
      if (starts) {
        note(log.append(name, true));
        tailers.restartAll();
      }
    }

    /** Puts a longer file with the same content in the place of a log that was read. */
    private void replace(String name) {
      if (log.hasLine(name)) {
        see();
        if (log.endsWithItsPosition(name)) {
          note(log.replace(name));
          if (random.nextBoolean()) {
            tailers.restartAll();
          }
          // A file that is replaced and cut between two looks is another log.
          see();
        }
      }
    }

    /** Takes an unfinished line back or writes it anew, while a tailer runs or none does. */
    private void changeEnd(String name) {
      note(log.append(name, true));
      note(log.append(name, false));
      scene.surprise(-1, () -> {});
      see();
      if (log.mayChangeItsEnd(name)) {
        if (random.nextInt(3) == 0) {
          tailers.crashAll();
        }
        note(log.changeEnd(name));
      }
    }

    /** The size of the log grows before its text. */
    private void appendUnwritten(String name) {
      if (log.has(name)) {
        scene.surprise(-1, () -> {});
        note(log.appendUnwritten(name, this::look));
      }
    }

    /** A copy that was read is written anew with its own content. */
    private void rewriteCopy() {
      scene.surprise(-1, () -> {});
      see();
      note(log.rewriteCopy(this::look));
      see();
    }

    /** Moves a log out of all folders that a tailer looks into, with lines that none has read. */
    private void moveAwayWhileDown(String name) {
      if (log.has(name) && known(name)) {
        tailers.crashAll();
        note(log.append(name, true));
        note(log.moveAway(name, "gone/"));
      }
    }

    private void cutOrBackUp(String name) {
      if (log.has(name) && known(name)) {
        if (random.nextBoolean()) {
          note(log.copy(name, rotatedName(name)));
          return;
        }
        note(log.cut(name));
        if (random.nextBoolean()) {
          // Rewritten in place: no tailer looks in between.
          note(log.append(name, random.nextBoolean()));
        }
      }
    }

    private void pass() {
      long millis =
          switch (random.nextInt(6)) {
            case 0 -> 400_000;
            case 1, 2 -> OPEN_LINE_MILLIS;
            default -> random.nextInt(3000);
          };
      note("pass " + millis);
      scene.pass(millis);
    }

    private void look() {
      int rounds = random.nextInt(5);
      note("rounds " + rounds);
      for (int i = 0; i < rounds; i++) {
        scene.pass(random.nextInt(300));
        tailers.round();
      }
    }

    private void note(String action) {
      if (!action.isEmpty()) {
        history.add(action);
      }
    }

    /** Checks that the unterminated line of a log at its own path arrives, then what follows. */
    private void checkOpenLine() {
      if (log.unfinished("a.log").isEmpty() || !log.hasLine("a.log")) {
        return;
      }
      scene.pass(OPEN_LINE_MILLIS);
      tailers.settle();
      assertThat(scene.received().unterminated())
          .as("open after %s", history)
          .contains(log.unfinished("a.log"));
      if (random.nextBoolean()) {
        tailers.crashAll();
      }
      note(log.append("a.log", true));
      tailers.settle();
      check();
    }

    /** The lines of a file that was begun arrive before those of the next files. */
    private void checkOrder(List<List<String>> files) {
      Map<String, Integer> arrivals = arrivals();
      List<List<Integer>> times =
          files.stream()
              .map(file -> file.stream().map(arrivals::get).filter(Objects::nonNull).toList())
              .filter(file -> !file.isEmpty())
              .toList();
      for (int next = 1; next < times.size(); next++) {
        int begun = Collections.min(times.get(next));
        for (List<Integer> before : times.subList(0, next)) {
          boolean split = Collections.min(before) < begun && Collections.max(before) > begun;
          assertThat(split).as("%s around %s after %s", before, begun, history).isFalse();
        }
      }
    }

    private Map<String, Integer> arrivals() {
      Map<String, Integer> arrivals = new HashMap<>();
      for (MemoryOutlet.Arrived one : scene.outlet.slices) {
        Matcher line = NUMBER.matcher(new String(one.slice().bytes(), UTF_8));
        while (line.find()) {
          arrivals.putIfAbsent(line.group(1), arrivals.size());
        }
      }
      return arrivals;
    }

    private void check() {
      List<String> arrived =
          scene.received().joined().stream().filter(ModelLog::isNumbered).toList();
      for (ModelLog.WrittenFile file : log.files()) {
        Set<String> all = new HashSet<>(log.lines(file));
        List<String> got = arrived.stream().filter(all::contains).toList();
        List<String> missing = new ArrayList<>(log.required(file));
        missing.removeAll(got);
        assertThat(missing).as("missing after %s", history).isEmpty();
        assertThat(got).as("twice after %s", history).doesNotHaveDuplicates();
        List<String> inOrder = log.lines(file).stream().filter(got::contains).toList();
        assertThat(got).as("in order after %s", history).isEqualTo(inOrder);
      }
      log.rotations().forEach(this::checkOrder);
      if (log.lostWhileDown(arrived)) {
        assertThat(scene.received().lost()).as("a gap after %s", history).isPositive();
      }
      assertThat(scene.received().unterminated())
          .as("in parts after %s", history)
          .allMatch(log::wasUnfinished);
    }
  }
}
