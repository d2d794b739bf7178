package io.tidemark.sink.board;

import io.tidemark.model.ByteSize;
import io.tidemark.model.alert.Alert;
import io.tidemark.model.alert.AlertKey;
import io.tidemark.model.alert.AlertRule;
import io.tidemark.model.event.BankBytes;
import io.tidemark.model.event.Excess;
import io.tidemark.model.event.MemoryEvent.OutOfMemory;
import io.tidemark.model.log.RunId;
import io.tidemark.model.plan.PlanKey;
import io.tidemark.model.plan.PlanRecord;
import io.tidemark.model.plan.PlanSpace;
import io.tidemark.model.run.RunStatus;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Joins a compiler's out-of-memory text with its plan. The text names no module. It belongs to the
 * plans of its run or folder whose arena equals the stated size, within the text's rounding. Its
 * limit becomes the capacity of those plans, which get the alert that they will not fit. Only a
 * board holds both: the text and the dump are two sources.
 */
public final class StatedLimits {

  /** Sizes have two decimals from MiB on and one in KiB; XLA truncates further digits. */
  private static final long PARTS_OF_LARGE_UNITS = 100;

  private static final long PARTS_OF_KIB = 10;

  private final Board board;
  private final SortedMap<PlanKey, PlanRecord> plans;
  private final SortedMap<AlertKey, Alert> alerts;

  /** Plans without a capacity, which a text may supply. */
  private final List<PlanKey> unlimited;

  private record Text(RunId run, OutOfMemory failure, long neededBytes, long limitBytes) {}

  private StatedLimits(Board board) {
    this.board = board;
    this.plans = new TreeMap<>(board.plans());
    this.alerts = new TreeMap<>(board.alerts());
    this.unlimited = plans.keySet().stream().filter(this::isUnlimited).toList();
  }

  private boolean isUnlimited(PlanKey key) {
    return plans.get(key) instanceof PlanRecord.Summary plan && plan.space().capacityBytes() == 0;
  }

  /** The board with the limits of its texts applied; the same object if none applies. */
  public static Board joined(Board board) {
    List<Text> texts = new ArrayList<>();
    if (!board.plans().isEmpty()) {
      board.runs().forEach((run, status) -> collect(run, status, texts));
    }
    if (texts.isEmpty()) {
      return board;
    }
    StatedLimits limits = new StatedLimits(board);
    boolean any = false;
    for (Text text : texts) {
      any |= limits.join(text);
    }
    return any ? limits.board() : board;
  }

  private Board board() {
    return new Board(
        board.runs(),
        board.usage(),
        board.ops(),
        board.timelines(),
        Collections.unmodifiableSortedMap(plans),
        Collections.unmodifiableSortedMap(alerts));
  }

  /** Uses a compiler's text, which states only the needed and the available size. */
  private static void collect(RunId run, RunStatus status, List<Text> texts) {
    for (OutOfMemory failure : status.failures().newest()) {
      BankBytes bank = failure.bank();
      Long needed = bank.neededPerBank();
      Long limit = bank.bankBytes();
      boolean compiled = failure.shortage().banks() == 1 && bank.freePerBank() == null;
      if (compiled && needed != null && limit != null && needed > limit) {
        texts.add(new Text(run, failure, needed, limit));
      }
    }
  }

  private boolean join(Text text) {
    boolean any = false;
    for (PlanKey key : unlimited) {
      PlanRecord.Summary plan = agreeing(key, text);
      if (plan != null) {
        PlanSpace space = plan.space();
        PlanSpace limited =
            new PlanSpace(space.memory(), text.limitBytes(), space.bankBytes(), space.banksUsed());
        plans.put(key, plan.in(limited));
        AlertKey alert =
            new AlertKey(key.run(), AlertRule.WILL_NOT_FIT, text.failure().device(), plan.memory());
        alerts.putIfAbsent(alert, alert(key, plan, text));
        any = true;
      }
    }
    return any;
  }

  private PlanRecord.@Nullable Summary agreeing(PlanKey key, Text text) {
    boolean near = key.run().equals(text.run()) || folder(key.run()).equals(folder(text.run()));
    return near
            && isUnlimited(key)
            && plans.get(key) instanceof PlanRecord.Summary plan
            && plan.memory().equals(text.failure().memory())
            && agrees(plan.arenaBytes(), text.neededBytes())
        ? plan
        : null;
  }

  static boolean agrees(long bytes, long stated) {
    long unit = ByteSize.unitOf(stated);
    long rounding = unit == 1 ? 1 : unit / (unit == 1024 ? PARTS_OF_KIB : PARTS_OF_LARGE_UNITS);
    return Math.abs(bytes - stated) < rounding;
  }

  private static String folder(RunId run) {
    return run.source().substring(0, run.source().lastIndexOf('/') + 1);
  }

  private Alert alert(PlanKey key, PlanRecord.Summary plan, Text text) {
    String excess = Excess.text(text.neededBytes(), text.limitBytes(), plan.memory());
    String words = "plan %s %s%s".formatted(key.plan(), excess, owner(plan));
    RunStatus run = board.runs().get(key.run());
    Long over = run == null ? null : run.endMillis();
    long at = text.failure().timeMillis();
    Long end = over == null ? null : Long.valueOf(Math.max(over, at));
    Alert alert = new Alert(at, at, end, 1, words, plan.offset(), plan.offset());
    return run == null ? alert : alert.of(run.source().host(), run.source().labels());
  }

  private static String owner(PlanRecord.Summary plan) {
    if (plan.peaks().owners().isEmpty()) {
      return "";
    }
    PlanRecord.Owner largest = plan.peaks().owners().get(0);
    return "; largest at the peak: %s, %s%s"
        .formatted(
            largest.buffer(),
            ByteSize.text(largest.bytes()),
            largest.opName() == null ? "" : ", of " + largest.opName());
  }
}
