package io.tidemark.analysis.plan;

import io.tidemark.analysis.state.PartReader;
import io.tidemark.analysis.state.PartWriter;
import io.tidemark.model.FindingKind;
import io.tidemark.model.LogPosition;
import io.tidemark.model.PlanRecord.Backing;
import io.tidemark.model.PlanRecord.Finding;
import io.tidemark.model.PlanState;
import io.tidemark.model.StatedPeak;
import io.tidemark.model.TensorSizes;
import java.util.ArrayList;
import java.util.List;

/** A plan's figures beside its intervals; confined to its {@link PlanFigures}. */
final class PlanHead {

  private static final int VERSION = 2;

  final String memory;
  final long capacityBytes;
  final long alignBytes;
  String name = "";
  String setting = "";
  PlanState state = PlanState.OPEN;
  long cut;

  /** The arena is as large as this, whatever its buffers use of it. */
  long reservedBytes;

  /** Addresses that several live buffers hold count once. */
  boolean united;

  /** Addresses begin anywhere: the arena is what they cover. */
  boolean scattered;

  /** 0 when unknown. */
  long bankBytes;

  StatedPeak logicalPeak = StatedPeak.UNKNOWN;
  final List<Finding> findings = new ArrayList<>();
  final List<Backing> backings = new ArrayList<>();
  LogPosition at = new LogPosition(0, 0);

  PlanHead(String memory, long capacityBytes, long alignBytes) {
    this.memory = memory;
    this.capacityBytes = Math.max(0, capacityBytes);
    this.alignBytes = Math.max(1, alignBytes);
  }

  boolean open() {
    return state == PlanState.OPEN;
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
    findings.forEach(finding -> out.text(finding.kind().name()).text(finding.what()));
    out.number(backings.size());
    for (Backing b : backings) {
      out.number(b.id()).text(b.elementType()).number(b.bytes());
      TensorSizes tensors = b.tensors();
      out.number(tensors.tensors());
      out.number(tensors.smallestBytes()).number(tensors.largestBytes());
      out.number(b.busySteps()).number(b.usedByteSteps());
    }
    return out.toBytes();
  }

  static PlanHead read(byte[] bytes) {
    PartReader in = new PartReader(bytes, VERSION);
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
      head.findings.add(new Finding(FindingKind.of(in.word()), in.word()));
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
    return head;
  }
}
