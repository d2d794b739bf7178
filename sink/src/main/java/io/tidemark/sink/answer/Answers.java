package io.tidemark.sink.answer;

import io.tidemark.model.ByteSize;
import io.tidemark.model.alert.Alert;
import io.tidemark.model.alert.AlertKey;
import io.tidemark.model.alert.AlertRule;
import io.tidemark.model.event.FailedAllocation;
import io.tidemark.model.event.FailureText;
import io.tidemark.model.event.MemoryEvent.OutOfMemory;
import io.tidemark.model.log.RunId;
import io.tidemark.model.memory.MemoryKey;
import io.tidemark.model.memory.MemoryUsage;
import io.tidemark.model.plan.PlanSpace;
import io.tidemark.model.run.AnalysisFailure;
import io.tidemark.model.run.Killed;
import io.tidemark.model.run.RunStatus;
import io.tidemark.model.training.TrainingMemory;
import io.tidemark.sink.board.Board;
import io.tidemark.sink.verdict.MainMemory;
import io.tidemark.sink.verdict.PlanOrder;
import io.tidemark.sink.verdict.PlanOrder.NamedPlan;
import io.tidemark.sink.verdict.RunState;
import io.tidemark.sink.verdict.RunVerdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Makes the {@link Answer} of a run: a pure function of the board and the time. */
public final class Answers {

  /** Memory of a training, which names none. */
  static final String TRAINED = "DRAM";

  private final Board board;
  private final RunId run;
  private final RunStatus status;
  private final RunVerdict verdict;
  private final Subject subject;

  private Answers(
      Board board, RunId run, RunStatus status, long nowMillis, @Nullable MemoryKey only) {
    this.board = board;
    this.run = run;
    this.status = status;
    subject = new Subject(board, run, status, only);
    verdict = RunVerdict.of(board, run, status, nowMillis);
  }

  public static Answer of(Board board, RunId run, RunStatus status, long nowMillis) {
    return new Answers(board, run, status, nowMillis, null).answer();
  }

  /** The answer about one memory of a run: where, why and who fills it are not of another one. */
  public static Answer of(Board board, MemoryKey memory, RunStatus status, long nowMillis) {
    return new Answers(board, memory.run(), status, nowMillis, memory).answer();
  }

  /**
   * The memory that the answer of a run is about, else the one of which an allocation failed,
   * without figures; {@code null} if its log names none.
   */
  public static @Nullable Fullness where(Board board, RunId run, RunStatus status, long nowMillis) {
    Answers answers = new Answers(board, run, status, nowMillis, null);
    Fullness where = answers.where();
    FailedAllocation failed = answers.subject.failed();
    return where != null || failed == null
        ? where
        : new Fullness(failed.device(), failed.memory(), null, 0, null, 0, false);
  }

  /** What is known of a memory of which the log states no use; {@code null} if nothing is. */
  static @Nullable OfMemory needed(
      Board board, MemoryKey memory, RunStatus status, long nowMillis) {
    Answers answers = new Answers(board, memory.run(), status, nowMillis, memory);
    FailedAllocation failed = answers.subject.failed();
    NamedPlan plan = answers.subject.plan(failed, false, answers.verdict.state());
    Fullness where = answers.where(failed, null, plan);
    return where == null
        ? null
        : new OfMemory(where, orStated(answers.fills(null, plan), failed), false);
  }

  private @Nullable Fullness where() {
    FailedAllocation failed = subject.failed();
    Map.Entry<MemoryKey, MemoryUsage> memory = subject.memory(failed);
    return where(failed, memory, subject.plan(failed, memory != null, verdict.state()));
  }

  private Answer answer() {
    FailedAllocation failed = subject.failed();
    Map.Entry<AlertKey, Alert> alert = subject.alert();
    Map.Entry<MemoryKey, MemoryUsage> memory = subject.memory(failed);
    NamedPlan plan = subject.plan(failed, memory != null, verdict.state());
    Fullness of = where(failed, memory, plan);
    Fullness where = of == null ? null : of.ofSeveral(several());
    Fills fills = orStated(fills(memory, plan), failed);
    MemoryUsage usage =
        plan != null ? null : memory == null ? subject.unmarked(failed) : memory.getValue();
    return new Answer(
        verdict,
        where,
        cause(failed, alert, where, plan).in(plan),
        fills,
        usage == null ? null : TrendText.words(usage),
        actions(failed, alert, fills, first(usage, fills, plan)),
        also(usage));
  }

  /** Whether the log names several devices with memory of their own. */
  private boolean several() {
    return Stream.concat(
                board.usageOf(run).stream()
                    .filter(usage -> MainMemory.isUsed(usage.getValue()))
                    .map(usage -> usage.getKey())
                    .filter(key -> !key.memory().equals(PlanSpace.HOST))
                    .map(MemoryKey::device),
                status.failures().newest().stream().map(OutOfMemory::device))
            .distinct()
            .limit(2)
            .count()
        > 1;
  }

  /**
   * The notes of the run, what an allocator took of the measured memory, and what a plan of it says
   * it is for.
   */
  private List<Note> also(@Nullable MemoryUsage usage) {
    List<Note> notes = new ArrayList<>(Note.of(status));
    if (usage == null) {
      return notes;
    }
    notes.addAll(Note.reserved(usage));
    String measured = usage.now().memory();
    PlanOrder.of(board, run).stream()
        .filter(plan -> plan.summary().memory().equals(measured))
        .findFirst()
        .map(plan -> Fills.of(plan.summary()).parts())
        .filter(parts -> !parts.isEmpty())
        .ifPresent(parts -> notes.add(new Note("planned", Fills.words(parts))));
    return notes;
  }

  private @Nullable Fullness where(
      @Nullable FailedAllocation failed,
      Map.@Nullable Entry<MemoryKey, MemoryUsage> memory,
      @Nullable NamedPlan plan) {
    if (memory != null && plan == null) {
      Fullness seen = Fullness.of(memory.getKey(), memory.getValue());
      return failed == null || status.failures().newest().isEmpty()
          ? seen
          : seen.failed(stated(failed));
    }
    if (plan != null && plan.summary().arenaBytes() > 0) {
      return Fullness.planned(
          Fullness.PLANNED,
          plan.summary().memory(),
          plan.summary().arenaBytes(),
          plan.summary().space().sizeBytes());
    }
    if (failed == null) {
      return training();
    }
    Fullness stated = stated(failed);
    return stated.usedBytes() == null && !stated.isTooSmall() ? null : stated;
  }

  private Fills fills(
      Map.@Nullable Entry<MemoryKey, MemoryUsage> memory, @Nullable NamedPlan plan) {
    if (plan != null) {
      return Fills.of(plan.summary());
    }
    if (memory != null) {
      return Fills.of(board, memory.getKey(), memory.getValue());
    }
    TrainingMemory training = trained();
    return training == null ? Fills.NONE : Fills.of(training);
  }

  /** Who holds the memory, as the error itself states it where nothing else does. */
  private static Fills orStated(Fills fills, @Nullable FailedAllocation failed) {
    return fills.equals(Fills.NONE) && failed != null ? Fills.of(failed.shortage()) : fills;
  }

  private @Nullable TrainingMemory trained() {
    return status.training() == null || !subject.isAbout(Fullness.PLANNED, TRAINED)
        ? null
        : status.training().memory();
  }

  /** The figures that the error itself states. */
  private static Fullness stated(FailedAllocation failed) {
    int banks = failed.shortage().banks();
    Long capacity = failed.bank().bankBytes();
    Long used = failed.bank().usedPerBank();
    Long bytes = used == null ? null : Long.valueOf(used * banks);
    return new Fullness(
        failed.device(),
        failed.memory(),
        bytes,
        bytes == null ? 0 : bytes,
        FailureText.needed(failed),
        capacity == null ? 0 : capacity * banks,
        false);
  }

  private @Nullable Fullness training() {
    TrainingMemory memory = trained();
    return memory == null
        ? null
        : Fullness.planned(
            Fullness.PLANNED, TRAINED, memory.peakBytes(), memory.assumptions().deviceBytes());
  }

  private Answer.Cause cause(
      @Nullable FailedAllocation failed,
      Map.@Nullable Entry<AlertKey, Alert> alert,
      @Nullable Fullness where,
      @Nullable NamedPlan plan) {
    AnalysisFailure broken = status.analysisFailure();
    if (broken != null && (!broken.isUpgrade() || verdict.state() == RunState.BEGUN_ANEW)) {
      return new Answer.Cause(broken.sentence(), null, null);
    }
    Killed killed = status.failures().killed();
    if (killed != null && verdict.state() == RunState.KILLED) {
      return new Answer.Cause(killed.sentence(), null, null);
    }
    if (failed != null) {
      boolean placed = where != null && where.device().equals(failed.device());
      return new Answer.Cause(
          placed ? FailureText.why(failed) : FailureText.sentence(failed),
          FailureText.what(failed),
          FailureText.fits(failed));
    }
    if (alert == null) {
      return Answer.Cause.NONE;
    }
    boolean tooLarge = alert.getKey().rule() == AlertRule.WILL_NOT_FIT;
    String fits = tooLarge && where != null ? where.fits(plan) : null;
    return new Answer.Cause(alert.getValue().sentence(), null, fits);
  }

  /** What helps more than anything general: no leak, or no padding. */
  private static @Nullable String first(
      @Nullable MemoryUsage usage, Fills fills, @Nullable NamedPlan plan) {
    return plan != null && plan.isTooLarge()
        ? Advice.padding(plan.summary())
        : TrendText.advice(usage, fills);
  }

  private List<String> actions(
      @Nullable FailedAllocation failed,
      Map.@Nullable Entry<AlertKey, Alert> alert,
      Fills fills,
      @Nullable String first) {
    List<String> actions = new ArrayList<>();
    boolean ended = status.time().endMillis() != null;
    Killed killed = status.failures().killed();
    if (first != null) {
      actions.add(first);
    }
    AnalysisFailure broken = status.analysisFailure();
    if (broken != null && !broken.isUpgrade()) {
      actions.add(Advice.of(AlertRule.ANALYSIS_FAILED, "", ended));
    } else if (verdict.state() == RunState.KILLED && killed != null) {
      boolean named = killed.by() != null;
      actions.add(named ? Advice.of(AlertRule.KILLED, "", ended) : Advice.WHO_KILLED);
    } else if (failed != null) {
      List<String> formats = status.formats();
      actions.add(Advice.of(failed, formats, fills) + Advice.page(failed, formats));
    } else if (alert != null) {
      actions.add(Advice.of(alert.getKey().rule(), alert.getKey().memory(), ended, fills));
    }
    if (verdict.state() == RunState.CAPACITY_UNKNOWN) {
      actions.add(giveSize());
    }
    actions.addAll(MissingLines.of(board, run, status));
    return actions;
  }

  /** A plan need not be for the device of the snapshots, e.g. if it was compiled elsewhere. */
  private String giveSize() {
    return board.usageOf(run).stream()
        .map(memory -> memory.getValue().now())
        .filter(now -> now.capacityBytes() > 0 && PlanSpace.ofDevice(now.memory()))
        .findFirst()
        .map(
            now ->
                "If the plan is for the device of the snapshots: --device-memory %dMiB."
                    .formatted(now.capacityBytes() / ByteSize.MIB))
        .orElse("Give the size of the memory: --device-memory SIZE.");
  }
}
