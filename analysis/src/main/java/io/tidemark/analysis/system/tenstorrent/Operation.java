package io.tidemark.analysis.system.tenstorrent;

import io.tidemark.analysis.system.tenstorrent.mlir.MlirOp;
import io.tidemark.analysis.system.tenstorrent.mlir.ModuleArgument;
import io.tidemark.model.event.MemoryView;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An op that the runtime executes, with the memory use before it.
 *
 * @param type op name as in memory lines
 * @param printed the op's own line; {@code null} in logs without op lines
 * @param before memories of its snapshot, in the log's order
 * @param constants the enclosing program that computes constants once; {@code null} for none
 * @param tensors tensors that are live while it runs, including its results
 * @param weights declared weights that it takes, or that the caller of its program took
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
   * @param missed whether the log reports a cache miss for it
   */
  public record Constants(String program, boolean missed) {}

  /**
   * Sums over live tensors.
   *
   * @param full whether the limit of live tensors is reached, so that the sums are too low
   */
  public record Tensors(TensorSums dram, TensorSums l1, boolean full) {}
}
