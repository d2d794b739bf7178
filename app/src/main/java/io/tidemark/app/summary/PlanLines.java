package io.tidemark.app.summary;

import io.tidemark.model.ByteSize;
import io.tidemark.model.Counted;
import io.tidemark.model.TerminalText;
import io.tidemark.model.plan.Placements;
import io.tidemark.model.plan.PlanPeak;
import io.tidemark.model.plan.PlanRecord;
import io.tidemark.model.plan.PlanRecord.Backing;
import io.tidemark.model.plan.PlanRecord.Owner;
import io.tidemark.model.plan.PlanState;
import io.tidemark.sink.verdict.PlanVerdict;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** A static plan as lines for a terminal. */
final class PlanLines {

  private static final int MOST_OWNERS = 3;
  private static final int MOST_BACKINGS = 16;

  /** A smaller overhead reads as none. */
  private static final double LEAST_OVERHEAD = 0.000_05;

  private final List<String> lines = new ArrayList<>();

  private PlanLines() {}

  static List<String> of(String name, PlanRecord.Summary plan) {
    PlanLines all = new PlanLines();
    all.figures(name, plan);
    all.buffers(plan);
    plan.findings()
        .forEach(found -> all.line("    %s: %s", found.kind(), TerminalText.of(found.what())));
    return all.lines;
  }

  private void line(String format, Object... values) {
    lines.add(text(format, values));
  }

  private static String text(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }

  private void figures(String name, PlanRecord.Summary plan) {
    line(
        "  plan %s of %s: %s; %s%s%s%s%s",
        TerminalText.of(name),
        TerminalText.of(plan.memory()),
        verdict(plan),
        ByteSize.text(plan.arenaBytes()),
        capacity(plan),
        peak(plan),
        plan.overhead() < LEAST_OVERHEAD
            ? ""
            : text(" (the arena is %.2f %% larger)", 100 * plan.overhead()),
        banks(plan));
    Placements placed = plan.arena().placements();
    boolean stopped = plan.state() == PlanState.FAILED && placed.failed() == 0;
    if (listed(plan)) {
      line("    %,d %s", placed.placed(), stopped ? "in the list" : "placed" + failed(plan));
    }
    if (plan.arena().calledBytes() != null) {
      line(
          "    called computations %s, not in the footprint",
          ByteSize.text(plan.arena().calledBytes()));
    }
    if (!plan.use().unpaddedPerStep().isEmpty()) {
      long highest = Collections.max(plan.use().unpaddedPerStep());
      line(
          "    padding %s of the peak; without any at most %s, first at step %,d",
          ByteSize.text(plan.arena().paddingBytes()),
          ByteSize.text(highest),
          plan.use().unpaddedPerStep().indexOf(highest));
    }
    Long logicalBytes = plan.peaks().logical().bytes();
    Long logicalStep = plan.peaks().logical().step();
    if (logicalBytes != null && logicalStep != null) {
      line(
          "    the compiler's logical peak, without padding and reuse: %s at step %,d",
          ByteSize.text(logicalBytes), logicalStep);
    }
  }

  /** Whether the log lists buffers of it; a compiler's sentence may state the sum alone. */
  private static boolean listed(PlanRecord.Summary plan) {
    Placements placements = plan.arena().placements();
    return placements.placed() + placements.failed() > 0;
  }

  private static String peak(PlanRecord.Summary plan) {
    return listed(plan)
        ? text(
            ", peak %s at step %,d", ByteSize.text(plan.peakBytes()), plan.peaks().placed().step())
        : ", no buffers listed";
  }

  private static String failed(PlanRecord.Summary plan) {
    int failed = plan.arena().placements().failed();
    PlanPeak with = plan.peaks().withFailed();
    return failed == 0
        ? ", 0 failed"
        : text(
            ", %,d failed; with failed %s at step %,d",
            failed, ByteSize.text(with.bytes()), with.step());
  }

  private static String verdict(PlanRecord.Summary plan) {
    PlanVerdict verdict = PlanVerdict.of(plan);
    return verdict == PlanVerdict.CAPACITY_UNKNOWN
        ? verdict.words() + " (give --device-memory)"
        : verdict.words();
  }

  private static String capacity(PlanRecord.Summary plan) {
    return plan.space().sizeBytes() == 0
        ? ""
        : text(
            " of %s (%.1f %%)",
            ByteSize.text(plan.space().sizeBytes()),
            100.0 * plan.arenaBytes() / plan.space().sizeBytes());
  }

  private static String banks(PlanRecord.Summary plan) {
    return plan.space().bankBytes() == 0
        ? ""
        : text(
            ", %d of %d banks",
            plan.space().banksUsed(), plan.space().capacityBytes() / plan.space().bankBytes());
  }

  private void buffers(PlanRecord.Summary plan) {
    if (!plan.peaks().owners().isEmpty()) {
      line("    at the peak: %s", owners(plan.peaks().owners()));
    }
    plan.backings().stream().limit(MOST_BACKINGS).forEach(this::backing);
    if (plan.backings().size() > MOST_BACKINGS) {
      line("    and %d buffers more", plan.backings().size() - MOST_BACKINGS);
    }
    if (plan.arena().placements().cut() > 0) {
      line(
          "    %,d intervals are in no figure: beyond a plan's limits, or without a live range",
          plan.arena().placements().cut());
    }
  }

  private static String owners(List<Owner> owners) {
    String largest =
        owners.stream()
            .limit(MOST_OWNERS)
            .map(
                o ->
                    text(
                        "%s%s %s%s",
                        TerminalText.of(o.buffer()), op(o), ByteSize.text(o.bytes()), padding(o)))
            .collect(Collectors.joining(", "));
    return owners.size() > MOST_OWNERS ? largest + " and others" : largest;
  }

  private static String padding(Owner owner) {
    return owner.unpaddedBytes() == null
        ? ""
        : " with %s padding".formatted(ByteSize.text(owner.bytes() - owner.unpaddedBytes()));
  }

  private static String op(Owner owner) {
    return owner.opName() == null ? "" : " (" + TerminalText.of(owner.opName()) + ")";
  }

  private void backing(Backing backing) {
    String least =
        backing.tensors().smallestBytes() == backing.tensors().largestBytes()
            ? ""
            : ByteSize.text(backing.tensors().smallestBytes()) + " to ";
    line(
        "    buffer %3d %10s  %-4s %s of %s%s, %.2f %% in use while borrowed",
        backing.id(),
        ByteSize.text(backing.bytes()),
        TerminalText.of(backing.elementType()),
        Counted.text(backing.tensors().tensors(), "tensor"),
        least,
        ByteSize.text(backing.tensors().largestBytes()),
        100 * backing.busyUse());
  }
}
