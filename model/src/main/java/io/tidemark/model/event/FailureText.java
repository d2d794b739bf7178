package io.tidemark.model.event;

import io.tidemark.model.ByteSize;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A failed allocation in words, the same on every surface. Figures are over all banks; those of one
 * bank follow in brackets where they matter.
 */
public final class FailureText {

  private FailureText() {}

  /** The memory, and the device where it is not the only one's usual number: {@code DRAM}. */
  public static String place(String memory, String device) {
    return place(memory, device, false);
  }

  /**
   * As {@link #place(String, String)}.
   *
   * @param several whether other devices are named beside it, so that device 0 is named, too
   */
  public static String place(String memory, String device, boolean several) {
    return device.equals("0") && !several ? memory : memory + " of device " + device;
  }

  /** Place and reason in one sentence. */
  public static String sentence(FailedAllocation failed) {
    return sentence(failed, false);
  }

  /**
   * As {@link #sentence(FailedAllocation)}.
   *
   * @param several whether other devices are named beside it, so that device 0 is named, too
   */
  public static String sentence(FailedAllocation failed, boolean several) {
    return place(failed.memory(), failed.device(), several) + ": " + why(failed);
  }

  /** Who needed how much, what there was for it, and the diagnosis. */
  public static String why(FailedAllocation failed) {
    String during = failed.during();
    String who =
        during == null
            ? "An allocation"
            : during.startsWith("(") ? "An allocation " + during : during;
    String where = failed.source() == null ? Objects.requireNonNullElse(failed.where(), "") : "";
    // What a request was for is in the words of a message's row, and the reason behind a colon.
    boolean purpose = where.startsWith("for ");
    int reason = purpose ? where.indexOf(": ") : -1;
    String place = reason < 0 ? where : where.substring(0, reason);
    String subject = who + (purpose ? " " + place : place.isEmpty() ? "" : " on " + legible(place));
    String excess = failed.excess();
    if (excess != null) {
      return subject + " " + excess + (reason < 0 ? "" : where.substring(reason));
    }
    BankBytes bank = failed.bank();
    Long needed = needed(failed);
    int banks = failed.shortage().banks();
    String request =
        needed == null
            ? " failed"
            : " needed "
                + ByteSize.apart(
                    needed,
                    total(bank.freePerBank(), banks),
                    total(bank.largestFreePerBank(), banks),
                    total(bank.bankBytes(), banks));
    String there = String.join(", ", there(bank, banks, needed));
    return subject
        + request
        + (there.isEmpty() ? "" : "; " + there)
        + (reason < 0 ? diagnosis(failed) : where.substring(reason));
  }

  /** A name that was cut ends in a hash, which says nothing to a reader. */
  private static String legible(String name) {
    return name.replaceFirst("~\\p{XDigit}{8}$", "…");
  }

  /** The whole request over all banks. */
  public static @Nullable Long needed(FailedAllocation failed) {
    Long whole = failed.shortage().neededBytes();
    return whole == null ? total(failed.bank().neededPerBank(), failed.shortage().banks()) : whole;
  }

  private static List<String> there(BankBytes bank, int banks, @Nullable Long needed) {
    List<String> there = new ArrayList<>();
    Long free = total(bank.freePerBank(), banks);
    Long largest = total(bank.largestFreePerBank(), banks);
    Long capacity = total(bank.bankBytes(), banks);
    Long used = total(bank.usedPerBank(), banks);
    if (free != null) {
      there.add(ByteSize.apart(free, needed, largest) + " were free");
    }
    if (largest != null) {
      String block = free == null ? "free block " : "block ";
      there.add("the largest " + block + ByteSize.apart(largest, needed, free));
    }
    if (capacity != null && free == null) {
      String of =
          ByteSize.apart(capacity, needed) + (banks > 1 ? " over %d banks".formatted(banks) : "");
      there.add(
          used == null ? "the memory has " + of : ByteSize.text(used) + " of " + of + " used");
    }
    return there;
  }

  private static String diagnosis(FailedAllocation failed) {
    Diagnosis diagnosis = failed.diagnosis();
    if (diagnosis == Diagnosis.UNKNOWN) {
      return ", cause unknown";
    }
    Long excess = diagnosis == Diagnosis.BUFFERS_CLASH ? diagnosis.missing(failed.bank()) : null;
    String more = excess == null ? "" : ", " + ByteSize.text(excess) + " too much";
    return ": " + diagnosis.words() + more;
  }

  /**
   * The tensor whose allocation failed, e.g. {@code 1x8x64x128 bf16, 128.0 KiB at model.py:140};
   * else the line of source that allocates; {@code null} if the log shows neither.
   */
  public static @Nullable String what(FailedAllocation failed) {
    FailedTensor tensor = failed.tensor();
    if (tensor == null) {
      return failed.source();
    }
    String shape = tensor.shape().isEmpty() ? "a scalar" : tensor.shape();
    String at = tensor.location() == null ? "" : " at " + tensor.location();
    String unproved = tensor.proved() ? "" : " (the op's only result, of another size)";
    return "%s %s, %s%s%s"
        .formatted(shape, tensor.type(), ByteSize.text(tensor.bytes()), at, unproved);
  }

  /**
   * What would have fitted; {@code null} if the figures do not show it, if the reason states the
   * excess or the advice does, or if little of the request would be left.
   */
  public static @Nullable String fits(FailedAllocation failed) {
    Long missing = missing(failed);
    Long needed = failed.bank().neededPerBank();
    boolean stated =
        failed.excess() != null
            || failed.diagnosis() == Diagnosis.BUFFERS_CLASH
            || failed.diagnosis() == Diagnosis.TRACE_REGION_TOO_SMALL;
    if (missing == null || needed == null || stated || missing <= 0 || missing > needed / 2) {
      return null;
    }
    int banks = failed.shortage().banks();
    String advice = failed.advice();
    if (advice != null && advice.contains(ByteSize.text(missing * banks))) {
      return null;
    }
    String perBank = banks > 1 ? " (%s per bank)".formatted(ByteSize.text(missing)) : "";
    String less = "with %s less%s".formatted(ByteSize.text(missing * banks), perBank);
    return failed.diagnosis() == Diagnosis.FRAGMENTED
        ? less + ", or with the free bytes in one piece"
        : less;
  }

  /** What would have had to be less: a request goes into one block, however much is free. */
  private static @Nullable Long missing(FailedAllocation failed) {
    BankBytes bank = failed.bank();
    Long block = bank.largestFreePerBank() == null ? bank.freePerBank() : bank.largestFreePerBank();
    Long needed = bank.neededPerBank();
    boolean inOneBlock =
        failed.diagnosis() == Diagnosis.LARGER_THAN_AN_EMPTY_BANK
            || failed.diagnosis() == Diagnosis.NOT_ENOUGH_FREE;
    return inOneBlock && needed != null && block != null
        ? Long.valueOf(needed - block)
        : failed.diagnosis().missing(bank);
  }

  private static @Nullable Long total(@Nullable Long perBank, int banks) {
    return perBank == null
        ? null
        : perBank > Long.MAX_VALUE / banks ? Long.MAX_VALUE : perBank * banks;
  }
}
