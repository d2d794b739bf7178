package io.tidemark.analysis.system.tpumlir;

import io.tidemark.analysis.memory.OpNameLimiter;
import io.tidemark.analysis.plan.PlanFigures;
import io.tidemark.analysis.plan.Plans;
import io.tidemark.analysis.state.PartReader;
import io.tidemark.analysis.state.PartWriter;
import io.tidemark.model.Extent;
import io.tidemark.model.FindingKind;
import io.tidemark.model.Lifetime;
import io.tidemark.model.LogPosition;
import io.tidemark.model.MemoryEvent;
import io.tidemark.model.MemoryEvent.Interval;
import io.tidemark.model.PlanRecord.Finding;
import io.tidemark.model.PlanState;
import io.tidemark.model.PlannedBuffer;
import java.util.List;
import java.util.function.Consumer;

/**
 * Converts a compiled net's profile to a plan of global memory. Each layer is a step, with the
 * tensors that the layer reads and writes. Tensors in local memory are left out: the text states
 * their addresses but not the share of a lane.
 */
final class BmProfileTracker {

  private final Plans plans;
  private int open;
  private int layer = -1;
  private String type = "";

  BmProfileTracker(Plans plans) {
    this.plans = plans;
  }

  void apply(BmProfileFact fact, LogPosition at, Consumer<MemoryEvent> events) {
    if (fact instanceof BmProfileFact.Subnet subnet) {
      end(subnet.begins() ? PlanState.TRUNCATED : PlanState.COMPLETE, at);
      if (subnet.begins()) {
        begin("subnet=" + subnet.id());
      }
    } else if (fact instanceof BmProfileFact.Layer line) {
      layer++;
      type = OpNameLimiter.cut(line.type());
    } else if (fact instanceof BmProfileFact.Tensor tensor && tensor.globalAddress() > 0) {
      tensor(tensor, at, events);
    }
  }

  private void begin(String setting) {
    open = plans.begin(GmemTracker.MEMORY, 0, 1);
    layer = -1;
    PlanFigures plan = plans.at(open);
    if (plan != null) {
      plan.unite();
      plan.scatter();
      plan.name("net#" + plan.number, setting);
    }
  }

  private void tensor(BmProfileFact.Tensor tensor, LogPosition at, Consumer<MemoryEvent> events) {
    if (plans.at(open) == null) {
      begin("");
    }
    PlanFigures plan = plans.at(open);
    if (plan == null) {
      return;
    }
    if (tensor.bytes() < 0) {
      plan.found(List.of(new Finding(FindingKind.UNKNOWN_TYPE, "tensor " + tensor.id())));
    }
    int step = Math.max(0, layer);
    events.accept(
        plan.add(
            new Interval(
                at,
                "",
                GmemTracker.MEMORY,
                new PlannedBuffer(
                    "tensor " + tensor.id(), type, tensor.constant() ? "weight" : "activation"),
                Lifetime.of(step, step),
                Extent.stated(tensor.globalAddress(), Math.max(0, tensor.bytes())),
                true)));
  }

  private void end(PlanState how, LogPosition at) {
    plans.end(open, how, at);
    open = Plans.NONE;
  }

  void write(PartWriter out) {
    out.number(open).number(layer).text(type);
  }

  void read(PartReader in) {
    open = in.count();
    layer = in.count();
    type = in.word();
  }
}
