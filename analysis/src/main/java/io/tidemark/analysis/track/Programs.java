package io.tidemark.analysis.track;

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
   * Deeper than any nesting seen, which is three; what starts below it is not told apart. Every
   * device has its own, and all of them are rewritten with every slice.
   */
  private static final int MAX_DEPTH = 8;

  /** In the name of every program that the compiler split off to compute constants once. */
  private static final String CONST_EVAL = "const_eval";

  /**
   * An op and use per memory at its own snapshot.
   *
   * @param op {@code null} for a program that no op contains
   */
  record Frame(String program, @Nullable String op, Map<String, Long> usedBytes) {}

  /**
   * What lies between two blocks.
   *
   * @param ended the spans that end at the second
   * @param submitted the program that a submission began with, {@code null} when none began
   * @param constEval a program that computes constants once has ended
   */
  record Crossed(List<Frame> ended, @Nullable String submitted, boolean constEval) {

    static final Crossed NOTHING = new Crossed(List.of(), null, false);

    void write(PartWriter out) {
      writeAll(out, ended);
      out.text(submitted).flag(constEval);
    }

    static Crossed read(PartReader in) {
      return new Crossed(readAll(in), in.text(), in.flag());
    }
  }

  private final Deque<Frame> open = new ArrayDeque<>();
  private List<Frame> ended = new ArrayList<>();
  private @Nullable String submitted;
  private boolean constEval;

  /** Whether the program computes constants once. */
  static boolean constEval(String program) {
    return program.contains(CONST_EVAL);
  }

  /**
   * Answers whether this is the top of a submission. A program that stands outermost and starts
   * again was ended by something that no line tells.
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
              ? new Frame(program, null, Map.of())
              : new Frame(program, container, new TreeMap<>(usedBytes)));
    }
    return top;
  }

  /** Answers whether the submission is over. */
  boolean finish(String program) {
    if (open.stream().noneMatch(frame -> frame.program().equals(program))) {
      return open.isEmpty();
    }
    constEval |= constEval(program);
    Frame frame;
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
    Frame frame = open.peek();
    return frame == null ? null : frame.program();
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
    open.descendingIterator().forEachRemaining(frame -> write(out, frame));
    new Crossed(ended, submitted, constEval).write(out);
  }

  static Programs read(PartReader in) {
    Programs programs = new Programs();
    for (int left = in.count(); left > 0; left--) {
      programs.open.push(readFrame(in));
    }
    Crossed crossed = Crossed.read(in);
    programs.ended = crossed.ended();
    programs.submitted = crossed.submitted();
    programs.constEval = crossed.constEval();
    return programs;
  }

  private static void writeAll(PartWriter out, List<Frame> frames) {
    out.number(frames.size());
    frames.forEach(frame -> write(out, frame));
  }

  private static List<Frame> readAll(PartReader in) {
    List<Frame> frames = new ArrayList<>();
    for (int left = in.count(); left > 0; left--) {
      frames.add(readFrame(in));
    }
    return frames;
  }

  private static void write(PartWriter out, Frame frame) {
    out.text(frame.program()).text(frame.op()).number(frame.usedBytes().size());
    frame.usedBytes().forEach((memory, used) -> out.text(memory).number(used));
  }

  private static Frame readFrame(PartReader in) {
    String program = in.word();
    String op = in.text();
    Map<String, Long> used = new TreeMap<>();
    for (int left = in.count(); left > 0; left--) {
      used.put(in.word(), in.number());
    }
    return new Frame(program, op, used);
  }
}
