package io.tidemark.ingest.follow;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The tailer against a model, over random sequences of what writers, rotators and crashes do. Each
 * line is numbered. At the end every complete line must have arrived once, by generation and
 * offset, and those of one file in order. Excused is only what nobody can promise: a line cut away
 * before the broker had it, and, though it may come, a line that never got its end.
 */
class TailerModelTest {

  private static final int SEQUENCES = Integer.getInteger("tidemark.sequences", 2000);

  @TempDir Path folder;

  @Test
  void everyCompleteLineArrivesOnceWhateverHappens() throws IOException {
    long first = Long.getLong("tidemark.seed", System.nanoTime());
    for (long seed = first; seed < first + SEQUENCES; seed++) {
      Path own = Files.createDirectory(folder.resolve("s" + (seed - first)));
      try {
        new Sequence(own, new Random(seed)).run();
      } catch (RuntimeException | AssertionError e) {
        throw new AssertionError("with -Dtidemark.seed=" + seed + ": " + e.getMessage(), e);
      }
      delete(own);
    }
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(folder);
  }

  /** One file of the model, by its life and not by its name. */
  private static final class ModelFile {
    private final List<String> lines = new ArrayList<>();
    private String unfinished = "";
  }

  private static final class Sequence {
    private final Random random;
    private final Scene scene;
    private final boolean glob;
    private final List<ModelFile> files = new ArrayList<>();
    private final Map<String, ModelFile> byName = new HashMap<>();
    private final Set<String> excused = new HashSet<>();
    private final List<String> history = new ArrayList<>();
    private int written;
    private int rotated;

    Sequence(Path folder, Random random) {
      this.random = random;
      this.glob = random.nextBoolean();
      MemoryOutlet outlet = new MemoryOutlet(random, 3);
      this.scene = new Scene(folder, outlet, glob ? "*.log" : "a.log");
    }

    void run() {
      scene.start();
      int steps = 10 + random.nextInt(30);
      for (int i = 0; i < steps; i++) {
        step();
      }
      if (!scene.running()) {
        scene.start();
      }
      scene.quiet().crash();
      check();
    }

    private void step() {
      String name = glob && random.nextInt(3) == 0 ? "b.log" : "a.log";
      switch (random.nextInt(12)) {
        case 0, 1, 2 -> append(name, true);
        case 3 -> append(name, false);
        case 4 -> rotate(name);
        case 5 -> cut(name);
        case 6 -> stopOrStart();
        default -> poll();
      }
    }

    /** A line shows by its last character that it is whole. */
    private void append(String name, boolean whole) {
      ModelFile file = byName.computeIfAbsent(name, n -> newFile());
      StringBuilder text = new StringBuilder();
      for (int i = random.nextInt(3); i >= 0; i--) {
        text.append("line ").append(written++).append("-".repeat(random.nextInt(60))).append("$\n");
      }
      if (!whole) {
        text.setLength(1 + random.nextInt(text.length() - 1));
      }
      note("append " + name + " " + text.length());
      scene.write(name, text.toString());
      String all = file.unfinished + text;
      int end = all.lastIndexOf('\n') + 1;
      all.substring(0, end).lines().forEach(file.lines::add);
      file.unfinished = all.substring(end);
    }

    private ModelFile newFile() {
      ModelFile file = new ModelFile();
      files.add(file);
      return file;
    }

    /**
     * Out of the glob a log goes unseen only when the birth of an earlier life of it is known, and
     * comes anew at once, as by a rotation.
     */
    private void rotate(String name) {
      ModelFile file = byName.get(name);
      if (file == null) {
        return;
      }
      boolean inSight = glob && random.nextBoolean();
      boolean unseen = !inSight && random.nextBoolean() && birthKnown(name);
      if (!unseen) {
        if (!scene.running()) {
          return;
        }
        note("see");
        scene.quiet();
      }
      String to = inSight ? "old" + rotated++ + ".log" : name + "." + rotated++;
      note("rotate " + name + " to " + to);
      scene.move(name, to);
      byName.remove(name);
      byName.put(to, file);
      if (unseen) {
        append(name, true);
      }
    }

    private boolean birthKnown(String source) {
      return scene.outlet.positions.values().stream()
          .anyMatch(p -> p.source().equals(source) && p.bornNanos() > 0);
    }

    private void cut(String name) {
      ModelFile file = byName.get(name);
      if (file == null) {
        return;
      }
      Set<String> arrived = new HashSet<>(scene.received().lines());
      file.lines.stream().filter(line -> !arrived.contains(line)).forEach(excused::add);
      note("cut " + name);
      scene.rewrite(name, "");
      byName.put(name, newFile());
      file.unfinished = "";
      append(name, random.nextBoolean());
    }

    private void stopOrStart() {
      if (!scene.running()) {
        note("start");
        scene.start();
      } else if (random.nextBoolean()) {
        note("crash");
        scene.crash();
      } else {
        note("stop");
        scene.stop();
      }
    }

    private void poll() {
      int rounds = random.nextInt(5);
      note("rounds " + rounds);
      for (int i = 0; scene.running() && i < rounds; i++) {
        scene.pass(random.nextInt(300));
        scene.round();
      }
    }

    private void note(String action) {
      history.add(action);
    }

    private void check() {
      List<String> arrived = scene.received().lines();
      for (ModelFile file : files) {
        List<String> required = new ArrayList<>(file.lines);
        required.removeAll(excused);
        List<String> got = arrived.stream().filter(file.lines::contains).toList();
        List<String> inOrderOnce = file.lines.stream().filter(got::contains).toList();
        assertThat(required).as("arrive after %s", history).isSubsetOf(got);
        assertThat(got).as("arrive after %s", history).isEqualTo(inOrderOnce);
      }
    }
  }
}
