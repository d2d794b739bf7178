package io.tidemark.analysis.system.xla;

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
import java.util.stream.Collectors;

/**
 * The parts of a report's total; the {@code program} part has parts of its own. A part is drawn as
 * its rest beside its listed buffers, so that nothing counts twice.
 */
@Stored
final class XlaReportParts {

  private static final int MOST = 16;

  /** A rest of up to one part in this number is rounding, and ignored. */
  private static final long ROUNDING = 100;

  /** Name of the whole of a buffer assignment, which is no class. */
  static final String TOTAL = "total";

  private static final String PROGRAM = "program";
  private static final String RESERVED = "reserved";

  /** Parts of a buffer assignment whose listed buffers have a type. */
  private static final Set<String> NAMED = Set.of("parameter", "constant");

  private final Map<String, Long> assigned = new LinkedHashMap<>();
  private final Map<String, Long> ofTotal = new LinkedHashMap<>();
  private final Map<String, Long> ofProgram = new LinkedHashMap<>();

  /** Whether the stated capacity includes the reserved memory. */
  private boolean reserved;

  /**
   * Notes that the stated capacity is that of the whole memory, including what the system reserves.
   */
  void countReserved() {
    reserved = true;
  }

  /** Adds a part. Returns whether that changes anything. */
  boolean add(boolean program, XlaLine part) {
    Map<String, Long> parts = program ? ofProgram : ofTotal;
    String name = OpNameLimiter.cut(part.word("name"));
    if (part.bytes() <= 0 || parts.containsKey(name) || parts.size() == MOST) {
      return false;
    }
    parts.put(name, Math.min(part.bytes(), XlaReportBuffer.MOST));
    return true;
  }

  /**
   * Class of a buffer without a type: that of the part with the most room beside the listed ones.
   * Besides parameters, a buffer assignment lists temporaries and results without a type.
   */
  String untyped(List<Interval> known, long total) {
    return rest(ofProgram.isEmpty() ? assigned(total) : ofProgram, listed(known))
        .entrySet()
        .stream()
        .filter(part -> !NAMED.contains(part.getKey()))
        .max(Map.Entry.comparingByValue())
        .map(part -> bufferClass(part.getKey()))
        .orElse("value");
  }

  /** Adds a class of a buffer assignment. */
  void assign(String name, long bytes) {
    if (bytes > 0 && !name.isEmpty() && !name.equals(TOTAL)) {
      assigned.put(name, Math.min(bytes, XlaReportBuffer.MOST));
    }
  }

  /**
   * Returns the listed buffers and the rest of each part, one after another.
   *
   * @param total bytes of a buffer assignment; 0 if unknown
   */
  List<Interval> around(List<Interval> known, long total, LogPosition at) {
    List<Interval> all = listed(known);
    rest(parts(total), all)
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
    return known.stream()
        .filter(one -> !one.buffer().name().startsWith("("))
        .collect(Collectors.toCollection(ArrayList::new));
  }

  /** The rest of each part beside the listed buffers of its class. */
  private static Map<String, Long> rest(Map<String, Long> parts, List<Interval> listed) {
    Map<String, Long> rest = new LinkedHashMap<>(parts);
    for (Interval one : listed) {
      String type = one.buffer().bufferClass();
      rest.replaceAll((part, left) -> bufferClass(part).equals(type) ? left - one.bytes() : left);
    }
    return rest;
  }

  /** The parts of a buffer assignment, which add up to its total. */
  private Map<String, Long> assigned(long total) {
    Map<String, Long> parts = new LinkedHashMap<>(assigned);
    long excess = assigned.values().stream().mapToLong(bytes -> bytes).sum() - total;
    if (total > 0 && excess > -total / ROUNDING) {
      // Results may lie in the parameters that they replace; less than the total is rounding.
      String part = excess > 0 ? "output" : "temporary";
      parts.computeIfPresent(part, (name, bytes) -> Math.max(0, bytes - excess));
    }
    return parts;
  }

  private Map<String, Long> parts(long total) {
    Map<String, Long> parts = assigned(total);
    long ofPrograms = ofProgram.values().stream().mapToLong(bytes -> bytes).sum();
    ofTotal.forEach(
        (name, all) -> {
          long bytes = name.equals(PROGRAM) ? all - ofPrograms : all;
          if (bytes > all / ROUNDING && (reserved || !name.startsWith(RESERVED))) {
            parts.put(name, bytes);
          }
        });
    ofProgram.forEach(
        (name, bytes) -> parts.put(parts.containsKey(name) ? "program " + name : name, bytes));
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
