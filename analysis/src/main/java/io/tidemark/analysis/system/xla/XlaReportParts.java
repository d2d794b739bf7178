package io.tidemark.analysis.system.xla;

import io.tidemark.analysis.memory.OpNameLimiter;
import io.tidemark.analysis.state.PartReader;
import io.tidemark.analysis.state.PartWriter;
import io.tidemark.analysis.system.xla.XlaOomFact.Part;
import io.tidemark.model.LogPosition;
import io.tidemark.model.MemoryEvent.Interval;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The parts of a report: those of the total, whose {@code program} has parts of its own. A part is
 * laid out as what its listed buffers leave of it, so that nothing counts twice.
 */
final class XlaReportParts {

  private static final int MOST = 16;

  /** What rounding leaves of the program beside its parts is less than this share. */
  private static final long ROUNDING = 100;

  private static final String PROGRAM = "program";
  private static final String RESERVED = "reserved";

  private final Map<String, Long> ofTotal = new LinkedHashMap<>();
  private final Map<String, Long> ofProgram = new LinkedHashMap<>();

  /** Whether the stated capacity includes what is reserved. */
  private boolean reserved;

  /** The stated capacity is the whole memory's: what the system reserves of it is in it too. */
  void countReserved() {
    reserved = true;
  }

  /** Answers whether that changes anything. */
  boolean add(boolean program, Part part) {
    Map<String, Long> parts = program ? ofProgram : ofTotal;
    String name = OpNameLimiter.cut(part.name());
    if (part.bytes() <= 0 || parts.containsKey(name) || parts.size() == MOST) {
      return false;
    }
    parts.put(name, Math.min(part.bytes(), XlaReportBuffer.MOST));
    return true;
  }

  /** The listed buffers, then what is left of each part, one after another. */
  List<Interval> around(List<Interval> known, LogPosition at) {
    List<Interval> all = new ArrayList<>();
    long address = 0;
    for (Interval interval : known) {
      if (!isRest(interval)) {
        all.add(placed(interval, address));
        address += interval.bytes();
      }
    }
    List<Interval> listed = List.copyOf(all);
    for (Map.Entry<String, Long> part : parts().entrySet()) {
      String type = bufferClass(part.getKey());
      long rest = part.getValue();
      for (Interval interval : listed) {
        rest -= interval.buffer().bufferClass().equals(type) ? interval.bytes() : 0;
      }
      if (rest > 0) {
        String name = "(" + part.getKey() + ")";
        all.add(placed(XlaReportBuffer.interval(name, "", type, rest, -1, at), address));
        address += rest;
      }
    }
    return all;
  }

  private Map<String, Long> parts() {
    Map<String, Long> parts = new LinkedHashMap<>();
    long listed = ofProgram.values().stream().mapToLong(bytes -> bytes).sum();
    ofTotal.forEach(
        (name, total) -> {
          long bytes = name.equals(PROGRAM) ? total - listed : total;
          if (bytes > total / ROUNDING && (reserved || !name.startsWith(RESERVED))) {
            parts.put(name, bytes);
          }
        });
    ofProgram.forEach(
        (name, bytes) -> parts.put(parts.containsKey(name) ? "program " + name : name, bytes));
    return parts;
  }

  /** No buffer of XLA has such a name. */
  private static boolean isRest(Interval interval) {
    return interval.buffer().name().startsWith("(");
  }

  /** As the dumps of buffer assignment name the same. */
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

  void write(PartWriter out) {
    out.flag(reserved);
    write(out, ofTotal);
    write(out, ofProgram);
  }

  private static void write(PartWriter out, Map<String, Long> parts) {
    out.number(parts.size());
    parts.forEach((name, bytes) -> out.text(name).number(bytes));
  }

  void read(PartReader in) {
    reserved = in.flag();
    read(in, ofTotal);
    read(in, ofProgram);
  }

  private static void read(PartReader in, Map<String, Long> parts) {
    for (int left = in.count(); left > 0; left--) {
      parts.put(in.word(), in.number());
    }
  }
}
