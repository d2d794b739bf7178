package io.tidemark.analysis.memory;

import io.tidemark.analysis.state.PartReader;
import io.tidemark.analysis.state.PartWriter;
import io.tidemark.model.Diagnosis;
import io.tidemark.model.MemoryEvent.OutOfMemory;
import io.tidemark.model.RunStatus;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A run's failed allocations: how many, the newest of them, and how many were no failures. */
public final class Failures {

  private final List<OutOfMemory> newest = new ArrayList<>();
  private long count;
  private long declined;

  void add(OutOfMemory event) {
    count++;
    newest.add(event);
    if (newest.size() > RunStatus.MAX_OUT_OF_MEMORY) {
      newest.remove(0);
    }
  }

  /** An allocator turned a request down whose caller can do without. */
  void decline() {
    declined++;
  }

  public long count() {
    return count;
  }

  /** How many were turned down without harm; {@code null} for none. */
  public @Nullable Long declined() {
    return declined == 0 ? null : declined;
  }

  public List<OutOfMemory> newest() {
    return newest;
  }

  void write(PartWriter out) {
    out.number(count).number(declined).number(newest.size());
    for (OutOfMemory o : newest) {
      out.number(o.offset()).number(o.timeMillis()).text(o.device()).text(o.memory());
      out.number(o.banks()).number(o.neededBytes()).number(o.neededPerBank());
      out.number(o.bankBytes()).number(o.usedPerBank()).number(o.freePerBank());
      out.number(o.largestFreePerBank()).text(o.diagnosis().name()).text(o.where());
      out.text(o.during());
    }
  }

  static Failures read(PartReader in) {
    Failures failures = new Failures();
    failures.count = in.number();
    failures.declined = in.number();
    for (int left = in.count(); left > 0; left--) {
      failures.newest.add(
          new OutOfMemory(
              in.number(),
              in.number(),
              in.word(),
              in.word(),
              in.count(),
              in.number(),
              in.number(),
              in.number(),
              in.number(),
              in.number(),
              in.number(),
              Diagnosis.valueOf(in.word()),
              in.text(),
              in.text()));
    }
    return failures;
  }
}
