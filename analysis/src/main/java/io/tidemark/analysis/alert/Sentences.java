package io.tidemark.analysis.alert;

import io.tidemark.model.ByteSize;
import io.tidemark.model.event.Diagnosis;
import io.tidemark.model.event.FailureText;
import io.tidemark.model.event.MemoryEvent.Failure;
import io.tidemark.model.event.MemoryEvent.OutOfMemory;
import io.tidemark.model.event.MemoryEvent.Snapshot;
import io.tidemark.model.event.MemoryView;
import io.tidemark.model.event.Op;
import io.tidemark.model.memory.Leak;
import io.tidemark.model.memory.OverLastRun;
import io.tidemark.model.memory.SubmissionUse;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The texts of alerts. */
final class Sentences {

  private static final double MILLIS_PER_MINUTE = 60_000;

  private Sentences() {}

  static String full(Snapshot snapshot, MemoryView view, Thresholds thresholds) {
    Long largest = view.largestFreeBytes();
    String blocks = largest == null ? "" : ", the largest block " + ByteSize.text(largest);
    String words =
        use(snapshot, view)
            + culprit(snapshot)
            + "; "
            + ByteSize.text(view.freeBytes())
            + " are free"
            + blocks;
    return fragmented(view, thresholds) ? words + ": " + Diagnosis.FRAGMENTED.words() : words;
  }

  /** Names the op that raised use and the next op, as far as known. */
  private static String culprit(Snapshot snapshot) {
    String raised = snapshot.changedBy();
    Op op = snapshot.before();
    String before = op == null ? "" : (raised == null ? " before " : ", seen before ") + op.name();
    return (raised == null ? "" : " after " + raised) + before;
  }

  static boolean fragmented(MemoryView view, Thresholds thresholds) {
    return view.freeBytes() > 0 && 1 - view.fragmentation() < thresholds.fragmented().below();
  }

  static String fillingUp(Snapshot snapshot, MemoryView view, double bytesPerMilli, double millis) {
    String in =
        millis < MILLIS_PER_MINUTE
            ? String.format(Locale.ROOT, "%.0f s", millis / 1000)
            : String.format(Locale.ROOT, "%.1f min", millis / MILLIS_PER_MINUTE);
    return "%s and rising by %s a minute: full in %s"
        .formatted(
            use(snapshot, view), ByteSize.text(Math.round(bytesPerMilli * MILLIS_PER_MINUTE)), in);
  }

  static String growing(Snapshot snapshot, MemoryView view, SubmissionUse use, Leak leak) {
    return use(snapshot, view) + " and growing: " + leak.words(use.unit(), view);
  }

  static String overLastRun(Snapshot snapshot, MemoryView view, @Nullable OverLastRun over) {
    return over == null
        ? ""
        : "%s: %s, %s for %s%s"
            .formatted(
                FailureText.place(view.memory(), snapshot.device()),
                over.words(),
                ByteSize.text(over.usedBytes()),
                ByteSize.text(over.lastUsedBytes()),
                culprit(snapshot));
  }

  private static String use(Snapshot snapshot, MemoryView view) {
    return String.format(
        Locale.ROOT,
        "%s %.1f %% of %s",
        FailureText.place(view.memory(), snapshot.device()),
        100 * view.usedRatio(),
        ByteSize.text(view.capacityBytes()));
  }

  /** An allocation that ended the run, or was refused. */
  static String failure(Failure failure) {
    return "%s %s: %s"
        .formatted(
            FailureText.place(failure.memory(), failure.device()),
            failure instanceof OutOfMemory ? "out of memory" : "allocation refused",
            FailureText.why(failure.allocation()));
  }
}
