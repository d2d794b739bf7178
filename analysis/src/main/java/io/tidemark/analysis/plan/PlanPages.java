package io.tidemark.analysis.plan;

import io.tidemark.analysis.state.PartReader;
import io.tidemark.analysis.state.PartWriter;
import io.tidemark.model.Extent;
import io.tidemark.model.Lifetime;
import io.tidemark.model.LogPosition;
import io.tidemark.model.MemoryEvent.Interval;
import io.tidemark.model.PlanRecord;
import io.tidemark.model.PlannedBuffer;
import java.util.ArrayList;
import java.util.List;

/** Intervals of a plan in pages of {@link PlanRecord.Page#SIZE}, from 1; page 0 is its head. */
final class PlanPages {

  private static final int VERSION = 1;

  private PlanPages() {}

  /** How many pages so many intervals take; the last of them is on the last page. */
  static int count(int intervals) {
    return (intervals + PlanRecord.Page.SIZE - 1) / PlanRecord.Page.SIZE;
  }

  static List<Interval> slice(List<Interval> intervals, int page) {
    int from = (page - 1) * PlanRecord.Page.SIZE;
    return intervals.subList(from, Math.min(intervals.size(), from + PlanRecord.Page.SIZE));
  }

  /** A page that lost its intervals at {@code offset}. */
  static byte[] emptied(long offset) {
    return new PartWriter(VERSION).number(0).number(offset).toBytes();
  }

  /** Where the page lost its intervals, which has none. */
  static long emptiedAt(byte[] page) {
    PartReader in = new PartReader(page, VERSION);
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
    }
    return out.toBytes();
  }

  /** Of the plan that {@code head} is of. */
  static List<Interval> read(byte[] bytes, PlanHead head) {
    PartReader in = new PartReader(bytes, VERSION);
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
    String op = in.word();
    String bufferClass = in.word();
    int first = in.count();
    int last = in.count();
    boolean whole = in.flag();
    long address = in.number();
    long bytes = in.number();
    long unpadded = in.number();
    return new Interval(
        new LogPosition(offset, time),
        head.name,
        head.memory,
        new PlannedBuffer(buffer, op, bufferClass),
        new Lifetime(first, last, whole),
        Extent.stated(address, bytes, unpadded),
        in.flag());
  }
}
