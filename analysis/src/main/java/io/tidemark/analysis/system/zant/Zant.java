package io.tidemark.analysis.system.zant;

import io.tidemark.analysis.line.Fact;
import io.tidemark.analysis.line.LineFormat;
import io.tidemark.analysis.memory.OpNameLimiter;
import io.tidemark.analysis.memory.RunOutput;
import io.tidemark.analysis.message.RowFact;
import io.tidemark.analysis.plan.Plans;
import io.tidemark.analysis.state.Section;
import io.tidemark.analysis.state.Stored;
import io.tidemark.analysis.system.LogSystem;
import io.tidemark.analysis.system.RunContext;
import io.tidemark.analysis.system.SystemTracker;
import io.tidemark.model.event.BankBytes;
import io.tidemark.model.event.FailedAllocation;
import io.tidemark.model.event.MemoryEvent.OutOfMemory;
import io.tidemark.model.event.MemoryView;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Z-Ant: its compiler's memory plans and its tracing allocators. */
public final class Zant implements LogSystem {

  public static final String FORMAT = "zant";

  @Override
  public String name() {
    return FORMAT;
  }

  @Override
  public List<LineFormat> lineFormats() {
    return List.of(new ZantFormat(FORMAT));
  }

  @Override
  public SystemTracker newTracker(RunContext context) {
    return new ZantTracker(context.plans());
  }

  /** Tracks the plans and allocators of one run. */
  static final class ZantTracker implements SystemTracker {

    private final ZantPlans plans;
    private ZantAllocators allocators = new ZantAllocators();

    private record State(@Nullable Long planningLine, ZantAllocators allocators) {}

    ZantTracker(Plans plans) {
      this.plans = new ZantPlans(plans);
    }

    @Override
    public boolean expects(Fact fact, long line) {
      return plans.expects(fact, line);
    }

    @Override
    public void apply(Fact fact, RunOutput out) {
      plans.apply(fact, out);
      if (fact instanceof RowFact line) {
        allocators.apply(line, out);
      }
    }

    @Override
    public Section<?> section() {
      return new Section<>(
          State.class, () -> new State(plans.planningLine(), allocators), this::restore);
    }

    private void restore(State stored) {
      plans.planningAt(stored.planningLine());
      allocators = stored.allocators();
    }

    /**
     * Z-Ant's tracing allocators: each scope is a memory of unknown size. Their printed sum omits
     * in-place growth and shrinkage of blocks, so it is added here.
     */
    @Stored
    private static final class ZantAllocators {

      private static final String DEVICE = "0";
      private static final int MAX_SCOPES = 16;

      private final Map<String, Heap> byScope = new TreeMap<>();

      @Stored
      private static final class Heap {
        private long printedBytes;
        private long resizedBytes;

        private long heldBytes() {
          return Math.max(0, printedBytes + resizedBytes);
        }
      }

      void apply(RowFact line, RunOutput out) {
        String scope = line.word("scope");
        switch (line.kind()) {
          case "held" -> {
            Heap heap = heap(scope);
            heap.printedBytes = line.figure("held");
            stated(scope, heap.heldBytes(), out);
          }
          case "resized" -> {
            Heap heap = heap(scope);
            heap.resizedBytes += line.figure("to") - line.figure("from");
            // The allocator omits repeated sums, but this block is certainly held.
            stated(scope, Math.max(heap.heldBytes(), line.figure("to")), out);
          }
          case "no_room" -> {
            Heap known = byScope.get(scope);
            long held = known == null ? -1 : known.heldBytes();
            BankBytes bank = BankBytes.stated(line.bytes(), -1, held, -1, -1);
            out.failed(
                new OutOfMemory(
                    out.at(), FailedAllocation.of(DEVICE, memory(scope), bank, null, null)));
          }
          default -> {}
        }
      }

      private Heap heap(String scope) {
        Heap known = byScope.get(scope);
        if (known == null) {
          known = new Heap();
          if (byScope.size() < MAX_SCOPES) {
            byScope.put(scope, known);
          }
        }
        return known;
      }

      private static void stated(String scope, long bytes, RunOutput out) {
        out.stated(DEVICE, new MemoryView(memory(scope), 1, 0, bytes, 0, 0L));
      }

      private static String memory(String scope) {
        return OpNameLimiter.cut(scope).toUpperCase(Locale.ROOT);
      }
    }
  }
}
