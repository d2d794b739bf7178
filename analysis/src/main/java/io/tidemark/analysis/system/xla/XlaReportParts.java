package io.tidemark.analysis.system.xla;

import io.tidemark.analysis.memory.OpNameLimiter;
import io.tidemark.analysis.state.Stored;
import io.tidemark.analysis.system.xla.XlaOomFact.Part;
import io.tidemark.analysis.system.xla.XlaOomFact.Statistic;
import io.tidemark.model.event.MemoryEvent.Interval;
import io.tidemark.model.event.PlannedBuffer;
import io.tidemark.model.log.LogPosition;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

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
  private static final String RESERVED = "reserved";

  /** Classes of the parts of a buffer assignment. */
  private static final Map<String, String> CLASSES =
      Map.of(
          "parameter allocation",
          "parameter",
          "constant allocation",
          "constant",
          "maybe_live_out allocation",
          "output",
          "preallocated temp allocation",
          "temporary");

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
  boolean add(boolean program, Part part) {
    Map<String, Long> parts = program ? ofProgram : ofTotal;
    String name = OpNameLimiter.cut(part.name());
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
  String untyped(List<Interval> listed, long total) {
    Map<String, Long> room = new LinkedHashMap<>();
    (ofProgram.isEmpty() ? assigned(total) : ofProgram)
        .forEach(
            (part, bytes) -> {
              if (!NAMED.contains(part)) {
                room.put(bufferClass(part), bytes);
              }
            });
    for (Interval interval : listed) {
      if (!isRest(interval)) {
        room.computeIfPresent(
            interval.buffer().bufferClass(), (part, bytes) -> bytes - interval.bytes());
      }
    }
    return room.entrySet().stream()
        .max(Map.Entry.comparingByValue())
        .map(Map.Entry::getKey)
        .orElse("value");
  }

  /** Adds a part of a buffer assignment. */
  void add(Statistic statistic) {
    String name = CLASSES.get(statistic.name());
    if (name != null && statistic.bytes() > 0) {
      assigned.put(name, Math.min(statistic.bytes(), XlaReportBuffer.MOST));
    }
  }

  /**
   * Returns the listed buffers and the rest of each part, one after another.
   *
   * @param total bytes of a buffer assignment; 0 if unknown
   */
  List<Interval> around(List<Interval> known, long total, LogPosition at) {
    List<Interval> all = new ArrayList<>();
    long address = 0;
    for (Interval interval : known) {
      if (!isRest(interval)) {
        all.add(placed(interval, address));
        address += interval.bytes();
      }
    }
    List<Interval> listed = List.copyOf(all);
    for (Map.Entry<String, Long> part : parts(total).entrySet()) {
      String type = bufferClass(part.getKey());
      long rest = part.getValue();
      for (Interval interval : listed) {
        rest -= interval.buffer().bufferClass().equals(type) ? interval.bytes() : 0;
      }
      if (rest > 0) {
        String name = "(" + part.getKey() + ")";
        all.add(
            placed(
                XlaReportBuffer.interval(new PlannedBuffer(name, "", type), rest, -1, at),
                address));
        address += rest;
      }
    }
    return all;
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

  /** Whether the interval is the rest of a part; no buffer of XLA has such a name. */
  private static boolean isRest(Interval interval) {
    return interval.buffer().name().startsWith("(");
  }

  /** Maps the name of a part to the class used in dumps of buffer assignments. */
  static String bufferClass(String part) {
    return switch (part) {
      case "HLO temp" -> "temporary";
      case "arguments" -> "parameter";
      default -> part;
    };
  }

  private static Interval placed(Interval interval, long address) {
    return interval.withExtent(interval.extent().at(address));
  }
}
