package io.tidemark.analysis.system.tenstorrent;

import io.tidemark.analysis.memory.Crossed;
import io.tidemark.analysis.memory.Span;
import io.tidemark.analysis.state.Stored;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The nested programs that run on a device. A program that starts within another belongs to the op
 * before it, its container. The container's span lasts until the next block outside.
 */
@Stored
final class Programs {

  /**
   * Limit of nesting, above the three levels seen so far; deeper programs are not distinguished.
   * The limit is low, since each device has its own programs and every slice rewrites them.
   */
  static final int MAX_DEPTH = 8;

  /** Part of the name of programs that the compiler split off to compute constants once. */
  private static final String CONST_EVAL = "const_eval";

  private Deque<Span> open = new ArrayDeque<>();
  private List<Span> ended = new ArrayList<>();
  private @Nullable String submitted;
  private boolean constEval;

  /** Whether the program computes constants once. */
  static boolean constEval(String program) {
    return program.contains(CONST_EVAL);
  }

  /**
   * Starts a program. Returns whether it is the top of a submission. If the outermost program
   * starts again, the earlier one is taken as ended without a line.
   */
  boolean start(String program, @Nullable String container, Map<String, Long> usedBytes) {
    if (!open.isEmpty() && open.getLast().program().equals(program)) {
      abandon();
    }
    boolean top = open.isEmpty();
    submitted = top ? program : submitted;
    if (open.size() < MAX_DEPTH) {
      open.push(
          top
              ? new Span(program, null, Map.of())
              : new Span(program, container, new TreeMap<>(usedBytes)));
    }
    return top;
  }

  /** Whether programs are running, but not this one. */
  boolean runsAnother(String program) {
    return !open.isEmpty() && open.stream().noneMatch(span -> span.program().equals(program));
  }

  /** Ends a program. Returns whether the submission is over. */
  boolean finish(String program) {
    if (open.stream().noneMatch(frame -> frame.program().equals(program))) {
      return open.isEmpty();
    }
    constEval |= constEval(program);
    Span frame;
    do {
      frame = open.pop();
      if (frame.op() != null && ended.size() < MAX_DEPTH) {
        ended.add(frame);
      }
    } while (!frame.program().equals(program));
    if (open.isEmpty()) {
      ended.clear();
    }
    return open.isEmpty();
  }

  /** Ends all programs after a failure; the next one to start is the top again. */
  void abandon() {
    open.clear();
    takeCrossed();
  }

  @Nullable String innermost() {
    Span frame = open.peek();
    return frame == null ? null : frame.program();
  }

  /** Number of nested programs, up to the limit. */
  int depth() {
    return open.size();
  }

  /** Depth of the innermost program that computes constants, from 1; 0 for none. */
  int constEvalDepth() {
    int depth = open.size();
    for (Span frame : open) {
      if (constEval(frame.program())) {
        return depth;
      }
      depth--;
    }
    return 0;
  }

  /** Returns what was crossed before the next block; must be called once per block. */
  Crossed takeCrossed() {
    if (ended.isEmpty() && submitted == null && !constEval) {
      return Crossed.NOTHING;
    }
    Crossed crossed = new Crossed(ended, submitted, constEval);
    ended = new ArrayList<>();
    submitted = null;
    constEval = false;
    return crossed;
  }
}
