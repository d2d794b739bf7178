package io.tidemark.sink.answer;

import io.tidemark.model.alert.Alert;
import io.tidemark.model.alert.AlertKey;
import io.tidemark.model.alert.AlertRule;
import io.tidemark.model.event.BankBytes;
import io.tidemark.model.event.FailedAllocation;
import io.tidemark.model.event.MemoryEvent.OutOfMemory;
import io.tidemark.model.log.RunId;
import io.tidemark.model.memory.MemoryKey;
import io.tidemark.model.memory.MemoryUsage;
import io.tidemark.model.plan.PlanRecord;
import io.tidemark.model.plan.PlanSpace;
import io.tidemark.model.plan.PlanState;
import io.tidemark.model.run.Refusals;
import io.tidemark.model.run.RunFailures;
import io.tidemark.model.run.RunStatus;
import io.tidemark.sink.board.Board;
import io.tidemark.sink.verdict.MainMemory;
import io.tidemark.sink.verdict.PlanOrder;
import io.tidemark.sink.verdict.PlanOrder.NamedPlan;
import io.tidemark.sink.verdict.RunState;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Chooses what the answer of a run is about: the failure, the alert, the memory and the plan. */
final class Subject {

  private final Board board;
  private final RunId run;
  private final RunStatus status;
  private final @Nullable MemoryKey only;

  /**
   * @param only the memory that the answer is about; {@code null} for all of the run
   */
  Subject(Board board, RunId run, RunStatus status, @Nullable MemoryKey only) {
    this.board = board;
    this.run = run;
    this.status = status;
    this.only = only;
  }

  /** Whether the answer may be about a memory. */
  boolean isAbout(String device, String memory) {
    return only == null || only.equals(new MemoryKey(run, device, memory));
  }

  /** The failure that the answer is about: the newest that ended the run, else was refused. */
  @Nullable FailedAllocation failed() {
    RunFailures failures = status.failures();
    Refusals refused = failures.refused();
    return newest(failures.newest().stream().map(OutOfMemory::allocation))
        .or(() -> newest(listed(refused).stream().map(Refusals.Refused::allocation)))
        .orElse(null);
  }

  private static List<Refusals.Refused> listed(@Nullable Refusals refused) {
    return refused == null ? List.of() : refused.newest();
  }

  private Optional<FailedAllocation> newest(Stream<FailedAllocation> failures) {
    return failures
        .filter(failed -> isAbout(failed.device(), failed.memory()))
        .reduce((one, next) -> next);
  }

  /** The worst alert that lasts. */
  Map.@Nullable Entry<AlertKey, Alert> alert() {
    return board.alertsOf(run).stream()
        .filter(alert -> alert.getValue().lasts(status.endMillis()))
        .filter(alert -> isAbout(alert.getKey().device(), alert.getKey().memory()))
        // The trend says it.
        .filter(alert -> alert.getKey().rule() != AlertRule.GROWING)
        .max(
            Comparator.comparing(
                    (Map.Entry<AlertKey, Alert> alert) -> alert.getKey().rule().severity())
                .thenComparing(alert -> alert.getKey().rule()))
        .orElse(null);
  }

  /** The memory of the failure, else the most important one in use. */
  Map.@Nullable Entry<MemoryKey, MemoryUsage> memory(@Nullable FailedAllocation failed) {
    return MainMemory.of(board, run).stream()
        .filter(memory -> only == null || only.equals(memory.getKey()))
        .filter(
            memory ->
                failed == null
                    ? MainMemory.isUsed(memory.getValue())
                    : memory.getKey().device().equals(failed.device())
                        && memory.getKey().memory().equals(failed.memory()))
        .findFirst()
        .orElse(null);
  }

  /**
   * The only memory of this name, if the failure is of another device: many trainers' lines name no
   * device, and the ranks of a job grow alike.
   */
  @Nullable MemoryUsage unmarked(@Nullable FailedAllocation failed) {
    if (failed == null || only != null) {
      return null;
    }
    List<MemoryUsage> alike =
        MainMemory.of(board, run).stream()
            .filter(memory -> memory.getKey().memory().equals(failed.memory()))
            .map(Map.Entry::getValue)
            .toList();
    return alike.size() == 1 ? alike.get(0) : null;
  }

  /** The plan that matters more than a memory: one that does not fit, or the only figures. */
  @Nullable NamedPlan plan(@Nullable FailedAllocation failed, boolean measured, RunState state) {
    List<NamedPlan> plans =
        PlanOrder.of(board, run).stream()
            .filter(plan -> only == null || only.memory().equals(plan.summary().memory()))
            .toList();
    if (failed != null) {
      List<NamedPlan> alike =
          plans.stream()
              .filter(plan -> !measured && isOf(plan.summary(), failed.memory()))
              .toList();
      return alike.stream()
          .filter(NamedPlan::isTooLarge)
          .findFirst()
          .orElse(statesNothing(failed) ? PlanOrder.main(alike) : null);
    }
    boolean leads = !measured || state == RunState.WILL_NOT_FIT;
    return leads ? PlanOrder.main(plans) : null;
  }

  /** Whether only a plan can say how full the memory was. */
  private static boolean statesNothing(FailedAllocation failed) {
    return failed.bank().equals(BankBytes.needed(-1));
  }

  /**
   * Whether a plan is of this memory. XLA's report of a failure on a GPU does not name it, though
   * its allocator does.
   */
  private static boolean isOf(PlanRecord.Summary plan, String memory) {
    return plan.memory().equals(memory)
        || (plan.memory().equals(PlanSpace.UNNAMED)
            && plan.state() == PlanState.FAILED
            && plan.space().sizeBytes() == 0
            && PlanSpace.ofDevice(memory));
  }
}
