package io.tidemark.analysis.system.xla;

import io.tidemark.analysis.state.Stored;
import io.tidemark.analysis.system.xla.XlaDumpFact.Allocation;
import io.tidemark.analysis.system.xla.XlaDumpFact.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Totals by memory, from the memory usage report of a module. */
@Stored
final class XlaSpaceTotals {

  /** Limit of colours; XLA has 8. */
  private static final int MOST = 16;

  private static final int NONE = -1;

  /** Class of such an allocation. */
  private static final String REPORTED = "with called computations";

  private final Map<Integer, Long> totals = new TreeMap<>();
  private int color = NONE;

  /** Sets the memory of the following lines. */
  void begin(int itsColor) {
    color = itsColor;
  }

  /** Adds the total of the memory named last. Returns whether it is new. */
  boolean add(long bytes) {
    int itsColor = color;
    color = NONE;
    return itsColor != NONE && totals.size() < MOST && totals.putIfAbsent(itsColor, bytes) == null;
  }

  List<XlaDumpFact> allocations() {
    List<XlaDumpFact> facts = new ArrayList<>();
    totals.forEach(
        (itsColor, bytes) -> {
          if (bytes > 0) {
            facts.add(new Allocation(itsColor, bytes, itsColor, -1, REPORTED, false, false));
            facts.add(new Value(0, "(total of the report)", bytes, 0, null));
          }
        });
    return facts;
  }

  Map<Integer, Long> byColor() {
    return totals;
  }

  void clear() {
    totals.clear();
    color = NONE;
  }
}
