package io.tidemark.sink.answer;

import io.tidemark.model.ByteSize;
import io.tidemark.model.event.FailedAllocation;
import io.tidemark.model.event.Holder;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Advice where others than the tensors of a failed program hold what it lacks. */
final class OtherHolders {

  /** So many processes on a device are rather ranks of a job than somebody's. */
  private static final int MANY = 4;

  private static final String IN_PIECES =
      "lie reserved and unused in PyTorch: expandable_segments:True in PYTORCH_CUDA_ALLOC_CONF may"
          + " free them.";

  private OtherHolders() {}

  /** The bytes that PyTorch keeps for itself, if the request lacks no more than that. */
  static String kept(FailedAllocation failed) {
    Long missing = failed.diagnosis().missing(failed.bank());
    return failed.shortage().held().stream()
        .filter(holder -> holder.name().equals("reserved and unused"))
        .filter(holder -> missing != null && holder.heldAtPeakBytes() >= missing)
        .findFirst()
        .map(holder -> " " + ByteSize.text(holder.heldAtPeakBytes()) + " more " + IN_PIECES)
        .orElse("");
  }

  /** Whose memory would do for the request; {@code null} if no other process has as much. */
  static @Nullable String advice(FailedAllocation failed) {
    Long missing = failed.diagnosis().missing(failed.bank());
    List<Holder> held = failed.shortage().held();
    // Without the allocator's share each of them may be its own.
    boolean shared = held.stream().anyMatch(holder -> !holder.name().startsWith("process "));
    List<Holder> others =
        held.stream().filter(holder -> holder.name().startsWith("process ")).toList();
    long together = others.stream().mapToLong(Holder::heldAtPeakBytes).sum();
    if (shared && others.size() >= MANY && missing != null && together >= missing) {
      return "%d other processes hold %s: end them, or give the ranks of one job a device each."
          .formatted(others.size(), ByteSize.text(together));
    }
    return others.stream()
        .filter(holder -> shared)
        .max(Comparator.comparingLong(Holder::heldAtPeakBytes))
        .filter(holder -> missing != null && holder.heldAtPeakBytes() >= missing)
        .map(holder -> "End %s, or use another device.".formatted(holder.name()))
        .orElseGet(() -> unnamedOthers(failed));
  }

  /** The same of others that are not named, if they hold more than this process's allocator. */
  private static @Nullable String unnamedOthers(FailedAllocation failed) {
    Long used = failed.bank().usedPerBank();
    long held = failed.shortage().held().stream().mapToLong(Holder::heldAtPeakBytes).sum();
    return used == null || held == 0 || used - held <= used / 2
        ? null
        : "%s are not of this process's allocator: other processes (nvidia-smi lists them), or other libraries of this one, hold them."
            .formatted(ByteSize.text(used - held));
  }
}
