package io.tidemark.analysis.plan;

import io.tidemark.analysis.state.PartReader;
import io.tidemark.analysis.state.PartWriter;
import io.tidemark.model.BufferContents;
import io.tidemark.model.Extent;
import io.tidemark.model.Lifetime;
import io.tidemark.model.LogPosition;
import io.tidemark.model.MemoryEvent.Interval;
import io.tidemark.model.PlanRecord;
import io.tidemark.model.PlannedBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Splits the intervals of a plan into pages of {@link PlanRecord.Page#SIZE}, from 1; page 0 is the
 * head.
 */
final class PlanPages {

  /** First version with the contents of buffers. */
  private static final int CONTENTS = 2;

  private static final int OLDEST = 1;
  private static final int VERSION = CONTENTS;

  private PlanPages() {}

  /** Number of pages for this number of intervals, also the number of the last page. */
  static int count(int intervals) {
    return (intervals + PlanRecord.Page.SIZE - 1) / PlanRecord.Page.SIZE;
  }

  static List<Interval> slice(List<Interval> intervals, int page) {
    int from = (page - 1) * PlanRecord.Page.SIZE;
    return intervals.subList(from, Math.min(intervals.size(), from + PlanRecord.Page.SIZE));
  }

  /** Serializes a page that lost its intervals at {@code offset}. */
  static byte[] emptied(long offset) {
    return new PartWriter(VERSION).number(0).number(offset).toBytes();
  }

  /** Returns the offset at which an empty page lost its intervals. */
  static long emptiedAt(byte[] page) {
    PartReader in = new PartReader(page, OLDEST, VERSION);
    in.number();
    return in.number();
  }

  static byte[] toBytes(List<Interval> page) {
    PartWriter out = new PartWriter(VERSION);
    out.number(page.size());
    for (Interval i : page) {
      out.number(i.offset()).number(i.timeMillis()).text(i.buffer().name()).text(i.buffer().op());
      out.text(i.buffer().bufferClass())
          .number(i.firstStep())
          .number(i.lastStep())
          .flag(i.lifetime().wholeLoop());
      out.figure(i.extent().address())
          .number(i.bytes())
          .figure(i.extent().unpaddedBytes())
          .flag(i.placed());
      write(i.buffer().contents(), out);
    }
    return out.toBytes();
  }

  private static void write(BufferContents contents, PartWriter out) {
    boolean known = !contents.equals(BufferContents.UNKNOWN);
    out.flag(known);
    if (known) {
      out.text(contents.shape()).text(contents.dtype()).text(contents.layout());
      out.figure(contents.elements()).figure(contents.allocation());
      out.text(contents.opcode()).text(contents.opName());
    }
  }

  private static BufferContents contents(PartReader in) {
    return in.version() >= CONTENTS && in.flag()
        ? new BufferContents(
            in.text(), in.text(), in.text(), in.figure(), in.figure(), in.text(), in.text())
        : BufferContents.UNKNOWN;
  }

  /** Reads a page of the plan with this head. */
  static List<Interval> read(byte[] bytes, PlanHead head) {
    PartReader in = new PartReader(bytes, OLDEST, VERSION);
    List<Interval> page = new ArrayList<>();
    for (int left = in.count(); left > 0; left--) {
      page.add(interval(in, head));
    }
    return page;
  }

  private static Interval interval(PartReader in, PlanHead head) {
    long offset = in.number();
    long time = in.number();
    String buffer = in.word();
    String op = in.text();
    String bufferClass = in.word();
    int first = in.count();
    int last = in.count();
    boolean whole = in.flag();
    long address = in.number();
    long bytes = in.number();
    long unpadded = in.number();
    boolean placed = in.flag();
    return new Interval(
        new LogPosition(offset, time),
        head.name,
        head.memory,
        new PlannedBuffer(buffer, op, bufferClass, contents(in)),
        new Lifetime(first, last, whole),
        Extent.stated(address, bytes, unpadded),
        placed);
  }
}
