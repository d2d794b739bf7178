package io.tidemark.analysis.system.tpumlir;

import io.tidemark.analysis.line.Fact;
import io.tidemark.analysis.memory.OpNameLimiter;
import io.tidemark.analysis.memory.RunOutput;
import io.tidemark.analysis.plan.PlanFigures;
import io.tidemark.analysis.plan.Plans;
import io.tidemark.analysis.state.Section;
import io.tidemark.analysis.state.Stored;
import io.tidemark.analysis.system.SystemTracker;
import io.tidemark.model.event.Extent;
import io.tidemark.model.event.Lifetime;
import io.tidemark.model.event.MemoryEvent.Interval;
import io.tidemark.model.event.PlannedBuffer;
import io.tidemark.model.plan.FindingKind;
import io.tidemark.model.plan.PlanRecord.Finding;
import io.tidemark.model.plan.PlanState;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Tracks the compiler's searches and the runtime's profiles of one run. */
final class TpuMlirTracker implements SystemTracker {

  private final Plans plans;
  private State state = new State();

  /** What is stored. */
  @Stored
  private static final class State {
    private @Nullable Chip chip;
    private LmemTracker lmem = new LmemTracker();
    private EarlyLmemTracker earlyLmem = new EarlyLmemTracker();
    private GmemTracker gmem = new GmemTracker();
    private BmProfileTracker bmProfile = new BmProfileTracker();
    private MemoryAccesses accesses = new MemoryAccesses();
    private RuntimeBlocks blocks = new RuntimeBlocks();
  }

  /**
   * @param chip the given chip, which applies until the log names another
   */
  TpuMlirTracker(Plans plans, @Nullable Chip chip) {
    this.plans = plans;
    state.chip = chip;
  }

  private LaneMemory lane() {
    return new LaneMemory(plans, state.chip);
  }

  @Override
  public void apply(Fact fact, RunOutput out) {
    if (fact instanceof KeyValueRecord record) {
      apply(record, out);
    } else if (fact instanceof ChipNamed named) {
      state.chip = named.chip();
    } else if (fact instanceof BmProfileFact.Block block) {
      state.blocks.apply(block, out);
    } else if (fact instanceof BmProfileFact line) {
      state.bmProfile.apply(line, plans, out);
    } else if (fact instanceof MemoryAccessFact line) {
      state.accesses.apply(line, lane(), out);
    }
  }

  private void apply(KeyValueRecord record, RunOutput out) {
    String action = record.first(PlacementKey.ACTION);
    if (LmemTracker.ACTION.equals(action)) {
      state.lmem.apply(record, lane(), out);
    } else if (GmemTracker.ACTION.equals(action)) {
      state.gmem.apply(record, plans, out);
    } else if (action != null) {
      state.earlyLmem.apply(action, record, lane(), out);
    }
  }

  @Override
  public void end(RunOutput out) {
    state.blocks.close(out);
    state.earlyLmem.end(plans, out.at());
    state.gmem.end(plans, out.at());
    state.accesses.end(plans, out.at());
  }

  @Override
  public Section<?> section() {
    return new Section<>(State.class, () -> state, this::restore);
  }

  private void restore(State stored) {
    stored.chip = stored.chip == null ? state.chip : stored.chip;
    state = stored;
  }

  /**
   * Converts a compiled net's profile to a plan of global memory. Each layer is a step, with the
   * tensors that the layer reads and writes. Tensors in local memory are left out: the text states
   * their addresses but not the share of a lane.
   */
  @Stored
  private static final class BmProfileTracker {

    private int open;
    private int layer = -1;
    private String type = "";

    void apply(BmProfileFact fact, Plans plans, RunOutput out) {
      if (fact instanceof BmProfileFact.Subnet subnet) {
        plans.end(open, subnet.begins() ? PlanState.TRUNCATED : PlanState.COMPLETE, out.at());
        open = Plans.NONE;
        if (subnet.begins()) {
          begin("subnet=" + subnet.id(), plans);
        }
      } else if (fact instanceof BmProfileFact.Layer line) {
        layer++;
        type = OpNameLimiter.cut(line.type());
      } else if (fact instanceof BmProfileFact.Tensor tensor && tensor.globalAddress() > 0) {
        tensor(tensor, plans, out);
      }
    }

    private void begin(String setting, Plans plans) {
      open = plans.begin(GmemTracker.MEMORY, 0, 1);
      layer = -1;
      PlanFigures plan = plans.at(open);
      if (plan != null) {
        plan.unite();
        plan.scatter();
        plan.name("net#" + plan.number, setting);
      }
    }

    private void tensor(BmProfileFact.Tensor tensor, Plans plans, RunOutput out) {
      if (plans.at(open) == null) {
        begin("", plans);
      }
      PlanFigures plan = plans.at(open);
      if (plan == null) {
        return;
      }
      if (tensor.bytes() < 0) {
        plan.found(List.of(new Finding(FindingKind.UNKNOWN_TYPE, "tensor " + tensor.id())));
      }
      int step = Math.max(0, layer);
      out.accept(
          plan.add(
              new Interval(
                  out.at(),
                  "",
                  GmemTracker.MEMORY,
                  new PlannedBuffer(
                      "tensor " + tensor.id(), type, tensor.constant() ? "weight" : "activation"),
                  Lifetime.of(step, step),
                  Extent.stated(tensor.globalAddress(), Math.max(0, tensor.bytes())),
                  true)));
    }
  }
}
