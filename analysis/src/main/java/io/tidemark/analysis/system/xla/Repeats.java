package io.tidemark.analysis.system.xla;

import io.tidemark.analysis.memory.OpNameLimiter;
import io.tidemark.analysis.state.PartReader;
import io.tidemark.analysis.state.PartWriter;
import java.util.ArrayDeque;
import java.util.Deque;

/** Recently reported failures, since every layer that passes a failure on prints it again. */
final class Repeats {

  private static final int MOST = 32;

  private final Deque<String> newest = new ArrayDeque<>();

  /** Returns whether {@code what} is new, and remembers it. */
  boolean isNew(String what) {
    boolean repeated = holds(what);
    if (!repeated) {
      newest.addLast(OpNameLimiter.cut(what));
      if (newest.size() > MOST) {
        newest.removeFirst();
      }
    }
    return !repeated;
  }

  boolean holds(String what) {
    return newest.contains(OpNameLimiter.cut(what));
  }

  void write(PartWriter out) {
    out.number(newest.size());
    newest.forEach(out::text);
  }

  void read(PartReader in) {
    for (int left = in.count(); left > 0; left--) {
      newest.addLast(in.word());
    }
  }
}
