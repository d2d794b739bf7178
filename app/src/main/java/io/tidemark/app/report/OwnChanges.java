package io.tidemark.app.report;

import io.tidemark.analysis.system.tenstorrent.TenstorrentFact.MemoryViewLine;
import io.tidemark.app.report.LeftOut.Part;
import io.tidemark.app.report.OperationRow.Attribution;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What each op itself did: a snapshot is taken before its op, so its change is the next snapshot
 * less its own, the next outside when it ran a program within.
 */
final class OwnChanges {

  /** The index of an op that the report does not list. */
  static final int UNLISTED = -1;

  private record Waiting(
      int depth, int index, String opType, @Nullable String program, Map<String, Long> usedBytes) {}

  /**
   * So many ops wait for one that began before them; a program of a large model has some 10,000.
   */
  private static final int MOST_WAITING = 1 << 16;

  private final Consumer<Attribution> taker;
  private final LeftOut leftOut;
  private final Deque<Waiting> waiting = new ArrayDeque<>();

  /** By index, since an outer op is settled after those within it. */
  private final Map<Integer, Attribution> known = new HashMap<>();

  private int next;
  private int depth;

  OwnChanges(Consumer<Attribution> taker, LeftOut leftOut) {
    this.taker = taker;
    this.leftOut = leftOut;
  }

  void programStarted(boolean top) {
    if (top) {
      settle(0, null);
    }
    depth++;
  }

  void programFinished(boolean top) {
    depth = Math.max(0, depth - 1);
    if (top) {
      settle(0, null);
      depth = 0;
    }
  }

  void block(
      Map<String, MemoryViewLine> block, int index, String opType, @Nullable String program) {
    Map<String, Long> used = new TreeMap<>();
    block.forEach((memory, line) -> used.put(memory, line.usedPerBank()));
    settle(depth, used);
    waiting.push(new Waiting(depth, index, opType, program, used));
  }

  void end() {
    settle(0, null);
  }

  /** Every op at this depth or deeper is done, with that use after it. */
  private void settle(int from, @Nullable Map<String, Long> after) {
    while (!waiting.isEmpty() && waiting.element().depth() >= from) {
      Waiting done = waiting.pop();
      if (done.index() != UNLISTED) {
        known.put(
            done.index(),
            new Attribution(
                done.index(), done.opType(), done.program(), change(done.usedBytes(), after)));
      }
    }
    release();
    if (known.size() > MOST_WAITING) {
      giveUp();
    }
  }

  /** Passes on all that no earlier op stands before. */
  private void release() {
    for (Attribution row = known.remove(next); row != null; row = known.remove(next)) {
      taker.accept(row);
      next++;
    }
  }

  /** The op that all others wait for gets no change. */
  private void giveUp() {
    Waiting first = waiting.stream().filter(op -> op.index() == next).findFirst().orElseThrow();
    waiting.remove(first);
    leftOut.add(Part.CHANGES, 1);
    known.put(next, new Attribution(next, first.opType(), first.program(), null));
    release();
  }

  private static @Nullable Map<String, Long> change(
      Map<String, Long> before, @Nullable Map<String, Long> after) {
    if (after == null) {
      return null;
    }
    Map<String, Long> change = new TreeMap<>();
    after.forEach(
        (memory, used) -> {
          Long had = before.get(memory);
          if (had != null) {
            change.put(memory, used - had);
          }
        });
    return change;
  }
}
