package io.tidemark.analysis.system.tenstorrent;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.OptBoolean;
import io.tidemark.analysis.memory.FreedBuffer;
import io.tidemark.analysis.memory.OpNameLimiter;
import io.tidemark.analysis.system.tenstorrent.TensorPool.Yield;
import io.tidemark.analysis.system.tenstorrent.mlir.TensorEffect;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The tensors that ops allocated on one device and that are not yet freed. Names belong to a
 * program, since each one starts at {@code %0}. When a nested program ends, its remaining tensors
 * are dropped. Its results are results of its caller.
 */
final class TensorTracker {

  /** Limit for all devices of a run: every slice rewrites the tensors. */
  static final int MOST_LIVE = 1024;

  static final int MOST_RESULTS = 16;

  /** Limit between two blocks; an op frees one tensor, or a few. */
  private static final int MOST_FREED = 64;

  private static final Pattern SEVERAL = Pattern.compile(", ");
  private static final int MAX_DEPTH = 8;

  /** Limit of results that outlive their program; a model returns two for each of its layers. */
  private static final int MOST_RETURNED = 64;

  private static final int MAX_NAME_CHARS = 32;

  private final Deque<TensorProgram> programs = new ArrayDeque<>();
  private final TensorPool pool;
  private final List<FreedBuffer> freed = new ArrayList<>();

  /** Results of ended submissions, the oldest first. A later one may take and free them. */
  private final Deque<FreedBuffer> returned = new ArrayDeque<>();

  private boolean anyOp;

  /**
   * What is stored of it.
   *
   * @param programs the innermost first
   */
  record State(
      boolean anyOp,
      List<FreedBuffer> freed,
      List<TensorProgram.State> programs,
      @JsonProperty(isRequired = OptBoolean.FALSE) @Nullable List<FreedBuffer> returned) {}

  enum Use {
    WEIGHT,
    ACTIVATION,
    OTHER
  }

  /**
   * A tensor on the device.
   *
   * @param memory name as in memory lines
   * @param producer the op that produced it, named as in memory lines; {@code null} if unknown
   * @param module module and source line of that op
   */
  record Held(
      String memory,
      Use use,
      long logicalBytes,
      long paddedBytes,
      @Nullable String producer,
      @Nullable String module) {

    Held by(@Nullable String op, @Nullable String itsModule) {
      return new Held(memory, use, logicalBytes, paddedBytes, op, itsModule);
    }
  }

  TensorTracker(TensorPool pool) {
    this.pool = pool;
  }

  /**
   * Starts a program. If the outermost program starts again, the earlier one ended without a line.
   */
  void programStarted(String program) {
    String name = OpNameLimiter.cut(program);
    if (!programs.isEmpty() && programs.getLast().name.equals(name)) {
      abandon();
    }
    if (!programs.isEmpty()) {
      // Ops of the new program produce the results of the current op.
      programs.element().producedWithin();
    }
    if (programs.size() < MAX_DEPTH) {
      boolean within = !programs.isEmpty() && programs.element().use == Use.WEIGHT;
      boolean weights = within || Programs.constEval(program);
      programs.push(new TensorProgram(name, weights ? Use.WEIGHT : Use.ACTIVATION));
    }
  }

  void programFinished(String program) {
    String name = OpNameLimiter.cut(program);
    if (programs.stream().anyMatch(open -> open.name.equals(name))) {
      TensorProgram finished;
      do {
        finished = programs.pop();
        pool.follow(-finished.live.size());
        if (programs.isEmpty()) {
          finished.settle(pool.room(), this::freed);
        } else {
          finished.settleFrees(this::freed);
        }
      } while (!finished.name.equals(name));
      if (programs.isEmpty()) {
        finished.live.values().stream()
            .filter(tensor -> tensor.producer() != null)
            .forEach(tensor -> returned.add(buffer(tensor)));
        while (returned.size() > MOST_RETURNED) {
          returned.remove();
        }
      }
    }
  }

  /**
   * Finds the argument that an op frees among the results of earlier submissions, by its size: the
   * line of a free names the argument, and not the op that made it.
   */
  private void adopt(TensorProgram program, TensorEffect effect) {
    List<@Nullable Yield> types = pool.read(effect.takes());
    Yield type = types.isEmpty() || effect.frees().isEmpty() ? null : types.get(0);
    if (type == null || programs.size() > 1 || pool.room() <= 0) {
      return;
    }
    for (FreedBuffer result : returned) {
      if (result.memory().equals(type.memory()) && result.bytes() == type.paddedBytes()) {
        returned.remove(result);
        Held tensor =
            new Held(
                type.memory(),
                program.use,
                type.logicalBytes(),
                type.paddedBytes(),
                result.producer(),
                result.module());
        pool.follow(program.adopt(effect.frees().get(0), tensor));
        return;
      }
    }
  }

  /** Drops all programs, after a failure or missing lines. */
  void abandon() {
    programs.forEach(program -> pool.follow(-program.live.size()));
    programs.clear();
    freed.clear();
    returned.clear();
  }

  /** Sets the current op, named as in memory lines. */
  void producedBy(String op, String module) {
    TensorProgram program = programs.peek();
    if (program != null) {
      program.producedBy(op, module);
    }
  }

  private void freed(Held tensor) {
    if (freed.size() < MOST_FREED) {
      freed.add(buffer(tensor));
    }
  }

  private static FreedBuffer buffer(Held tensor) {
    return new FreedBuffer(
        tensor.memory(), tensor.producer(), tensor.module(), tensor.paddedBytes());
  }

  /** Returns the tensors freed since the last call. */
  List<FreedBuffer> takeFreed() {
    List<FreedBuffer> taken = List.copyOf(freed);
    freed.clear();
    return taken;
  }

  /** Begins an op; the previous op of its program has ended. */
  void started(TensorEffect effect) {
    anyOp = true;
    if (programs.isEmpty()) {
      programs.push(new TensorProgram("", Use.OTHER));
    }
    TensorProgram program = programs.element();
    pool.follow(program.settle(pool.room(), this::freed));
    List<String> results = results(effect.result());
    List<@Nullable Yield> yields = pool.read(effect.yields());
    Use use = effect.loadsCached() ? Use.WEIGHT : program.use;
    for (int i = 0; i < results.size(); i++) {
      String name = results.get(i);
      Yield of = i < yields.size() ? yields.get(i) : null;
      if (name.length() <= MAX_NAME_CHARS) {
        program.yields(
            name,
            of == null
                ? null
                : new Held(of.memory(), use, of.logicalBytes(), of.paddedBytes(), null, null));
      }
    }
    program.frees = effect.frees();
    adopt(program, effect);
    if (effect.loadsCached()) {
      program.producedWithin();
    }
  }

  /** Splits {@code %a}, {@code %a, %b}, or {@code %a:2}, which is {@code %a#0} and {@code %a#1}. */
  private static List<String> results(@Nullable String printed) {
    if (printed == null) {
      return List.of();
    }
    int colon = printed.indexOf(':');
    if (colon < 0) {
      return printed.indexOf(',') < 0
          ? List.of(printed)
          : List.of(SEVERAL.split(printed, MOST_RESULTS));
    }
    List<String> names = new ArrayList<>();
    String count = printed.substring(colon + 1);
    if (count.matches("[1-9][0-9]?")) {
      for (int i = 0; i < Math.min(MOST_RESULTS, Integer.parseInt(count)); i++) {
        names.add(printed.substring(0, colon) + '#' + i);
      }
    }
    return names;
  }

  /** Notes that the current deallocation frees nothing. */
  void retained() {
    TensorProgram program = programs.peek();
    if (program != null) {
      program.frees = List.of();
    }
  }

  /** Whether the limit of live tensors is reached, so that new ones are not counted. */
  boolean full() {
    return pool.room() <= 0;
  }

  boolean any() {
    return anyOp;
  }

  /** Sum of the tensors in a memory now, without the results of the current op. */
  TensorSums alive(String memory) {
    TensorSums sums = TensorSums.NONE;
    for (TensorProgram program : programs) {
      sums = sums.and(program.sums(memory));
    }
    return sums;
  }

  /** Sum of the tensors in a memory, including the results of the current op. */
  TensorSums in(String memory) {
    TensorSums sums = alive(memory);
    TensorProgram innermost = programs.peek();
    return innermost == null ? sums : sums.and(innermost.yielded(memory));
  }

  State state() {
    return new State(
        anyOp,
        freed,
        programs.stream().map(TensorProgram::state).toList(),
        returned.isEmpty() ? null : List.copyOf(returned));
  }

  void restore(State stored) {
    anyOp = stored.anyOp();
    freed.addAll(stored.freed());
    stored.programs().forEach(program -> programs.add(TensorProgram.of(program)));
    programs.forEach(program -> pool.follow(program.live.size()));
    if (stored.returned() != null) {
      returned.addAll(stored.returned());
    }
  }
}
