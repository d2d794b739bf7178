package io.tidemark.app.summary;

import io.tidemark.model.event.BankBytes;
import io.tidemark.model.event.Diagnosis;
import io.tidemark.model.event.MemoryEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A failed allocation: who needed how much, and how much was free. */
final class FailureLines {

  private final int banks;
  private final @Nullable Long needed;
  private final @Nullable Long free;
  private final @Nullable Long largest;
  private final Units unit;
  private final List<String> figures = new ArrayList<>();

  private FailureLines(MemoryEvent.OutOfMemory failure) {
    BankBytes bank = failure.bank();
    this.banks = failure.shortage().banks();
    Long whole = failure.shortage().neededBytes();
    this.needed = whole == null ? total(bank.neededPerBank()) : whole;
    this.free = total(bank.freePerBank());
    this.largest = total(bank.largestFreePerBank());
    this.unit =
        Units.of(
            Stream.of(needed, free, largest)
                .flatMap(Stream::ofNullable)
                .mapToLong(Long::longValue)
                .max()
                .orElse(0));
  }

  static List<String> of(MemoryEvent.OutOfMemory failure) {
    FailureLines text = new FailureLines(failure);
    text.figure("needed ", text.needed);
    text.figure("free ", text.free);
    text.figure("largest block ", text.largest);
    String who = Objects.requireNonNullElse(failure.during(), failure.memory());
    String where = failure.where() == null ? "" : " on " + failure.where();
    String excess = failure.excess();
    String figures = excess == null ? text.diagnosed(failure.diagnosis()) : excess;
    return Columns.wrapped("FAILED", String.format(Locale.ROOT, "%s%s %s", who, where, figures));
  }

  private String diagnosed(Diagnosis diagnosis) {
    String known = String.join(", ", figures);
    if (diagnosis == Diagnosis.UNKNOWN) {
      return known.isEmpty() ? "cause unknown" : known + ", cause unknown";
    }
    return known + ": " + diagnosis.words();
  }

  private void figure(String words, @Nullable Long bytes) {
    if (bytes != null) {
      figures.add(words + unit.text(bytes));
    }
  }

  private @Nullable Long total(@Nullable Long perBank) {
    return perBank == null ? null : perBank * banks;
  }
}
