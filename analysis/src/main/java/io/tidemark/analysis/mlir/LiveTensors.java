package io.tidemark.analysis.mlir;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The tensors that ops have put on the device and nobody has freed. Names are a program's own, for
 * each begins again with {@code %0}; what a nested program leaves over goes with it, save what it
 * yields, and that is its caller's result.
 */
public final class LiveTensors {

  /** Deeper, or more in one program, than any log seen: what is beyond is not counted. */
  private static final int MAX_DEPTH = 32;

  private static final int MAX_LIVE = 1 << 16;

  private final Deque<Program> programs = new ArrayDeque<>();

  /** Sums over the tensors of one memory, bytes. */
  public record Sums(int tensors, long logicalBytes, long paddedBytes) {
    Sums and(MlirTensor tensor) {
      long logical = tensor.logicalBytes();
      long padded = tensor.paddedBytes();
      return logical < 0 || padded < 0
          ? this
          : new Sums(tensors + 1, logicalBytes + logical, paddedBytes + padded);
    }
  }

  private static final class Program {
    private final Map<String, MlirTensor> live = new HashMap<>();
    private @Nullable MlirOp running;
    private boolean retains;

    /** What runs now has done its work when the next op begins. */
    private void settle() {
      MlirOp op = running;
      running = null;
      if (op != null && op.deallocates() && !retains) {
        op.operands().forEach(live::remove);
      }
      MlirTensor yielded = op == null ? null : yielded(op);
      String result = op == null ? null : op.result();
      if (yielded != null && result != null && live.size() < MAX_LIVE) {
        live.put(result, yielded);
      }
      retains = false;
    }
  }

  /** What the op leaves on the device, {@code null} when that is nothing. */
  static @Nullable MlirTensor yielded(MlirOp op) {
    return MlirTensor.all(op.outputType()).stream()
        .filter(tensor -> "dram".equals(tensor.memory()) || "l1".equals(tensor.memory()))
        .findFirst()
        .orElse(null);
  }

  public void programStarted() {
    if (programs.size() < MAX_DEPTH) {
      programs.push(new Program());
    }
  }

  public void programFinished() {
    programs.poll();
  }

  /** Whatever ran was ended by a failure. */
  public void abandon() {
    programs.clear();
  }

  /** The op begins. */
  public void started(MlirOp op) {
    if (programs.isEmpty()) {
      programStarted();
    }
    Program program = programs.element();
    program.settle();
    program.running = op;
  }

  /** The runtime says that the deallocation that runs frees nothing. */
  public void retained() {
    Program program = programs.peek();
    if (program != null) {
      program.retains = true;
    }
  }

  /** While the op runs, what it yields included. */
  public Sums in(String memory) {
    Sums sums = new Sums(0, 0, 0);
    for (Program program : programs) {
      for (MlirTensor tensor : program.live.values()) {
        sums = memory.equals(tensor.memory()) ? sums.and(tensor) : sums;
      }
    }
    Program innermost = programs.peek();
    MlirOp op = innermost == null ? null : innermost.running;
    MlirTensor own = op == null ? null : yielded(op);
    return own != null && Objects.equals(own.memory(), memory) ? sums.and(own) : sums;
  }
}
