package io.tidemark.model.event;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.tidemark.model.ByteSize;
import org.jspecify.annotations.Nullable;

/**
 * The figures of a failed allocation.
 *
 * @param banks number of banks of the memory
 * @param neededBytes the whole request over all banks; {@code null} if unknown
 * @param bank the figures of one bank
 */
public record Shortage(int banks, @Nullable Long neededBytes, @JsonUnwrapped BankBytes bank) {

  public Shortage {
    neededBytes = ByteSize.known(neededBytes);
  }

  /** Creates the figures of a memory without banks. */
  public static Shortage ofOneBank(BankBytes bank) {
    return new Shortage(1, bank.neededPerBank(), bank);
  }
}
