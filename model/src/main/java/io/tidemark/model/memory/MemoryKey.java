package io.tidemark.model.memory;

import io.tidemark.model.log.RunId;
import java.util.Comparator;

/**
 * One memory of one device in one run, ordered by these parts.
 *
 * @param device rank or mesh device if the log names one, else {@code "0"}
 * @param memory an open set: {@code DRAM}, {@code L1}, {@code L1_SMALL}, {@code TRACE}, {@code
 *     LMEM}…
 */
public record MemoryKey(RunId run, String device, String memory) implements Comparable<MemoryKey> {

  private static final Comparator<MemoryKey> ORDER =
      Comparator.comparing(MemoryKey::run)
          .thenComparing(MemoryKey::device)
          .thenComparing(MemoryKey::memory);

  @Override
  public int compareTo(MemoryKey other) {
    return ORDER.compare(this, other);
  }
}
