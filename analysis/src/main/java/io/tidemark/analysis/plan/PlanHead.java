package io.tidemark.analysis.plan;

import io.tidemark.analysis.state.PartReader;
import io.tidemark.analysis.state.PartWriter;
import io.tidemark.model.LogPosition;
import io.tidemark.model.PlanRecord.Backing;
import io.tidemark.model.PlanRecord.Finding;
import java.util.ArrayList;
import java.util.List;

/** A plan's figures beside its intervals; confined to its {@link PlanFigures}. */
final class PlanHead {

  private static final int VERSION = 2;
  private static final String OPEN = "open";

  final String memory;
  final long capacityBytes;
  final long alignBytes;
  String name = "";
  String setting = "";
  String state = OPEN;
  long cut;

  /** The arena is as large as this, whatever its buffers use of it. */
  long reservedBytes;

  /** Addresses that several live buffers hold count once. */
  boolean united;

  /** Addresses begin anywhere: the arena is what they cover. */
  boolean scattered;

  /** 0 when unknown. */
  long bankBytes;

  long logicalPeakBytes = -1;
  int logicalPeakStep = -1;
  final List<Finding> findings = new ArrayList<>();
  final List<Backing> backings = new ArrayList<>();
  LogPosition at = new LogPosition(0, 0);

  PlanHead(String memory, long capacityBytes, long alignBytes) {
    this.memory = memory;
    this.capacityBytes = Math.max(0, capacityBytes);
    this.alignBytes = Math.max(1, alignBytes);
  }

  boolean open() {
    return state.equals(OPEN);
  }

  byte[] toBytes() {
    PartWriter out = new PartWriter(VERSION);
    out.text(memory).number(capacityBytes).number(alignBytes).text(name).text(setting).text(state);
    out.number(cut).number(reservedBytes).flag(united);
    out.flag(scattered).number(bankBytes);
    out.number(logicalPeakBytes).number(logicalPeakStep);
    out.number(at.offset()).number(at.timeMillis()).number(findings.size());
    findings.forEach(finding -> out.text(finding.kind()).text(finding.what()));
    out.number(backings.size());
    for (Backing b : backings) {
      out.number(b.id()).text(b.elementType()).number(b.bytes()).number(b.tensors());
      out.number(b.smallestBytes()).number(b.largestBytes());
      out.number(b.busySteps()).number(b.usedByteSteps());
    }
    return out.toBytes();
  }

  static PlanHead read(byte[] bytes) {
    PartReader in = new PartReader(bytes, VERSION);
    PlanHead head = new PlanHead(in.word(), in.number(), in.number());
    head.name = in.word();
    head.setting = in.word();
    head.state = in.word();
    head.cut = in.number();
    head.reservedBytes = in.number();
    head.united = in.flag();
    head.scattered = in.flag();
    head.bankBytes = in.number();
    head.logicalPeakBytes = in.number();
    head.logicalPeakStep = in.count();
    head.at = new LogPosition(in.number(), in.number());
    for (int left = in.count(); left > 0; left--) {
      head.findings.add(new Finding(in.word(), in.word()));
    }
    for (int left = in.count(); left > 0; left--) {
      head.backings.add(
          new Backing(
              in.count(),
              in.word(),
              in.number(),
              in.count(),
              in.number(),
              in.number(),
              in.number(),
              in.number()));
    }
    return head;
  }
}
