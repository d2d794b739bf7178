package io.tidemark.sink.board;

import io.tidemark.model.ByteSize;
import io.tidemark.model.alert.Alert;
import io.tidemark.model.alert.AlertKey;
import io.tidemark.model.alert.AlertRule;
import io.tidemark.model.event.BankBytes;
import io.tidemark.model.event.Excess;
import io.tidemark.model.event.MemoryEvent.OutOfMemory;
import io.tidemark.model.log.RunId;
import io.tidemark.model.memory.MemoryKey;
import io.tidemark.model.memory.MemoryUsage;
import io.tidemark.model.plan.PlanKey;
import io.tidemark.model.plan.PlanRecord;
import io.tidemark.model.plan.PlanSpace;
import io.tidemark.model.run.RunStatus;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Gives plans the capacity that is stated elsewhere, and the alert if they do not fit into it. Only
 * a board holds both, since they may be of two sources or come in any order.
 *
 * <ul>
 *   <li>A compiler's out-of-memory text names no module. It belongs to the plans of its run or
 *       folder whose arena equals the stated size, within the text's rounding.
 *   <li>A snapshot of the same memory in the same run states the memory's size.
 * </ul>
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

  /** The board with the limits of its texts and snapshots; the same object if none applies. */
  public static Board joined(Board board) {
    if (board.plans().isEmpty()) {
      return board;
    }
    StatedLimits limits = new StatedLimits(board);
    if (limits.unlimited.isEmpty()) {
      return board;
    }
    List<Text> texts = new ArrayList<>();
    board.runs().forEach((run, status) -> collect(run, status, texts));
    boolean any = false;
    for (Text text : texts) {
      any |= limits.join(text);
    }
    for (PlanKey key : limits.unlimited) {
      any |= limits.joinSize(key);
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
        limit(key, plan, text.limitBytes());
        String excess = Excess.text(text.neededBytes(), text.limitBytes(), plan.memory());
        alert(key, plan, excess, text.failure().device(), text.failure().timeMillis());
        any = true;
      }
    }
    return any;
  }

  private boolean joinSize(PlanKey key) {
    if (!isUnlimited(key) || !(plans.get(key) instanceof PlanRecord.Summary plan)) {
      return false;
    }
    for (Map.Entry<MemoryKey, MemoryUsage> memory : board.usageOf(key.run())) {
      long size = memory.getValue().now().capacityBytes();
      if (size > 0 && memory.getKey().memory().equals(plan.memory())) {
        limit(key, plan, size);
        if (plan.arenaBytes() > size) {
          String excess = Excess.text(plan.arenaBytes(), size, plan.memory());
          alert(key, plan, excess, memory.getKey().device(), plan.attempt().at().timeMillis());
        }
        return true;
      }
    }
    return false;
  }

  private void limit(PlanKey key, PlanRecord.Summary plan, long bytes) {
    PlanSpace space = plan.space();
    plans.put(
        key,
        plan.in(new PlanSpace(space.memory(), bytes, space.bankBytes(), space.banksUsed())));
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

  private void alert(
      PlanKey key, PlanRecord.Summary plan, String excess, String device, long atMillis) {
    RunStatus run = board.runs().get(key.run());
    Long over = run == null ? null : run.endMillis();
    Long end = over == null ? null : Long.valueOf(Math.max(over, atMillis));
    String words = "plan %s %s%s".formatted(key.plan(), excess, owner(plan));
    Alert alert = new Alert(atMillis, atMillis, end, 1, words, plan.offset(), plan.offset());
    alerts.putIfAbsent(
        new AlertKey(key.run(), AlertRule.WILL_NOT_FIT, device, plan.memory()),
        run == null ? alert : alert.labelled(run.source().labels()));
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
