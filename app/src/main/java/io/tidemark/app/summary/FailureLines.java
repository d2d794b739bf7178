package io.tidemark.app.summary;

import io.tidemark.model.ByteSize;
import io.tidemark.model.event.BankBytes;
import io.tidemark.model.event.Diagnosis;
import io.tidemark.model.event.FailedAllocation;
import io.tidemark.model.event.MemoryEvent;
import io.tidemark.model.run.Refusals;
import io.tidemark.model.run.RunFailures;
import io.tidemark.sink.verdict.NextStep;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The failed allocations of a run: who needed how much, how much was free, and what to try. */
final class FailureLines {

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT).withZone(ZoneOffset.UTC);

  private final int banks;
  private final Units unit;
  private final List<String> figures = new ArrayList<>();

  private FailureLines(FailedAllocation failed) {
    BankBytes bank = failed.bank();
    banks = failed.shortage().banks();
    Long whole = failed.shortage().neededBytes();
    Long needed = whole == null ? total(bank.neededPerBank()) : whole;
    Long free = total(bank.freePerBank());
    Long largest = total(bank.largestFreePerBank());
    unit =
        Units.of(
            Stream.of(needed, free, largest)
                .flatMap(Stream::ofNullable)
                .mapToLong(Long::longValue)
                .max()
                .orElse(0));
    figure("needed ", needed);
    figure("free ", free);
    figure("largest block ", largest);
    used(total(bank.usedPerBank()), total(bank.bankBytes()));
    Long missing = failed.diagnosis().missing(bank);
    if (failed.diagnosis() == Diagnosis.BUFFERS_CLASH && missing != null) {
      figures.add(ByteSize.text(missing) + " too much");
    }
  }

  static List<String> of(RunFailures failures) {
    List<String> lines = new ArrayList<>();
    for (MemoryEvent.OutOfMemory failure : failures.newest()) {
      lines.addAll(Columns.wrapped("FAILED", words(failure.allocation())));
    }
    more(failures.count() - failures.newest().size(), lines);
    Refusals refused = failures.refused();
    if (refused != null) {
      long shown = 0;
      for (Refusals.Refused one : refused.newest()) {
        lines.addAll(Columns.wrapped("refused", words(one.allocation()) + times(one)));
        shown += one.count();
      }
      more(refused.count() - shown, lines);
    }
    List<String> hints = failures.hints() == null ? List.of() : failures.hints();
    hints.forEach(hint -> lines.addAll(Columns.wrapped("hint", hint)));
    FailedAllocation newest = newest(failures);
    if (newest != null) {
      lines.addAll(Columns.wrapped("next step", NextStep.of(newest)));
    }
    return lines;
  }

  private static @Nullable FailedAllocation newest(RunFailures failures) {
    if (!failures.newest().isEmpty()) {
      return failures.newest().get(failures.newest().size() - 1).allocation();
    }
    Refusals refused = failures.refused();
    return refused == null || refused.newest().isEmpty()
        ? null
        : refused.newest().get(refused.newest().size() - 1).allocation();
  }

  private static void more(long count, List<String> lines) {
    if (count > 0) {
      lines.addAll(Columns.wrapped("", "and %,d more before".formatted(count)));
    }
  }

  private static String times(Refusals.Refused one) {
    String last = TIME.format(Instant.ofEpochMilli(one.lastMillis()));
    return one.count() == 1 ? " (" + last + ")" : " (%,d×, last %s)".formatted(one.count(), last);
  }

  static String words(FailedAllocation failed) {
    String who =
        failed.memory()
            + (failed.device().equals("0") ? "" : " of device " + failed.device())
            + (failed.during() == null ? "" : " during " + failed.during())
            + (failed.where() == null ? "" : " on " + failed.where());
    String excess = failed.excess();
    return who + " " + (excess == null ? new FailureLines(failed).diagnosed(failed) : excess);
  }

  private String diagnosed(FailedAllocation failed) {
    String known = String.join(", ", figures);
    if (failed.diagnosis() == Diagnosis.UNKNOWN) {
      return known.isEmpty() ? "cause unknown" : known + ", cause unknown";
    }
    return known + ": " + failed.diagnosis().words();
  }

  private void figure(String words, @Nullable Long bytes) {
    if (bytes != null) {
      figures.add(words + unit.text(bytes));
    }
  }

  private void used(@Nullable Long used, @Nullable Long capacity) {
    if (capacity != null) {
      Units whole = Units.of(capacity);
      String over = banks > 1 ? " over %d banks".formatted(banks) : "";
      String of = whole.text(capacity) + over;
      figures.add(used == null ? "capacity " + of : whole.figure(used) + " of " + of + " used");
    }
  }

  private @Nullable Long total(@Nullable Long perBank) {
    return perBank == null ? null : perBank * banks;
  }
}
