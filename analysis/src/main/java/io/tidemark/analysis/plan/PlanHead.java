package io.tidemark.analysis.plan;

import io.tidemark.analysis.state.Stored;
import io.tidemark.model.log.LogPosition;
import io.tidemark.model.plan.FindingKind;
import io.tidemark.model.plan.PlanRecord.Backing;
import io.tidemark.model.plan.PlanRecord.Finding;
import io.tidemark.model.plan.PlanState;
import io.tidemark.model.plan.StatedPeak;
import java.util.ArrayList;
import java.util.List;

/** Figures of a plan other than its intervals; confined to its {@link PlanFigures}. */
@Stored
final class PlanHead {

  private static final int MAX_FINDINGS = 64;

  final String memory;
  final long capacityBytes;
  final long alignBytes;
  String name = "";
  String setting = "";
  PlanState state = PlanState.OPEN;
  long cut;

  /** Minimum size of the arena, regardless of its buffers. */
  long reservedBytes;

  /** Whether addresses shared by live buffers count once. */
  boolean united;

  /** Whether the arena is the covered bytes, since addresses start anywhere. */
  boolean scattered;

  /** Bank size in bytes; 0 if unknown. */
  long bankBytes;

  StatedPeak logicalPeak = StatedPeak.UNKNOWN;
  final List<Finding> findings = new ArrayList<>();
  final List<Backing> backings = new ArrayList<>();

  PlanOutline outline = PlanOutline.UNKNOWN;

  LogPosition at = new LogPosition(0, 0);

  private PlanHead() {
    this("", 0, 1);
  }

  PlanHead(String memory, long capacityBytes, long alignBytes) {
    this.memory = memory;
    this.capacityBytes = Math.max(0, capacityBytes);
    this.alignBytes = Math.max(1, alignBytes);
  }

  boolean open() {
    return state == PlanState.OPEN;
  }

  /** Adds findings; above the limit the first are kept. */
  void found(List<Finding> found) {
    int room = MAX_FINDINGS - findings.size();
    findings.addAll(found.subList(0, Math.min(found.size(), room)));
  }

  boolean replaced(FindingKind kind, List<String> what) {
    List<Finding> found = what.stream().map(each -> new Finding(kind, each)).toList();
    List<Finding> before = findings.stream().filter(each -> each.kind() == kind).toList();
    if (found.equals(before)) {
      return false;
    }
    findings.removeAll(before);
    found(found);
    return true;
  }

  boolean has(FindingKind kind) {
    return findings.stream().anyMatch(finding -> finding.kind() == kind);
  }
}
