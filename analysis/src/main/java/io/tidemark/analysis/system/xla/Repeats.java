package io.tidemark.analysis.system.xla;

import io.tidemark.analysis.memory.OpNameLimiter;
import io.tidemark.analysis.state.Stored;
import java.util.ArrayList;
import java.util.List;

/** Recently reported failures, since every layer that passes a failure on prints it again. */
@Stored
final class Repeats {

  private static final int MOST = 32;

  private final List<String> newest = new ArrayList<>();

  /** Returns whether {@code what} is new, and remembers it. */
  boolean isNew(String what) {
    boolean repeated = holds(what);
    if (!repeated) {
      newest.add(OpNameLimiter.cut(what));
      if (newest.size() > MOST) {
        newest.remove(0);
      }
    }
    return !repeated;
  }

  boolean holds(String what) {
    return newest.contains(OpNameLimiter.cut(what));
  }

  /** Whether one of them is a size. */
  boolean holdsSizes() {
    return newest.stream().anyMatch(what -> Character.isDigit(what.charAt(0)));
  }
}
