package io.tidemark.analysis.system.tenstorrent;

import io.tidemark.analysis.memory.Crossed;
import io.tidemark.analysis.memory.Span;
import io.tidemark.analysis.state.PartReader;
import io.tidemark.analysis.state.PartWriter;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The programs that run inside one another on a device. One that starts while another runs belongs
 * to the op before it, its container, whose span goes on to the next block outside.
 */
final class Programs {

  /**
   * Deeper than any nesting seen, which is three; programs that start below it are not
   * distinguished. Every device has its own, and all of them are rewritten with every slice.
   */
  static final int MAX_DEPTH = 8;

  /** In the name of every program that the compiler split off to compute constants once. */
  private static final String CONST_EVAL = "const_eval";

  private final Deque<Span> open = new ArrayDeque<>();
  private List<Span> ended = new ArrayList<>();
  private @Nullable String submitted;
  private boolean constEval;

  /** Whether the program computes constants once. */
  static boolean constEval(String program) {
    return program.contains(CONST_EVAL);
  }

  /**
   * Answers whether this is the top of a submission. A program that stands outermost and starts
   * again was ended by something that no line shows.
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

  /** Whether a program is running, and this is none of those that contain it. */
  boolean runsAnother(String program) {
    return !open.isEmpty() && open.stream().noneMatch(span -> span.program().equals(program));
  }

  /** Answers whether the submission is over. */
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

  /** Programs that a failure ended without a word; one that starts now is the top again. */
  void abandon() {
    open.clear();
    takeCrossed();
  }

  @Nullable String innermost() {
    Span frame = open.peek();
    return frame == null ? null : frame.program();
  }

  /** How many run inside one another, as far as they are distinguished. */
  int depth() {
    return open.size();
  }

  /** How deep the innermost lies that computes constants, the outermost at 1; 0 for none. */
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

  /** What lies before the block that is now being taken; asked once per block. */
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

  void write(PartWriter out) {
    out.number(open.size());
    open.descendingIterator().forEachRemaining(frame -> frame.write(out));
    new Crossed(ended, submitted, constEval).write(out);
  }

  static Programs read(PartReader in) {
    Programs programs = new Programs();
    for (int left = in.count(); left > 0; left--) {
      programs.open.push(Span.read(in));
    }
    Crossed crossed = Crossed.read(in);
    programs.ended = crossed.ended();
    programs.submitted = crossed.submitted();
    programs.constEval = crossed.constEval();
    return programs;
  }
}
