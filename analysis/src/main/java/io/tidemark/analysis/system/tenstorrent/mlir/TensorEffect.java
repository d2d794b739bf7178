package io.tidemark.analysis.system.tenstorrent.mlir;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The effect of an op on the tensors of the device, as far as its line shows it.
 *
 * @param result the name of its result; {@code null} for none
 * @param frees names of the tensors it deallocates
 * @param takes types of its operands as printed, without parentheses; empty for none, and for a
 *     free of anything but an argument
 * @param yields types of its results as printed; empty for none
 * @param loadsCached whether it runs a program that computes constants once, or takes its result
 */
public record TensorEffect(
    @Nullable String result, List<String> frees, String takes, String yields, boolean loadsCached) {

  public TensorEffect {
    frees = List.copyOf(frees);
  }
}
