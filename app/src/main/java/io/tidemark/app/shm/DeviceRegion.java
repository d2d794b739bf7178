package io.tidemark.app.shm;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What tt-metal states of one device in shared memory, in bytes: its struct {@code
 * DeviceMemoryRegion} of the layout versions 3 and 4 (tenstorrent/tt-metal, memory_stats_shm.hpp),
 * as a compiler lays it out on x86-64 and AArch64, little endian.
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
