package io.tidemark.analysis.system.tenstorrent;

import io.tidemark.analysis.system.tenstorrent.mlir.MlirOp;
import io.tidemark.analysis.system.tenstorrent.mlir.ModuleArgument;
import io.tidemark.model.MemoryView;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An op that the runtime executes, and what is held before it.
 *
 * @param type as memory lines name it
 * @param printed the op's own line; {@code null} in logs without op lines
 * @param before the memories of its snapshot, in the log's order
 * @param constants the program that computes constants once and contains it; {@code null} for none
 * @param tensors live while it runs, what it yields included
 * @param weights declared by the module: those that it takes, or that the program's caller took
 */
public record Operation(
    String device,
    String type,
    @Nullable MlirOp printed,
    List<MemoryView> before,
    @Nullable Constants constants,
    Tensors tensors,
    List<ModuleArgument> weights) {

  public Operation {
    before = List.copyOf(before);
    weights = List.copyOf(weights);
  }

  /**
   * A program that computes constants once.
   *
   * @param missed nothing was cached of it, as the log says
   */
  public record Constants(String program, boolean missed) {}

  /**
   * Sums over live tensors.
   *
   * @param full as many are live as are followed: the sums are too low
   */
  public record Tensors(TensorSums dram, TensorSums l1, boolean full) {}
}
