package io.tidemark.model.plan;

import io.tidemark.model.memory.MemoryKey;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The memory in which a plan places its buffers.
 *
 * @param memory its name, see {@link MemoryKey}
 * @param capacityBytes its size; 0 if the log does not state it
 * @param bankBytes size of each bank; 0 if unknown
 * @param banksUsed number of banks that placed buffers touch; 0 if their size is unknown
 * @param givenBytes size given by the user; {@code null} if not given or not applicable
 */
public record PlanSpace(
    String memory, long capacityBytes, long bankBytes, int banksUsed, @Nullable Long givenBytes) {

  /** The local memory of each lane of a chip. */
  public static final String LANE = "LMEM";

  /** The memory of the machine, which is no device's. */
  public static final String HOST = "HOST";

  /** A memory of a device of which a text names none. */
  public static final String DEVICE = "DEVICE";

  /** The main memory of a platform that the log does not name. */
  public static final String UNNAMED = "DEFAULT";

  private static final Set<String> OF_DEVICE =
      Set.of(
          "HBM",
          "DRAM",
          "ARENA",
          "GMEM",
          UNNAMED,
          DEVICE,
          "VRAM",
          "UNIFIED",
          "DEVICE_LOCAL",
          "NPU");

  /** Creates a memory without a given size. */
  public PlanSpace(String memory, long capacityBytes, long bankBytes, int banksUsed) {
    this(memory, capacityBytes, bankBytes, banksUsed, null);
  }

  /** Whether figures are of one lane, within whose size a compiler places every buffer. */
  public boolean perLane() {
    return memory.equals(LANE);
  }

  /** Whether it is the memory that the size of a device means. */
  public boolean ofDevice() {
    return ofDevice(memory);
  }

  /** Whether the memory of this name is the one that the size of a device means. */
  public static boolean ofDevice(String memory) {
    return OF_DEVICE.contains(memory);
  }

  /** Size of the memory: from the log, else as given; 0 if neither is known. */
  public long sizeBytes() {
    return capacityBytes > 0 || givenBytes == null ? capacityBytes : givenBytes;
  }

  /** A copy with a size given by the user. */
  public PlanSpace given(long bytes) {
    return new PlanSpace(memory, capacityBytes, bankBytes, banksUsed, bytes);
  }
}
