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

  /** Deeper than any nesting seen; what starts below it is not told apart. */
  private static final int MAX_DEPTH = 32;

  /**
   * An op and use per memory at its own snapshot.
   *
   * @param op {@code null} for a program that no op contains
   */
  record Frame(String program, @Nullable String op, Map<String, Long> usedBytes) {}

  private final Deque<Frame> open = new ArrayDeque<>();
  private List<Frame> ended = new ArrayList<>();

  /** Answers whether this is the top of a submission. */
  boolean start(String program, @Nullable String container, Map<String, Long> usedBytes) {
    boolean top = open.isEmpty();
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
    ended.clear();
  }

  @Nullable String innermost() {
    Frame frame = open.peek();
    return frame == null ? null : frame.program();
  }

  /** The spans that end at the block that is now being taken; asked once per block. */
  List<Frame> takeEnded() {
    List<Frame> frames = ended;
    ended = new ArrayList<>();
    return frames;
  }

  void write(PartWriter out) {
    out.number(open.size());
    open.descendingIterator().forEachRemaining(frame -> write(out, frame));
    writeAll(out, ended);
  }

  static Programs read(PartReader in) {
    Programs programs = new Programs();
    for (int left = in.count(); left > 0; left--) {
      programs.open.push(readFrame(in));
    }
    programs.ended = readAll(in);
    return programs;
  }

  static void writeAll(PartWriter out, List<Frame> frames) {
    out.number(frames.size());
    frames.forEach(frame -> write(out, frame));
  }

  static List<Frame> readAll(PartReader in) {
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
