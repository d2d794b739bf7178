package io.tidemark.model.event;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.annotation.OptBoolean;
import io.tidemark.model.plan.PlanSpace;
import org.jspecify.annotations.Nullable;

/**
 * An allocation that failed: the request, and what was there for it.
 *
 * @param where cores, program or mesh, or behind {@value #AT} the line of source, if the log states
 *     it
 * @param during the running op, if the log states it
 * @param tensor the tensor that was to be allocated, if the log shows it
 * @param advice what the message itself, or who knows its program, says to do; {@code null} where
 *     only the figures say it
 */
public record FailedAllocation(
    String device,
    String memory,
    @JsonUnwrapped Shortage shortage,
    Diagnosis diagnosis,
    @Nullable String where,
    @Nullable String during,
    @JsonProperty(isRequired = OptBoolean.FALSE) @Nullable FailedTensor tensor,
    @JsonProperty(isRequired = OptBoolean.FALSE) @Nullable String advice) {

  private static final String AT = "at ";

  /** Creates one whose tensor is unknown, and that says nothing of what to do. */
  public FailedAllocation(
      String device,
      String memory,
      Shortage shortage,
      Diagnosis diagnosis,
      @Nullable String where,
      @Nullable String during) {
    this(device, memory, shortage, diagnosis, where, during, null, null);
  }

  /** Creates one in a memory without banks, whose figures say why it failed. */
  public static FailedAllocation of(
      String device,
      String memory,
      BankBytes figures,
      @Nullable String where,
      @Nullable String during) {
    return new FailedAllocation(
        device, memory, Shortage.ofOneBank(figures), Diagnosis.of(figures), where, during);
  }

  /** A copy with a running op, which a later line states. */
  public FailedAllocation during(String op) {
    return new FailedAllocation(device, memory, shortage, diagnosis, where, op, tensor, advice);
  }

  /** A copy with the line of source that allocates. */
  public FailedAllocation at(String source) {
    return new FailedAllocation(
        device, memory, shortage, diagnosis, AT + source, during, tensor, advice);
  }

  /** The line of source that allocates; {@code null} if the log does not show it. */
  public @Nullable String source() {
    return where != null && where.startsWith(AT) ? where.substring(AT.length()) : null;
  }

  /** A copy with more figures, and what they show. */
  public FailedAllocation with(Shortage figures, Diagnosis cause) {
    return new FailedAllocation(device, memory, figures, cause, where, during, tensor, advice);
  }

  /**
   * A copy with the figures, the op and the place of another text of it, where this states none.
   */
  public FailedAllocation withMoreOf(FailedAllocation again) {
    boolean fuller =
        diagnosis == Diagnosis.UNKNOWN
            && (again.diagnosis != Diagnosis.UNKNOWN || again.bank().figures() > bank().figures());
    return new FailedAllocation(
        device,
        memory,
        fuller ? again.shortage : shortage,
        fuller ? again.diagnosis : diagnosis,
        where == null ? again.where : where,
        during == null ? again.during : during,
        tensor,
        advice == null ? again.advice : advice);
  }

  public FailedAllocation of(@Nullable FailedTensor failed) {
    return new FailedAllocation(device, memory, shortage, diagnosis, where, during, failed, advice);
  }

  /** A copy for a log whose op lines say what runs: a program that the error names is a place. */
  public FailedAllocation whileRunning(@Nullable String running) {
    String place = where == null ? during : where;
    return new FailedAllocation(
        device, memory, shortage, diagnosis, place, running, tensor, advice);
  }

  /** A copy with what to do. */
  public FailedAllocation advised(@Nullable String words) {
    return new FailedAllocation(device, memory, shortage, diagnosis, where, during, tensor, words);
  }

  /** The figures of one bank. */
  public BankBytes bank() {
    return shortage.bank();
  }

  /** Whether the log states none of its figures. */
  @JsonIgnore
  public boolean isUnsized() {
    BankBytes bank = bank();
    return shortage.neededBytes() == null
        && bank.neededPerBank() == null
        && bank.bankBytes() == null
        && bank.freePerBank() == null;
  }

  /**
   * Whether this failure without figures may be the other one, which names its memory more exactly.
   */
  public boolean mayBe(FailedAllocation other) {
    return memory.equals(other.memory) || memory.equals(PlanSpace.DEVICE);
  }

  /** Whether both state the same failure, one of them perhaps with fewer figures. */
  public boolean repeats(FailedAllocation other) {
    return device.equals(other.device)
        && memory.equals(other.memory)
        && agree(where, other.where)
        && shortage.banks() == other.shortage.banks()
        && agree(shortage.neededBytes(), other.shortage.neededBytes())
        && agree(bank().neededPerBank(), other.bank().neededPerBank())
        && agree(bank().bankBytes(), other.bank().bankBytes())
        && agree(bank().usedPerBank(), other.bank().usedPerBank())
        && agree(bank().freePerBank(), other.bank().freePerBank());
  }

  private static boolean agree(@Nullable Object one, @Nullable Object other) {
    return one == null || other == null || one.equals(other);
  }

  /**
   * Describes the need if it exceeds a memory without banks; {@code null} for all other failures.
   */
  public @Nullable String excess() {
    Long needed = bank().neededPerBank();
    Long capacity = bank().bankBytes();
    return needed != null && capacity != null && needed > capacity && shortage.banks() == 1
        ? Excess.text(needed, capacity, memory)
        : null;
  }
}
