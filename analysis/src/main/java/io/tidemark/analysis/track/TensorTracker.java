package io.tidemark.analysis.track;

import io.tidemark.analysis.mlir.MlirOp;
import io.tidemark.analysis.mlir.MlirTensor;
import io.tidemark.analysis.mlir.TensorEffect;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The tensors that ops have put on one device and nobody has freed. Names are a program's own, for
 * each begins again with {@code %0}; what a nested program leaves over goes with it, save what it
 * yields, and that is its caller's result.
 */
public final class TensorTracker {

  /** Of all devices of a run: their tensors are rewritten with every slice. */
  static final int MOST_LIVE = 2048;

  /** More than any log seen: what is beyond is not counted. */
  private static final int MOST_LIVE_IN_A_REPORT = 1 << 16;

  private static final int MAX_DEPTH = 8;
  private static final int MAX_NAME_CHARS = 64;

  /** No memory is that large: a type that says so is no type. */
  private static final long MAX_TENSOR_BYTES = 1L << 50;

  /** Types that were read, by their text: a program's ops have few. */
  private static final int MOST_TYPES = 256;

  private static final int MAX_TYPE_CHARS = 2048;

  private final Deque<TensorProgram> programs = new ArrayDeque<>();
  private final Map<String, List<MlirTensor>> types = new HashMap<>();
  private final Room room;

  /** How many tensors more may be followed by all that share it. */
  static final class Room {
    private int left;

    Room(int most) {
      left = most;
    }
  }

  /** What a tensor is for. */
  enum Use {
    WEIGHT,
    ACTIVATION,
    OTHER
  }

  /**
   * A tensor on the device.
   *
   * @param memory as memory lines name it
   */
  record Held(String memory, Use use, long logicalBytes, long paddedBytes) {}

  /** Follows as many tensors as any log seen has, and more. */
  public TensorTracker() {
    this(new Room(MOST_LIVE_IN_A_REPORT));
  }

  TensorTracker(Room room) {
    this.room = room;
  }

  public void programStarted(String program) {
    if (programs.size() < MAX_DEPTH) {
      boolean constEval = Programs.constEval(program);
      boolean within = !programs.isEmpty() && programs.element().use == Use.WEIGHT;
      programs.push(
          new TensorProgram(Names.cut(program), constEval || within ? Use.WEIGHT : Use.ACTIVATION));
    }
  }

  public void programFinished(String program) {
    String name = Names.cut(program);
    if (programs.stream().anyMatch(open -> open.name.equals(name))) {
      TensorProgram finished;
      do {
        finished = programs.pop();
        room.left += finished.live.size();
      } while (!finished.name.equals(name));
    }
  }

  /** Whatever ran was ended by a failure, or is lost sight of. */
  public void abandon() {
    programs.forEach(program -> room.left += program.live.size());
    programs.clear();
  }

  /** The op begins, and what ran before it in its program has done its work. */
  public void started(MlirOp op) {
    started(TensorEffect.of(op));
  }

  void started(TensorEffect effect) {
    if (programs.isEmpty()) {
      programs.push(new TensorProgram("", Use.OTHER));
    }
    TensorProgram program = programs.element();
    room.left -= program.settle(room.left);
    String result = effect.result();
    program.running = result == null || result.length() > MAX_NAME_CHARS ? null : result;
    program.yields = yielded(effect, program.use);
    program.frees = effect.frees();
  }

  /** The runtime says that the deallocation that runs frees nothing. */
  public void retained() {
    TensorProgram program = programs.peek();
    if (program != null) {
      program.frees = List.of();
    }
  }

  /** What the op leaves on the device, {@code null} when that is nothing or its size unknown. */
  private @Nullable Held yielded(TensorEffect effect, Use within) {
    for (MlirTensor tensor : read(effect.yields())) {
      String memory = tensor.memory();
      if (memory != null && (memory.equals("dram") || memory.equals("l1"))) {
        long logical = tensor.logicalBytes();
        long padded = tensor.paddedBytes();
        Use use = effect.loadsCached() ? Use.WEIGHT : within;
        return logical < 0 || padded < 0 || Math.max(logical, padded) > MAX_TENSOR_BYTES
            ? null
            : new Held(memory.toUpperCase(Locale.ROOT), use, logical, padded);
      }
    }
    return null;
  }

  private List<MlirTensor> read(String printed) {
    if (printed.isEmpty() || printed.length() > MAX_TYPE_CHARS) {
      return List.of();
    }
    List<MlirTensor> known = types.get(printed);
    if (known == null) {
      if (types.size() >= MOST_TYPES) {
        types.clear();
      }
      known = MlirTensor.all(printed);
      types.put(printed, known);
    }
    return known;
  }

  /** Whether any op told of tensors. */
  boolean any() {
    return !programs.isEmpty();
  }

  /** What lies in the memory now; what the op that runs will yield does not yet. */
  public TensorSums alive(String memory) {
    TensorSums sums = TensorSums.NONE;
    for (TensorProgram program : programs) {
      sums = sums.and(program.sums(memory));
    }
    return sums;
  }

  /** While the op runs, what it yields included. */
  public TensorSums in(String memory) {
    TensorSums sums = alive(memory);
    TensorProgram innermost = programs.peek();
    Held own = innermost == null ? null : innermost.yields;
    return own != null && own.memory().equals(memory) ? sums.and(own) : sums;
  }

  void write(PartWriter out) {
    out.number(programs.size());
    programs.descendingIterator().forEachRemaining(program -> program.write(out));
  }

  void read(PartReader in) {
    List<TensorProgram> outermostFirst = new ArrayList<>();
    for (int left = in.count(); left > 0; left--) {
      outermostFirst.add(TensorProgram.read(in));
    }
    outermostFirst.forEach(programs::push);
    programs.forEach(program -> room.left -= program.live.size());
  }
}
