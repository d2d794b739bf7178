package io.tidemark.analysis.system.tenstorrent.mlir;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What an op does to the tensors on the device, as far as its line shows.
 *
 * @param result the name of what it yields, {@code null} when that is nothing
 * @param frees the names of the tensors it deallocates
 * @param yields the types of what it yields, as printed; empty when that is nothing
 * @param loadsCached it runs a program that computes constants once, or takes what that left
 */
public record TensorEffect(
    @Nullable String result, List<String> frees, String yields, boolean loadsCached) {

  public TensorEffect {
    frees = List.copyOf(frees);
  }

  /** As the whole op says; a type that is no tensor's is left out. */
  public static TensorEffect of(MlirOp op) {
    String type = op.outputType();
    boolean tensors = type.startsWith("tensor<") || type.startsWith("(tensor<");
    return new TensorEffect(
        op.result(),
        op.deallocates() ? op.operands() : List.of(),
        tensors && op.result() != null ? type : "",
        op.loadsCached());
  }
}
