package io.tidemark.model;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The memory that a plan places its buffers in.
 *
 * @param memory its name, see {@link MemoryKey}
 * @param capacityBytes its size; 0 when the log does not say
 * @param bankBytes size of each of its banks; 0 when unknown
 * @param banksUsed banks that any placed buffer touches; 0 when their size is unknown
 * @param givenBytes its size as the user gives it; {@code null} when not given or not its own
 */
public record PlanSpace(
    String memory, long capacityBytes, long bankBytes, int banksUsed, @Nullable Long givenBytes) {
  public PlanSpace {
    Objects.requireNonNull(memory, "memory");
  }

  /** Of a memory whose size is the log's alone. */
  public PlanSpace(String memory, long capacityBytes, long bankBytes, int banksUsed) {
    this(memory, capacityBytes, bankBytes, banksUsed, null);
  }

  /** Its size: the log's, else the given one; 0 when neither is known. */
  public long sizeBytes() {
    return capacityBytes > 0 || givenBytes == null ? capacityBytes : givenBytes;
  }

  /** The same memory, of which the user gives the size. */
  public PlanSpace given(long bytes) {
    return new PlanSpace(memory, capacityBytes, bankBytes, banksUsed, bytes);
  }
}
