package io.tidemark.analysis.memory;

import io.tidemark.analysis.state.PartReader;
import io.tidemark.analysis.state.PartWriter;
import io.tidemark.model.BankBytes;
import io.tidemark.model.Diagnosis;
import io.tidemark.model.LogPosition;
import io.tidemark.model.MemoryEvent.OutOfMemory;
import io.tidemark.model.RunFailures;
import io.tidemark.model.Shortage;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The failed allocations of a run: their count, the newest ones, and the count of harmless ones.
 */
public final class Failures {

  private final List<OutOfMemory> newest = new ArrayList<>();
  private long count;
  private long declined;

  void add(OutOfMemory event) {
    count++;
    newest.add(event);
    if (newest.size() > RunFailures.MAX_NEWEST) {
      newest.remove(0);
    }
  }

  /** Counts a rejected request whose caller has a fallback. */
  void decline() {
    declined++;
  }

  public long count() {
    return count;
  }

  /** Number of rejected requests that did no harm; {@code null} for none. */
  public @Nullable Long declined() {
    return declined == 0 ? null : declined;
  }

  public List<OutOfMemory> newest() {
    return newest;
  }

  void write(PartWriter out) {
    out.number(count).number(declined).number(newest.size());
    newest.forEach(event -> write(out, event));
  }

  private static void write(PartWriter out, OutOfMemory o) {
    Shortage shortage = o.shortage();
    BankBytes bank = shortage.bank();
    out.number(o.offset()).number(o.timeMillis()).text(o.device()).text(o.memory());
    out.number(shortage.banks()).figure(shortage.neededBytes());
    out.figure(bank.neededPerBank()).figure(bank.bankBytes()).figure(bank.usedPerBank());
    out.figure(bank.freePerBank()).figure(bank.largestFreePerBank());
    out.text(o.diagnosis().name()).text(o.where()).text(o.during());
  }

  static Failures read(PartReader in) {
    Failures failures = new Failures();
    failures.count = in.number();
    failures.declined = in.number();
    for (int left = in.count(); left > 0; left--) {
      failures.newest.add(event(in));
    }
    return failures;
  }

  private static OutOfMemory event(PartReader in) {
    LogPosition at = new LogPosition(in.number(), in.number());
    String device = in.word();
    String memory = in.word();
    int banks = in.count();
    Long needed = in.figure();
    BankBytes bank = new BankBytes(in.figure(), in.figure(), in.figure(), in.figure(), in.figure());
    return new OutOfMemory(
        at,
        device,
        memory,
        new Shortage(banks, needed, bank),
        Diagnosis.valueOf(in.word()),
        in.text(),
        in.text());
  }
}
