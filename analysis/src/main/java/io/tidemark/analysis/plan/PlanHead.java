package io.tidemark.analysis.plan;

import io.tidemark.analysis.state.PartReader;
import io.tidemark.analysis.state.PartWriter;
import io.tidemark.model.FindingKind;
import io.tidemark.model.LogPosition;
import io.tidemark.model.PlanRecord.Backing;
import io.tidemark.model.PlanRecord.Finding;
import io.tidemark.model.PlanRecord.Partner;
import io.tidemark.model.PlanState;
import io.tidemark.model.StatedPeak;
import io.tidemark.model.TensorSizes;
import java.util.ArrayList;
import java.util.List;

/** Figures of a plan other than its intervals; confined to its {@link PlanFigures}. */
final class PlanHead {

  /** First version with partners of findings and with the outline. */
  private static final int PARTNERS = 3;

  private static final int MAX_FINDINGS = 64;
  private static final int OLDEST = 2;
  private static final int VERSION = PARTNERS;

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

  /** Replaces the findings of a kind. Returns whether that changed anything. */
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

  byte[] toBytes() {
    PartWriter out = new PartWriter(VERSION);
    out.text(memory)
        .number(capacityBytes)
        .number(alignBytes)
        .text(name)
        .text(setting)
        .text(state.word());
    out.number(cut).number(reservedBytes).flag(united);
    out.flag(scattered).number(bankBytes);
    out.figure(logicalPeak.bytes()).figure(logicalPeak.step());
    out.number(at.offset()).number(at.timeMillis()).number(findings.size());
    for (Finding finding : findings) {
      out.text(finding.kind().name()).text(finding.what()).number(partners(finding).size());
      partners(finding).forEach(partner -> out.text(partner.buffer()).number(partner.bytes()));
    }
    out.number(backings.size());
    for (Backing b : backings) {
      out.number(b.id()).text(b.elementType()).number(b.bytes());
      TensorSizes tensors = b.tensors();
      out.number(tensors.tensors());
      out.number(tensors.smallestBytes()).number(tensors.largestBytes());
      out.number(b.busySteps()).number(b.usedByteSteps());
    }
    outline.write(out);
    return out.toBytes();
  }

  static PlanHead read(byte[] bytes) {
    PartReader in = new PartReader(bytes, OLDEST, VERSION);
    PlanHead head = new PlanHead(in.word(), in.number(), in.number());
    head.name = in.word();
    head.setting = in.word();
    head.state = PlanState.of(in.word());
    head.cut = in.number();
    head.reservedBytes = in.number();
    head.united = in.flag();
    head.scattered = in.flag();
    head.bankBytes = in.number();
    head.logicalPeak = new StatedPeak(in.figure(), in.figure());
    head.at = new LogPosition(in.number(), in.number());
    for (int left = in.count(); left > 0; left--) {
      head.findings.add(new Finding(FindingKind.of(in.word()), in.word(), partners(in)));
    }
    for (int left = in.count(); left > 0; left--) {
      head.backings.add(
          new Backing(
              in.count(),
              in.word(),
              in.number(),
              new TensorSizes(in.count(), in.number(), in.number()),
              in.number(),
              in.number()));
    }
    if (in.version() >= PARTNERS) {
      head.outline = PlanOutline.read(in);
    }
    return head;
  }

  private static List<Partner> partners(Finding finding) {
    List<Partner> partners = finding.partners();
    return partners == null ? List.of() : partners;
  }

  private static List<Partner> partners(PartReader in) {
    List<Partner> partners = new ArrayList<>();
    for (int left = in.version() >= PARTNERS ? in.count() : 0; left > 0; left--) {
      partners.add(new Partner(in.word(), in.number()));
    }
    return partners;
  }
}
