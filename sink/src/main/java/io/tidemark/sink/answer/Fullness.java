package io.tidemark.sink.answer;

import com.fasterxml.jackson.annotation.JsonIgnore;
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
 * A memory and how full it is.
 *
 * @param usedBytes the newest use; of a plan what it needs
 * @param peakBytes the highest use
 * @param capacityBytes 0 if unknown
 * @param isOneOfSeveral whether the run has other devices, so that device 0 is named, too
 */
public record Fullness(
    String device,
    String memory,
    long usedBytes,
    long peakBytes,
    long capacityBytes,
    @JsonIgnore boolean isOneOfSeveral) {

  /** The memory of the only device. */
  public Fullness(
      String device, String memory, long usedBytes, long peakBytes, long capacityBytes) {
    this(device, memory, usedBytes, peakBytes, capacityBytes, false);
  }

  /** The same, of a run with other devices or without. */
  public Fullness ofSeveral(boolean several) {
    return new Fullness(device, memory, usedBytes, peakBytes, capacityBytes, several);
  }

  /** A tracked memory. */
  public static Fullness of(MemoryKey key, MemoryUsage usage) {
    return new Fullness(
        key.device(),
        key.memory(),
        usage.now().usedBytes(),
        usage.tidemark().usedBytes(),
        usage.now().capacityBytes());
  }

  /**
   * With the use that an error states, which is newer than the last snapshot, and its capacity if
   * no snapshot states one.
   */
  Fullness atLeast(@Nullable Fullness stated) {
    if (stated == null) {
      return this;
    }
    long capacity = capacityBytes > 0 ? capacityBytes : stated.capacityBytes;
    long used = Math.max(usedBytes, stated.usedBytes);
    // The peak may be one of another rank's device.
    return used > capacity || (capacityBytes <= 0 && peakBytes > capacity)
        ? this
        : new Fullness(device, memory, used, Math.max(peakBytes, used), capacity);
  }

  /** Whether both are about one memory. */
  public boolean isOf(Fullness other) {
    return device.equals(other.device) && memory.equals(other.memory);
  }

  /** The memory in a run. */
  public MemoryKey of(RunId run) {
    return new MemoryKey(run, device, memory);
  }

  /** For example {@code HBM 45.02 of 15.75 GiB (285.8 %)}. */
  @JsonProperty("words")
  public String words() {
    String name = FailureText.place(memory, device, isOneOfSeveral) + " ";
    if (capacityBytes <= 0) {
      String peak = peakBytes > usedBytes ? ", peak " + ByteSize.text(peakBytes) : "";
      return name + ByteSize.text(usedBytes) + peak + ", capacity unknown";
    }
    String peak =
        peakBytes > usedBytes
            ? ", peak %s (%s)".formatted(ByteSize.text(peakBytes), percent(peakBytes))
            : "";
    return "%s%s of %s (%s)%s"
        .formatted(
            name, ByteSize.text(usedBytes), ByteSize.text(capacityBytes), percent(usedBytes), peak);
  }

  private String percent(long bytes) {
    double times = (double) bytes / capacityBytes;
    return times < 100
        ? String.format(Locale.ROOT, "%.1f %%", 100 * times)
        : String.format(Locale.ROOT, "%,.0f times", times);
  }

  /** How much less would fit, and what of a plan holds nothing; {@code null} if it is unknown. */
  @Nullable String fits(@Nullable NamedPlan plan) {
    long missing = peakBytes - capacityBytes;
    if (capacityBytes <= 0 || missing <= 0) {
      return null;
    }
    if (plan == null || !plan.summary().state().whole()) {
      return "with %s less".formatted(ByteSize.text(missing));
    }
    long gaps = plan.summary().arenaBytes() - plan.summary().peakBytes();
    long padding = plan.summary().arena().paddingBytes();
    return "with %s less%s%s"
        .formatted(
            ByteSize.text(missing),
            gaps > 0 ? "; gaps between buffers are " + ByteSize.text(gaps) : "",
            padding > 0 ? "; padding of buffers is " + ByteSize.text(padding) : "");
  }
}
