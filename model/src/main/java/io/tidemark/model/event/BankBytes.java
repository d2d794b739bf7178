package io.tidemark.model.event;

import io.tidemark.model.ByteSize;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Bytes of one bank at a failed allocation: needed and available; {@code null} for figures that the
 * log does not state.
 *
 * @param bankBytes size of the bank
 * @param freePerBank free bytes; if two regions clash, those below the buffer in the way
 */
public record BankBytes(
    @Nullable Long neededPerBank,
    @Nullable Long bankBytes,
    @Nullable Long usedPerBank,
    @Nullable Long freePerBank,
    @Nullable Long largestFreePerBank) {

  public BankBytes {
    neededPerBank = ByteSize.known(neededPerBank);
    bankBytes = ByteSize.known(bankBytes);
    usedPerBank = ByteSize.known(usedPerBank);
    freePerBank = ByteSize.known(freePerBank);
    largestFreePerBank = ByteSize.known(largestFreePerBank);
  }

  /** Creates figures from a parser, where a negative value is unknown. */
  public static BankBytes stated(
      long needed, long bankBytes, long used, long free, long largestFree) {
    return new BankBytes(needed, bankBytes, used, free, largestFree);
  }

  /** Creates the figures of a request and of its memory, which has one bank. */
  public static BankBytes of(long needed, MemoryView memory) {
    return new BankBytes(
        needed,
        memory.capacityBytes(),
        memory.usedBytes(),
        memory.freeBytes(),
        memory.largestFreeBytes());
  }

  /** Creates figures of which only the request is known. */
  public static BankBytes needed(long bytes) {
    return stated(bytes, -1, -1, -1, -1);
  }

  /** Number of figures that the log states. */
  long figures() {
    return Stream.of(neededPerBank, bankBytes, usedPerBank, freePerBank, largestFreePerBank)
        .filter(Objects::nonNull)
        .count();
  }
}
