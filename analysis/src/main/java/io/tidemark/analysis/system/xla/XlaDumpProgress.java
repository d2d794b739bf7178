package io.tidemark.analysis.system.xla;

import io.tidemark.analysis.message.RowFact;
import io.tidemark.analysis.state.Stored;
import io.tidemark.analysis.system.xla.XlaDumpFact.Allocation;
import io.tidemark.analysis.system.xla.XlaDumpFact.Instruction;
import io.tidemark.analysis.system.xla.XlaDumpFact.Value;
import io.tidemark.analysis.system.xla.XlaDumpFact.ValueHead;
import java.util.EnumSet;
import java.util.Set;

/**
 * Tracks how much of a module's files was read. Files state no end. The values file states the
 * total of the allocations and describes every value. A live-range file ends with its peak.
 */
@Stored
final class XlaDumpProgress {

  /** The file to which lines belong. */
  enum Section {
    NONE,
    ASSIGNMENT,
    VALUES,
    LIVE_RANGE
  }

  /** Reasons why a module's plans are incomplete. */
  enum Missing {
    ASSIGNMENT("only the memory usage report: its totals are with called computations"),
    ALLOCATIONS("the buffer assignment lists less than the values file"),
    DESCRIPTIONS("the values file describes less than the buffer assignment lists"),
    LIVE_RANGES("no live ranges"),
    PEAK("the live ranges end before their peak"),
    PEAK_BUFFERS("the list of buffers at the peak ends before its total");

    final String sentence;

    Missing(String sentence) {
      this.sentence = sentence;
    }
  }

  private final Set<Section> seen = EnumSet.noneOf(Section.class);
  private Section section = Section.NONE;
  private long values;
  private long heads;
  private long instructions;
  private long assigned;

  /** Total stated before the newest values file; −1 if unknown. */
  private long stated = -1;

  /** Total stated by the module's values file; −1 if unknown. */
  private long total = -1;

  private boolean peak;

  /** Whether a list of buffers at the peak, with running sums, has not reached its total. */
  private boolean listing;

  Section section() {
    return section;
  }

  boolean seen(Section which) {
    return seen.contains(which);
  }

  boolean nothingSeen() {
    return seen.isEmpty();
  }

  /** Whether a file of this kind belongs to another module than the files before it. */
  boolean isAnother(Section next) {
    boolean otherTotal = stated >= 0 && assigned > 0 && stated != assigned;
    return seen.contains(next) || (next == Section.VALUES && otherTotal);
  }

  void begin(Section next) {
    seen.add(next);
    section = next;
    total = next == Section.VALUES && stated >= 0 ? stated : total;
    stated = -1;
  }

  void leave() {
    section = Section.NONE;
  }

  void onTotal(long bytes) {
    leave();
    stated = bytes;
  }

  /** The total of a module without any other file; −1 if there is none. */
  long statedAlone() {
    return nothingSeen() ? stated : -1;
  }

  void count(XlaDumpFact fact) {
    if (fact instanceof Value) {
      values++;
    } else if (fact instanceof Allocation allocation) {
      assigned += allocation.bytes();
    } else if (fact instanceof ValueHead) {
      heads++;
    } else if (fact instanceof Instruction) {
      instructions++;
    }
  }

  /** Counts a line of the peak. The list of its buffers states running sums in newer versions. */
  void count(RowFact line) {
    peak |= line.is("peak");
    listing = (listing || line.name().equals("cumulative")) && !line.is("peak_total");
  }

  /** Whether both files with values list the same number of them. */
  boolean valuesAgree() {
    return values > 0 && heads == values;
  }

  /**
   * Returns the missing parts. A file that some versions do not write does not count as missing.
   */
  Set<Missing> missing() {
    if (!seen(Section.ASSIGNMENT)) {
      return EnumSet.of(Missing.ASSIGNMENT);
    }
    Set<Missing> missing = EnumSet.noneOf(Missing.class);
    boolean described = seen(Section.VALUES);
    add(missing, Missing.ALLOCATIONS, total > assigned || (described && heads > values));
    add(missing, Missing.DESCRIPTIONS, described && Math.min(heads, instructions) < values);
    add(missing, Missing.LIVE_RANGES, !seen(Section.LIVE_RANGE));
    add(missing, Missing.PEAK, seen(Section.LIVE_RANGE) && !peak);
    add(missing, Missing.PEAK_BUFFERS, listing);
    return missing;
  }

  private static void add(Set<Missing> missing, Missing one, boolean is) {
    if (is) {
      missing.add(one);
    }
  }
}
