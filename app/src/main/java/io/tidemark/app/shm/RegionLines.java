package io.tidemark.app.shm;

import io.tidemark.app.shm.RegionLines.DeviceRegion.Use;
import io.tidemark.model.ByteSize;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
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

  /** Whether the last look found no region. */
  public boolean isEmpty() {
    return seen.isEmpty();
  }

  /** One line about a folder without a region. */
  public String absence(boolean once) {
    return "tidemark: no %s in %s%s"
        .formatted(NAMES, folder, once ? "" : ": waiting for a program that opens a device");
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

  /**
   * What tt-metal states of one device in shared memory, in bytes: its struct {@code
   * DeviceMemoryRegion} of the layout versions 3 and 4 (tenstorrent/tt-metal,
   * memory_stats_shm.hpp), as a compiler lays it out on x86-64 and AArch64, little endian.
   *
   * @param uses by chip, else of the device if it names no chip, then by process
   * @param processes by their number in the system: the name of each in {@code uses}
   */
  record DeviceRegion(Map<Use, Long> uses, Map<Integer, String> processes) {

    /** Bytes of the struct up to the end of what version 3 states. */
    static final int BYTES = 8536;

    private static final String[] MEMORIES = {"DRAM", "L1", "L1_SMALL", "TRACE", "CB"};
    private static final int DEVICE = 40;
    private static final int TOTALS = 48;
    private static final int CHIPS = 88;
    private static final int CHIP_BYTES = 48;
    private static final int PROCESSES = 856;
    private static final int PROCESS_BYTES = 120;
    private static final int NAME = 56;
    private static final int NO_CHIP = -1;

    /**
     * A user of a memory.
     *
     * @param device a chip, or a chip and a process as {@code 0/python:77}
     */
    record Use(String device, String memory) {}

    /**
     * Reads a region.
     *
     * @throws IllegalArgumentException for another layout, with what was found and what is allowed
     */
    static DeviceRegion of(byte[] region) {
      ByteBuffer bytes = ByteBuffer.wrap(region).order(ByteOrder.LITTLE_ENDIAN);
      int version = region.length < Integer.BYTES ? 0 : bytes.getInt(0);
      if (version < 3 || version > 4 || region.length < BYTES) {
        throw new IllegalArgumentException(
            "layout version %d with %,d bytes: want 3 or 4 with at least %,d"
                .formatted(version, region.length, BYTES));
      }
      String device = Integer.toUnsignedString(bytes.getInt(DEVICE));
      Map<Use, Long> uses = new LinkedHashMap<>();
      for (int at = CHIPS; at < PROCESSES; at += CHIP_BYTES) {
        if (bytes.getInt(at) != NO_CHIP) {
          add(bytes, at + Long.BYTES, Integer.toUnsignedString(bytes.getInt(at)), uses);
        }
      }
      if (uses.isEmpty()) {
        add(bytes, TOTALS, device, uses);
      }
      Map<Integer, String> processes = new LinkedHashMap<>();
      for (int at = PROCESSES; at < BYTES; at += PROCESS_BYTES) {
        int pid = bytes.getInt(at);
        if (pid > 0) {
          String name = "%s/%s:%d".formatted(device, name(region, at + NAME), pid);
          processes.put(pid, name);
          add(bytes, at + Long.BYTES, name, uses);
        }
      }
      return new DeviceRegion(uses, processes);
    }

    private static void add(ByteBuffer bytes, int at, String device, Map<Use, Long> uses) {
      for (int i = 0; i < MEMORIES.length; i++) {
        uses.put(new Use(device, MEMORIES[i]), bytes.getLong(at + i * Long.BYTES));
      }
    }

    private static String name(byte[] region, int at) {
      String name = new String(region, at, PROCESS_BYTES - NAME, StandardCharsets.ISO_8859_1);
      String printed = name.substring(0, (name + '\0').indexOf('\0')).replaceAll("[^\\w-]+", "-");
      return printed.isEmpty() ? "process" : printed;
    }
  }
}
