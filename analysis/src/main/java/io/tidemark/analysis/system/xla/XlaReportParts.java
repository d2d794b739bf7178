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
import java.util.TreeMap;

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
  private static final String ASSIGNED = "assigned";

  /** Parts of a buffer assignment whose listed buffers have a type. */
  private static final Set<String> NAMED = Set.of("parameter", "constant");

  /** Bytes by section ({@code total}, {@code program} or {@code assigned}) and name. */
  private final Map<String, Map<String, Long>> bySection = new TreeMap<>();

  /** Bytes of all; 0 if unknown. */
  private long total;

  /** Whether the stated capacity includes the reserved memory. */
  private boolean reserved;

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
  boolean add(String section, String name, long bytes) {
    Map<String, Long> known = bySection.computeIfAbsent(section, its -> new LinkedHashMap<>());
    long size = Math.min(bytes, XlaRecord.MOST);
    boolean counts = bytes > 0 && known.size() < MOST;
    if (counts && section.equals(ASSIGNED)) {
      // Those of an assignment that is printed again replace it.
      known.put(name, size);
    }
    return counts && known.putIfAbsent(OpNameLimiter.cut(name), size) == null;
  }

  private Map<String, Long> of(String section) {
    return bySection.getOrDefault(section, Map.of());
  }

  private static long sum(Map<String, Long> parts) {
    return parts.values().stream().mapToLong(bytes -> bytes).sum();
  }

  /** The parts of a buffer assignment, which add up to its total. */
  private Map<String, Long> assigned() {
    Map<String, Long> assigned = new LinkedHashMap<>(of(ASSIGNED));
    long excess = sum(assigned) - total;
    if (total > 0 && excess > -total / ROUNDING) {
      // Results may lie in the parameters that they replace; less than the total is rounding.
      String part = excess > 0 ? "output" : "temporary";
      assigned.computeIfPresent(part, (name, bytes) -> Math.max(0, bytes - excess));
    }
    return assigned;
  }

  private Map<String, Long> drawn() {
    Map<String, Long> drawn = assigned();
    of("total")
        .forEach(
            (name, all) -> {
              long bytes = name.equals(PROGRAM) ? all - sum(of(PROGRAM)) : all;
              if (bytes > all / ROUNDING && (reserved || !name.startsWith("reserved"))) {
                drawn.put(name, bytes);
              }
            });
    of(PROGRAM)
        .forEach(
            (name, bytes) -> drawn.put(drawn.containsKey(name) ? "program " + name : name, bytes));
    return drawn;
  }

  /**
   * Class of a buffer without a type: that of the part with the most room beside the listed ones.
   * Besides parameters, a buffer assignment lists temporaries and results without a type.
   */
  String untyped(List<Interval> known) {
    Map<String, Long> parts = of(PROGRAM).isEmpty() ? assigned() : of(PROGRAM);
    return rests(parts, listed(known)).entrySet().stream()
        .filter(part -> !NAMED.contains(part.getKey()))
        .max(Map.Entry.comparingByValue())
        .map(part -> bufferClass(part.getKey()))
        .orElse("value");
  }

  /** Returns the listed buffers and the rest of each part, one after another. */
  List<Interval> around(List<Interval> known, LogPosition at) {
    List<Interval> all = listed(known);
    rests(drawn(), all)
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

  /** Bytes of each part beside the listed buffers of its class. */
  private static Map<String, Long> rests(Map<String, Long> parts, List<Interval> listed) {
    Map<String, Long> held =
        listed.stream()
            .collect(groupingBy(one -> one.buffer().bufferClass(), summingLong(Interval::bytes)));
    Map<String, Long> rests = new LinkedHashMap<>(parts);
    rests.replaceAll((part, bytes) -> bytes - held.getOrDefault(bufferClass(part), 0L));
    return rests;
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
