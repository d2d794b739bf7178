package io.tidemark.analysis.system.xla;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.tidemark.analysis.memory.OpNameLimiter;
import io.tidemark.analysis.plan.PageTexts;
import io.tidemark.analysis.state.StateFormat;
import io.tidemark.analysis.state.Stored;
import io.tidemark.analysis.system.SystemTracker.Pages;
import io.tidemark.analysis.system.xla.XlaDumpFact.Instruction;
import io.tidemark.analysis.system.xla.XlaDumpFact.LiveRange;
import io.tidemark.analysis.system.xla.XlaDumpFact.ProgramPoint;
import io.tidemark.analysis.system.xla.XlaDumpFact.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The facts of one module's files so far, in order, until they are joined. They are stored in
 * pages, so that the cost of a line does not grow with the files.
 */
@Stored
final class XlaDumpMaterial {

  /**
   * Limit of facts: some 20,000 values with ranges, steps and ops, ten times the largest public
   * dump.
   */
  static final int MAX_ENTRIES = 100_000;

  /** Heap use of an entry in bytes, without its names. */
  private static final int ENTRY_BYTES = 128;

  private static final int SHORT = 128;

  private static final int PAGE = 256;

  /** Limit of letters beyond {@link #SHORT} per name; above it, names are cut. */
  private static final long MAX_LONG_LETTERS = 4 << 20;

  private final transient List<XlaDumpFact> entries = new ArrayList<>();
  private final transient Set<Integer> unstored = new TreeSet<>();
  private transient int storedPages;
  private transient long letters;
  private transient long longLetters;
  private long cut;

  private record Page(@JsonTypeInfo(use = JsonTypeInfo.Id.NAME) List<XlaDumpFact> facts) {}

  void add(XlaDumpFact fact) {
    if (entries.size() == MAX_ENTRIES) {
      cut++;
      return;
    }
    unstored.add(entries.size() / PAGE);
    hold(limited(fact));
  }

  private void hold(XlaDumpFact entry) {
    entries.add(entry);
    if (entry instanceof Value v) {
      letters(v.name());
      letters(v.shape());
    } else if (entry instanceof LiveRange r) {
      letters(r.name());
    } else if (entry instanceof Instruction i) {
      letters(i.name());
      letters(i.opcode());
      letters(i.op());
    } else if (entry instanceof ProgramPoint p) {
      letters(p.instruction());
    }
  }

  private void letters(@Nullable String text) {
    int length = text == null ? 0 : text.length();
    letters += length;
    longLetters += Math.max(0, length - SHORT);
  }

  /** Approximate heap use in bytes; a letter may take two bytes. */
  long weightBytes() {
    return (long) entries.size() * ENTRY_BYTES + 2 * letters;
  }

  /**
   * Limits the names of a fact. Names of values and ops are kept up to 1 KiB while there is room.
   * Other names serve only for lookup, and are cut to their {@link #key}.
   */
  private XlaDumpFact limited(XlaDumpFact fact) {
    if (fact instanceof Value v) {
      String name = whole(v.name(), key(v.name()));
      return new Value(v.id(), name, v.bytes(), v.offset(), v.shape());
    }
    if (fact instanceof LiveRange r) {
      return new LiveRange(key(r.name()), r.first(), r.last());
    }
    if (fact instanceof Instruction i) {
      String op = i.op() == null ? null : whole(i.op(), OpNameLimiter.cut(i.op()));
      return new Instruction(OpNameLimiter.cut(i.name()), i.opcode(), op);
    }
    if (fact instanceof ProgramPoint p) {
      return new ProgramPoint(p.step(), OpNameLimiter.cut(p.instruction()));
    }
    return fact;
  }

  private String whole(String text, String shortened) {
    boolean room = longLetters + text.length() <= MAX_LONG_LETTERS;
    return room && PageTexts.limited(text).equals(text) ? text : shortened;
  }

  /** The key that connects the lines of a value: its name and index, both cut. */
  static String key(String withIndex) {
    int index = Math.max(0, withIndex.lastIndexOf('{'));
    return OpNameLimiter.cut(withIndex.substring(0, index))
        + OpNameLimiter.cut(withIndex.substring(index));
  }

  List<XlaDumpFact> entries() {
    return entries;
  }

  /** Number of facts dropped above {@link #MAX_ENTRIES}. */
  long cut() {
    return cut;
  }

  void clear() {
    entries.clear();
    unstored.clear();
    letters = 0;
    longLetters = 0;
    cut = 0;
  }

  /** Passes the changed pages; {@code null} for pages that no longer exist. */
  void store(Pages stored) {
    for (int page : unstored) {
      stored.put(page, bytes(page));
    }
    int pages = (entries.size() + PAGE - 1) / PAGE;
    for (int page = pages; page < storedPages; page++) {
      stored.put(page, null);
    }
    unstored.clear();
    storedPages = pages;
  }

  private byte[] bytes(int page) {
    int to = Math.min(entries.size(), (page + 1) * PAGE);
    return StateFormat.write(new Page(entries.subList(page * PAGE, to)));
  }

  void restore(byte[] page) {
    StateFormat.read(page, Page.class).facts().forEach(this::hold);
    storedPages++;
  }
}
