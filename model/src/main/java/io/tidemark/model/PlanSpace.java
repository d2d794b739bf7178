package io.tidemark.model;

import java.util.Objects;

/**
 * The memory that a plan places its buffers in.
 *
 * @param memory its name, see {@link MemoryKey}
 * @param capacityBytes its size; 0 when the log does not say
 * @param bankBytes size of each of its banks; 0 when unknown
 * @param banksUsed banks that any placed buffer touches; 0 when their size is unknown
 */
public record PlanSpace(String memory, long capacityBytes, long bankBytes, int banksUsed) {
  public PlanSpace {
    Objects.requireNonNull(memory, "memory");
  }
}
