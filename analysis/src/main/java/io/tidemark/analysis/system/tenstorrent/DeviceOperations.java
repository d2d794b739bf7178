package io.tidemark.analysis.system.tenstorrent;

import io.tidemark.analysis.memory.Block;
import io.tidemark.analysis.system.tenstorrent.Operation.Constants;
import io.tidemark.analysis.system.tenstorrent.Operation.Tensors;
import io.tidemark.analysis.system.tenstorrent.OperationListener.Limit;
import io.tidemark.analysis.system.tenstorrent.mlir.MlirOp;
import io.tidemark.analysis.system.tenstorrent.mlir.ModuleArgument;
import io.tidemark.model.event.Op;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Assembles the operations of one device for a listener. */
final class DeviceOperations implements DeviceListener {

  private final String device;
  private final RunOperations run;
  private final TensorTracker live;

  /** Programs by nesting depth, from 1; entries deeper than the running programs are obsolete. */
  private final Map<Integer, Started> started = new HashMap<>();

  /** The newest op line without a snapshot. */
  private @Nullable MlirOp printed;

  private List<ModuleArgument> lastWeights = List.of();

  /** A program, and the weights of the op that runs it. */
  private record Started(String program, List<ModuleArgument> weights) {}

  DeviceOperations(String device, RunOperations run, TensorPool pool) {
    this.device = device;
    this.run = run;
    this.live = new TensorTracker(pool);
  }

  @Override
  public void started(TenstorrentFact.OpStarted op) {
    printed = run.printed();
    live.started(op.tensors());
  }

  @Override
  public void retained() {
    live.retained();
  }

  @Override
  public void programStarted(String program, int depthBefore, Programs programs) {
    live.programStarted(program);
    int depth = programs.depth();
    if (depth == depthBefore && depth == Programs.MAX_DEPTH) {
      run.listener().onLimit(Limit.DEPTH, 1);
      return;
    }
    started.put(depth, new Started(program, lastWeights));
    lastWeights = List.of();
  }

  @Override
  public void programFinished(String program) {
    live.programFinished(program);
  }

  @Override
  public void abandoned() {
    live.abandon();
  }

  @Override
  public void snapshot(Block block, Programs programs) {
    Op op = block.op();
    if (op == null) {
      return;
    }
    Started within = started.get(programs.constEvalDepth());
    // Only the module's main program refers to weights by their declared names.
    List<ModuleArgument> own = programs.depth() > 1 ? List.of() : run.weights(printed);
    lastWeights = within == null ? own : within.weights();
    run.listener()
        .onOperation(
            new Operation(
                device,
                op.name(),
                printed,
                block.views(),
                within == null
                    ? null
                    : new Constants(within.program(), run.missed(within.program())),
                new Tensors(live.in(TensorPool.DRAM), live.in(TensorPool.L1), live.full()),
                lastWeights));
    printed = null;
  }
}
