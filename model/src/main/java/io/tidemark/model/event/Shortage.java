package io.tidemark.model.event;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.annotation.OptBoolean;
import io.tidemark.model.ByteSize;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The figures of a failed allocation.
 *
 * @param banks number of banks of the memory
 * @param neededBytes the whole request over all banks; {@code null} if unknown
 * @param bank the figures of one bank
 * @param held who holds the memory of all banks, as far as the log states it
 */
public record Shortage(
    int banks,
    @Nullable Long neededBytes,
    @JsonUnwrapped BankBytes bank,
    @JsonProperty(isRequired = OptBoolean.FALSE) @JsonInclude(JsonInclude.Include.NON_EMPTY)
        @Nullable List<Holder> held) {

  public Shortage {
    neededBytes = ByteSize.known(neededBytes);
    held = held == null ? List.of() : List.copyOf(held);
  }

  @Override
  public List<Holder> held() {
    return held == null ? List.of() : held;
  }

  /** The figures alone, by which stored states name a failure: who holds it may be cut. */
  @Override
  public String toString() {
    return "Shortage[banks=%d, neededBytes=%s, bank=%s]".formatted(banks, neededBytes, bank);
  }

  /** Creates one of which no holder is known. */
  public Shortage(int banks, @Nullable Long neededBytes, BankBytes bank) {
    this(banks, neededBytes, bank, List.of());
  }

  /** Creates the figures of a memory without banks. */
  public static Shortage ofOneBank(BankBytes bank) {
    return new Shortage(1, bank.neededPerBank(), bank);
  }
}
