package io.tidemark.app.shm;

import io.tidemark.app.shm.DeviceRegion.Use;
import io.tidemark.model.ByteSize;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The regions of all devices as lines of a log, which the messages of {@code tt-shm} read: a line
 * for each figure that changed since the last look, and one for what a reader must know.
 */
public final class RegionLines {

  private static final String NAMES = "tt_device_*_memory";

  private final Path folder;
  private final IntPredicate lives;
  private final Map<String, Seen> seen = new TreeMap<>();

  /**
   * What the last look at a region found.
   *
   * @param wrong why it was not read; {@code null} if it was
   */
  private record Seen(Map<Use, Long> uses, Map<Integer, String> dead, @Nullable String wrong) {
    static final Seen NOTHING = new Seen(Map.of(), Map.of(), null);
  }

  /**
   * Starts without a look.
   *
   * @param folder of the regions
   * @param lives whether a process of a number is there
   */
  public RegionLines(Path folder, IntPredicate lives) {
    this.folder = folder;
    this.lives = lives;
  }

  /**
   * Looks at all regions.
   *
   * @throws IOException if the folder cannot be listed
   */
  public List<String> look() throws IOException {
    List<String> lines = new ArrayList<>();
    Map<String, Seen> now = new TreeMap<>();
    try (DirectoryStream<Path> regions = Files.newDirectoryStream(folder, NAMES)) {
      for (Path region : regions) {
        String name = String.valueOf(region.getFileName());
        now.put(name, look(region, name, seen.getOrDefault(name, Seen.NOTHING), lines));
      }
    }
    seen.keySet().removeAll(now.keySet());
    seen.keySet().forEach(name -> hint(name + " is gone: its last figures stay", lines));
    seen.clear();
    seen.putAll(now);
    return lines;
  }

  private Seen look(Path file, String name, Seen before, List<String> lines) {
    DeviceRegion region;
    try {
      region = DeviceRegion.of(Files.readAllBytes(file));
    } catch (IOException | IllegalArgumentException e) {
      String wrong = "%s is not read: %s".formatted(name, e.getMessage());
      if (!wrong.equals(before.wrong)) {
        hint(wrong, lines);
      }
      return new Seen(before.uses, before.dead, wrong);
    }
    Map<Use, Long> uses = new LinkedHashMap<>();
    // The bytes of a process that left are nobody's.
    before.uses.keySet().forEach(use -> uses.put(use, 0L));
    uses.putAll(region.uses());
    uses.forEach(
        (use, bytes) -> {
          if (!Objects.equals(bytes, before.uses.getOrDefault(use, 0L))) {
            lines.add(
                "tt-shm: device=%s memory=%s used=%d"
                    .formatted(use.device(), use.memory(), Math.max(0, bytes)));
          }
        });
    Map<Integer, String> dead = new TreeMap<>(region.processes());
    dead.keySet().removeIf(lives::test);
    dead.forEach(
        (pid, process) -> {
          if (!before.dead.containsKey(pid)) {
            String held = ByteSize.text(held(region, process));
            hint("process %s is dead and holds %s".formatted(process, held), lines);
          }
        });
    uses.keySet().retainAll(region.uses().keySet());
    return new Seen(uses, dead, null);
  }

  private static long held(DeviceRegion region, String process) {
    return region.uses().entrySet().stream()
        .filter(use -> use.getKey().device().equals(process))
        .mapToLong(Map.Entry::getValue)
        .sum();
  }

  private static void hint(String what, List<String> lines) {
    lines.add("tt-shm: warning: " + what);
  }
}
