package io.tidemark.analysis.system.tenstorrent;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.OptBoolean;
import io.tidemark.analysis.memory.ModuleName;
import io.tidemark.analysis.system.tenstorrent.mlir.MlirTensor;
import io.tidemark.model.event.FailedAllocation;
import io.tidemark.model.event.FailedTensor;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The op whose line was read last, until it has surely ended. Stands for what a failed allocation
 * was to hold.
 *
 * @param takes types of its operands as printed
 * @param yields types of its results as printed
 * @param name as its line names it; {@code null} in a state of an earlier build, too
 */
record RunningOp(
    String takes,
    String yields,
    @Nullable String location,
    @JsonProperty(isRequired = OptBoolean.FALSE) @Nullable String name) {

  /** Rows are padded to one of these sizes. */
  private static final long[] ALIGNMENTS = {32, 64};

  /**
   * Returns the tensor of a failed allocation: the result or operand whose size is that of the
   * request, else the only result; {@code null} if there are several, or if the request is for no
   * tensor of the op.
   */
  @Nullable FailedTensor failed(FailedAllocation failure) {
    boolean ofTensor =
        switch (failure.diagnosis()) {
          case BUFFERS_BEYOND_L1, BUFFERS_CLASH, TRACE_REGION_TOO_SMALL, REGION_TOO_SMALL -> false;
          default -> true;
        };
    List<MlirTensor> results =
        MlirTensor.results(yields, TensorTracker.MOST_RESULTS).stream()
            .filter(Objects::nonNull)
            .toList();
    List<MlirTensor> all = new ArrayList<>(results);
    all.addAll(MlirTensor.all(takes));
    for (MlirTensor tensor : ofTensor ? all : List.<MlirTensor>of()) {
      for (long bytes : new long[] {tensor.paddedBytes(), tensor.logicalBytes()}) {
        if (bytes > 0 && isSize(bytes, tensor.pageBytes(), failure)) {
          return of(tensor, bytes, true);
        }
      }
    }
    boolean only = ofTensor && results.size() == 1 && results.get(0).paddedBytes() >= 0;
    return only && failure.memory().equalsIgnoreCase(results.get(0).memory())
        ? of(results.get(0), results.get(0).paddedBytes(), false)
        : null;
  }

  /**
   * Whether a request is for so many bytes. A request is rounded up to whole pages in each bank,
   * and each row to its alignment.
   */
  private static boolean isSize(long bytes, long page, FailedAllocation failure) {
    int banks = failure.shortage().banks();
    Long each = failure.bank().neededPerBank();
    Long stated = failure.shortage().neededBytes();
    long needed = stated != null ? stated : each != null ? each * banks : -1;
    long over = needed - bytes;
    if (over == 0 || (page > 0 && over > 0 && over < page * banks && needed % page == 0)) {
      return true;
    }
    for (long alignment : ALIGNMENTS) {
      long row = (page + alignment - 1) / alignment * alignment;
      if (page > 0 && bytes % page == 0 && bytes / page * row == needed) {
        return true;
      }
    }
    return false;
  }

  private FailedTensor of(MlirTensor tensor, long bytes, boolean proved) {
    String place = location == null ? null : ModuleName.place(location);
    return new FailedTensor(tensor.shapeText(), tensor.dtype(), bytes, place, proved);
  }
}
