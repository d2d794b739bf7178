package io.tidemark.sink.answer;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.tidemark.model.ByteSize;
import io.tidemark.model.event.FailureText;
import io.tidemark.model.log.RunId;
import io.tidemark.model.memory.MemoryKey;
import io.tidemark.model.memory.MemoryUsage;
import io.tidemark.sink.verdict.PlanOrder.NamedPlan;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A memory, how full it is, and what is needed of it.
 *
 * @param usedBytes the newest use; {@code null} if none is known
 * @param peakBytes the highest use, or what a plan needs; 0 if neither is known
 * @param neededBytes what a plan needs, or the allocation that failed; {@code null} if none did
 * @param capacityBytes 0 if unknown
 * @param isOneOfSeveral whether the run has other devices, so that device 0 is named, too
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Fullness(
    String device,
    String memory,
    @Nullable Long usedBytes,
    long peakBytes,
    @Nullable Long neededBytes,
    long capacityBytes,
    @JsonIgnore boolean isOneOfSeveral) {

  /** The device of plans and trainings, which name none. */
  public static final String PLANNED = "0";

  /** A memory in use. */
  public Fullness(
      String device, String memory, long usedBytes, long peakBytes, long capacityBytes) {
    this(device, memory, usedBytes, peakBytes, null, capacityBytes, false);
  }

  /** A memory of which a plan is known. */
  static Fullness planned(String device, String memory, long neededBytes, long capacityBytes) {
    return new Fullness(device, memory, null, neededBytes, neededBytes, capacityBytes, false);
  }

  /** The same, of a run with other devices or without. */
  public Fullness ofSeveral(boolean several) {
    return new Fullness(device, memory, usedBytes, peakBytes, neededBytes, capacityBytes, several);
  }

  public static Fullness of(MemoryKey key, MemoryUsage usage) {
    return new Fullness(
        key.device(),
        key.memory(),
        usage.now().usedBytes(),
        usage.tidemark().usedBytes(),
        usage.now().capacityBytes());
  }

  /**
   * With the use that an error states, which is newer than the last snapshot, with what it needed,
   * and with its capacity if no snapshot states one.
   */
  Fullness failed(Fullness stated) {
    long capacity = capacityBytes > 0 ? capacityBytes : stated.capacityBytes;
    long used = Math.max(shownBytes(), stated.usedBytes == null ? 0 : stated.usedBytes);
    // The peak may be one of another rank's device.
    boolean other = used > capacity || (capacityBytes <= 0 && peakBytes > capacity);
    return new Fullness(
        device,
        memory,
        other ? usedBytes : Long.valueOf(used),
        other ? peakBytes : Math.max(peakBytes, used),
        stated.neededBytes,
        other ? capacityBytes : capacity,
        isOneOfSeveral);
  }

  /** Whether more is needed than even the empty memory has. */
  boolean isTooSmall() {
    return capacityBytes > 0 && neededBytes != null && neededBytes > capacityBytes;
  }

  /** The use; without one what is needed. */
  public long shownBytes() {
    return usedBytes != null ? usedBytes : neededBytes != null ? neededBytes : 0;
  }

  /** Whether both are about one memory. */
  public boolean isOf(Fullness other) {
    return device.equals(other.device) && memory.equals(other.memory);
  }

  /** The memory in a run. */
  public MemoryKey of(RunId run) {
    return new MemoryKey(run, device, memory);
  }

  /** For example {@code HBM 45.02 GiB needed of 15.75 GiB (285.8 %)}. */
  @JsonProperty("words")
  public String words() {
    long shown = shownBytes();
    boolean higher = usedBytes != null && peakBytes > usedBytes;
    String name =
        "%s %s%s"
            .formatted(
                FailureText.place(memory, device, isOneOfSeveral),
                ByteSize.text(shown),
                usedBytes == null ? " needed" : "");
    String peak = higher ? ", peak " + ByteSize.text(peakBytes) : "";
    return capacityBytes <= 0
        ? name + peak
        : "%s of %s (%s)%s"
            .formatted(
                name,
                ByteSize.text(capacityBytes),
                percent(shown),
                higher ? "%s (%s)".formatted(peak, percent(peakBytes)) : "");
  }

  private String percent(long bytes) {
    double times = (double) bytes / capacityBytes;
    return times < 100
        ? String.format(Locale.ROOT, "%.1f %%", 100 * times)
        : String.format(Locale.ROOT, "%,.0f times", times);
  }

  /**
   * How much less would fit, and what of a plan holds nothing; {@code null} if nothing more is
   * known than the excess, which the reason states.
   */
  @Nullable String fits(@Nullable NamedPlan plan) {
    long missing = peakBytes - capacityBytes;
    if (capacityBytes <= 0 || missing <= 0 || plan == null || !plan.summary().state().whole()) {
      return null;
    }
    long gaps = plan.summary().arenaBytes() - plan.summary().peakBytes();
    long padding = plan.summary().arena().paddingBytes();
    if (gaps <= 0 && padding <= 0) {
      return null;
    }
    return "with %s less%s%s"
        .formatted(
            ByteSize.text(missing),
            gaps > 0 ? "; gaps between buffers are " + ByteSize.text(gaps) : "",
            padding > 0 ? "; padding of buffers is " + ByteSize.text(padding) : "");
  }
}
