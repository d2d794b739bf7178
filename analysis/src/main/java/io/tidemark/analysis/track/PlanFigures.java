package io.tidemark.analysis.track;

import io.tidemark.model.MemoryEvent.Interval;
import io.tidemark.model.PlanRecord;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** One static plan: its intervals as they come, and what they add up to. */
final class PlanFigures {

  static final int MAX_INTERVALS = 65_536;
  static final int MAX_STEPS = 16_384;
  private static final int VERSION = 1;

  final int number;
  private final String memory;
  private final long capacityBytes;
  private final long alignBytes;
  private final List<Interval> intervals = new ArrayList<>();
  private final Set<String> keys = new HashSet<>();
  private final Set<Integer> unstored = new TreeSet<>();
  private final Set<Integer> untold = new TreeSet<>();
  private String name = "";
  private String setting = "";
  private String state = "open";
  private long cut;
  private long unitedBytes = -1;
  private long logicalPeakBytes = -1;
  private int logicalPeakStep = -1;
  private At at = new At(0, 0);

  PlanFigures(int number, String memory, long capacityBytes, long alignBytes) {
    this.number = number;
    this.memory = memory;
    this.capacityBytes = Math.max(0, capacityBytes);
    this.alignBytes = Math.max(1, alignBytes);
    unstored.add(0);
  }

  String name() {
    return name;
  }

  /** What the planner tried, empty until {@link #name(String, String)}. */
  String setting() {
    return setting;
  }

  boolean named() {
    return !name.isEmpty();
  }

  /** Until it has a name, nothing of it is told. */
  void name(String itsName, String itsSetting) {
    name = itsName;
    setting = itsSetting;
    touch(0);
  }

  /** Whether a buffer of this name, class and first step is in it already. */
  boolean holds(Interval interval) {
    return keys.contains(key(interval));
  }

  private static String key(Interval interval) {
    return interval.buffer() + '\0' + interval.bufferClass() + '\0' + interval.firstStep();
  }

  /** Takes a buffer in, and answers it as one of this plan and memory. */
  Interval add(Interval told) {
    Interval interval = told.in(name, memory);
    at = new At(interval.offset(), interval.timeMillis());
    touch(0);
    if (intervals.size() >= MAX_INTERVALS
        || Math.max(interval.firstStep(), interval.lastStep()) >= MAX_STEPS) {
      cut++;
    } else {
      keys.add(key(interval));
      intervals.add(interval);
      touch(1 + (intervals.size() - 1) / PlanRecord.Page.SIZE);
    }
    return interval;
  }

  /** Addresses that several live buffers hold count once; {@code bytes} are set aside for all. */
  void unite(long bytes) {
    unitedBytes = bytes;
  }

  /** The peak of unpadded bytes that the compiler itself states, whatever the memories. */
  void logicalPeak(long bytes, int step) {
    logicalPeakBytes = bytes;
    logicalPeakStep = step;
    touch(0);
  }

  /** These instead of all there are: at least as many. */
  void replace(List<Interval> others, long itsCut) {
    intervals.clear();
    keys.clear();
    cut = itsCut;
    touch(0);
    others.forEach(this::add);
  }

  List<Interval> intervals() {
    return intervals;
  }

  void end(String how, At when) {
    state = how;
    at = when;
    touch(0);
  }

  private void touch(int page) {
    unstored.add(page);
    untold.add(page);
  }

  /** The changed pages of a plan that has a name, and from then on none. */
  Map<Integer, PlanRecord> changedPages() {
    Map<Integer, PlanRecord> pages = new TreeMap<>();
    if (named()) {
      for (int page : untold) {
        pages.put(page, page == 0 ? summary() : page(page));
      }
      untold.clear();
    }
    return pages;
  }

  private PlanRecord.Page page(int page) {
    List<Interval> some = slice(page);
    return new PlanRecord.Page(some, some.get(some.size() - 1).offset());
  }

  private List<Interval> slice(int page) {
    int from = (page - 1) * PlanRecord.Page.SIZE;
    return intervals.subList(from, Math.min(intervals.size(), from + PlanRecord.Page.SIZE));
  }

  private PlanRecord.Summary summary() {
    PlanRecord.Summary summary =
        PlanSums.of(intervals, alignBytes, unitedBytes)
            .summary(memory, setting, state, capacityBytes, cut, at);
    return summary.withLogicalPeak(logicalPeakBytes, logicalPeakStep);
  }

  Map<Integer, byte[]> unstoredPages() {
    Map<Integer, byte[]> pages = new TreeMap<>();
    for (int page : unstored) {
      pages.put(page, page == 0 ? head() : pageBytes(page));
    }
    unstored.clear();
    return pages;
  }

  private byte[] head() {
    return new PartWriter(VERSION)
        .text(memory)
        .number(capacityBytes)
        .number(alignBytes)
        .text(name)
        .text(setting)
        .text(state)
        .number(cut)
        .number(at.offset())
        .number(at.timeMillis())
        .number(unitedBytes)
        .number(logicalPeakBytes)
        .number(logicalPeakStep)
        .toBytes();
  }

  private byte[] pageBytes(int page) {
    PartWriter out = new PartWriter(VERSION);
    List<Interval> some = slice(page);
    out.number(some.size());
    for (Interval i : some) {
      out.number(i.offset()).number(i.timeMillis()).text(i.buffer()).text(i.op());
      out.text(i.bufferClass()).number(i.firstStep()).number(i.lastStep()).flag(i.wholeLoop());
      out.number(i.address()).number(i.bytes()).number(i.unpaddedBytes()).flag(i.placed());
    }
    return out.toBytes();
  }

  static PlanFigures read(int number, byte[] head) {
    PartReader in = new PartReader(head, VERSION);
    PlanFigures plan = new PlanFigures(number, in.word(), in.number(), in.number());
    plan.name = in.word();
    plan.setting = in.word();
    plan.state = in.word();
    plan.cut = in.number();
    plan.at = new At(in.number(), in.number());
    plan.unitedBytes = in.number();
    plan.logicalPeakBytes = in.number();
    plan.logicalPeakStep = in.count();
    plan.unstored.clear();
    plan.untold.add(0);
    return plan;
  }

  void readPage(int page, byte[] bytes) {
    PartReader in = new PartReader(bytes, VERSION);
    for (int left = in.count(); left > 0; left--) {
      Interval interval = readInterval(in);
      intervals.add(interval);
      keys.add(key(interval));
    }
    untold.add(page);
  }

  private Interval readInterval(PartReader in) {
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
        offset,
        time,
        name,
        memory,
        buffer,
        op,
        bufferClass,
        first,
        last,
        whole,
        address,
        bytes,
        unpadded,
        in.flag());
  }
}
