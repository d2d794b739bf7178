package io.tidemark.analysis.system.xla;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.summingLong;

import io.tidemark.analysis.memory.OpNameLimiter;
import io.tidemark.analysis.plan.PlanFigures;
import io.tidemark.analysis.state.Stored;
import io.tidemark.model.event.MemoryEvent.Interval;
import io.tidemark.model.event.PlannedBuffer;
import io.tidemark.model.log.LogPosition;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The parts of a report's total; the {@code program} part has parts of its own. A part is drawn as
 * its rest beside its listed buffers, so that nothing counts twice.
 */
@Stored
final class XlaReportParts {

  private static final int MOST = 16;

  /** A rest of up to one part in this number is rounding, and ignored. */
  private static final long ROUNDING = 100;

  private static final String PROGRAM = "program";

  /** Parts of a buffer assignment whose listed buffers have a type. */
  private static final Set<String> NAMED = Set.of("parameter", "constant");

  private final List<Part> parts = new ArrayList<>();

  /** Bytes of all; 0 if unknown. */
  private long total;

  /** Whether the stated capacity includes the reserved memory. */
  private boolean reserved;

  /**
   * A part.
   *
   * @param section {@code total}, {@code program} or {@code assigned}
   */
  private record Part(String section, String name, long bytes) {}

  long total() {
    return total;
  }

  void setTotal(long bytes) {
    total = Math.max(0, bytes);
  }

  /**
   * Notes that the stated capacity is that of the whole memory, including what the system reserves.
   */
  void countReserved() {
    reserved = true;
  }

  /** Adds a part. Returns whether that changes anything. */
  boolean add(String section, String stated, long bytes) {
    String name = OpNameLimiter.cut(stated);
    boolean isNew =
        bytes > 0
            && of(section).count() < MOST
            && of(section).noneMatch(part -> part.name.equals(name));
    if (isNew) {
      parts.add(new Part(section, name, Math.min(bytes, XlaRecord.MOST)));
    }
    return isNew;
  }

  private Stream<Part> of(String section) {
    return parts.stream().filter(part -> part.section.equals(section));
  }

  private long sum(String section) {
    return of(section).mapToLong(Part::bytes).sum();
  }

  /** Bytes of a part without what other parts hold of it; 0 if it is not drawn. */
  private long own(Part part) {
    if (part.section.equals("total")) {
      long own = part.bytes - (part.name.equals(PROGRAM) ? sum("program") : 0);
      boolean counts = reserved || !part.name.startsWith("reserved");
      return counts && own > part.bytes / ROUNDING ? own : 0;
    }
    // Results may lie in the parameters that they replace; less than the total is rounding.
    long excess = part.section.equals("assigned") && total > 0 ? sum("assigned") - total : 0;
    boolean differs = part.name.equals(excess > 0 ? "output" : "temporary");
    return differs && excess > -total / ROUNDING ? Math.max(0, part.bytes - excess) : part.bytes;
  }

  /**
   * Class of a buffer without a type: that of the part with the most room beside the listed ones.
   * Besides parameters, a buffer assignment lists temporaries and results without a type.
   */
  String untyped(List<Interval> known) {
    String section = of("program").findAny().isPresent() ? "program" : "assigned";
    Map<String, Long> rooms = new LinkedHashMap<>();
    of(section)
        .filter(part -> !NAMED.contains(part.name))
        .forEach(part -> rooms.put(part.name, own(part)));
    return rests(rooms, listed(known)).entrySet().stream()
        .max(Map.Entry.comparingByValue())
        .map(part -> bufferClass(part.getKey()))
        .orElse("value");
  }

  /** Returns the listed buffers and the rest of each part, one after another. */
  List<Interval> around(List<Interval> known, LogPosition at) {
    List<Interval> all = listed(known);
    Map<String, Long> drawn = new LinkedHashMap<>();
    for (Part part : parts) {
      boolean again = part.section.equals("program") && drawn.containsKey(part.name);
      long own = own(part);
      if (own > 0) {
        drawn.put(again ? "program " + part.name : part.name, own);
      }
    }
    rests(drawn, all)
        .forEach(
            (part, bytes) -> {
              PlannedBuffer rest = new PlannedBuffer("(" + part + ")", "", bufferClass(part));
              if (bytes > 0) {
                all.add(XlaReportBuffer.interval(rest, bytes, -1, at));
              }
            });
    return PlanFigures.inRow(all);
  }

  /** The listed buffers; no buffer of XLA has the name of a part's rest. */
  private static List<Interval> listed(List<Interval> known) {
    List<Interval> listed = new ArrayList<>(known);
    listed.removeIf(one -> one.buffer().name().startsWith("("));
    return listed;
  }

  /** What each part has beside the listed buffers of its class. */
  private static Map<String, Long> rests(Map<String, Long> parts, List<Interval> listed) {
    Map<String, Long> held =
        listed.stream()
            .collect(groupingBy(one -> one.buffer().bufferClass(), summingLong(Interval::bytes)));
    parts.replaceAll((part, bytes) -> bytes - held.getOrDefault(bufferClass(part), 0L));
    return parts;
  }

  /** Maps the name of a part to the class used in dumps of buffer assignments. */
  static String bufferClass(String part) {
    return switch (part) {
      case "HLO temp" -> "temporary";
      case "arguments" -> "parameter";
      default -> part;
    };
  }
}
