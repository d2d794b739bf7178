package io.tidemark.analysis.system.xla;

import io.tidemark.analysis.memory.OpNameLimiter;
import io.tidemark.analysis.plan.PageTexts;
import io.tidemark.analysis.state.PartReader;
import io.tidemark.analysis.state.PartWriter;
import io.tidemark.analysis.system.xla.XlaDumpFact.Allocation;
import io.tidemark.analysis.system.xla.XlaDumpFact.Instruction;
import io.tidemark.analysis.system.xla.XlaDumpFact.LiveRange;
import io.tidemark.analysis.system.xla.XlaDumpFact.ProgramPoint;
import io.tidemark.analysis.system.xla.XlaDumpFact.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The facts of one module's files so far, in order, until they are joined. They are stored in
 * pages, so that the cost of a line does not grow with the files.
 */
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

  /** First version with shapes, opcodes and program points. */
  private static final int SHAPES = 2;

  private static final int OLDEST = 1;
  private static final int VERSION = SHAPES;

  private final List<XlaDumpFact> entries = new ArrayList<>();
  private final TreeSet<Integer> unstored = new TreeSet<>();
  private int storedPages;
  private long letters;
  private long longLetters;
  private long cut;

  interface Parts {
    void put(int page, byte @Nullable [] bytes);
  }

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
      letters(v.shape().text());
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
  void store(Parts parts) {
    for (int page : unstored) {
      parts.put(page, bytes(page));
    }
    int pages = (entries.size() + PAGE - 1) / PAGE;
    for (int page = pages; page < storedPages; page++) {
      parts.put(page, null);
    }
    unstored.clear();
    storedPages = pages;
  }

  private byte[] bytes(int page) {
    List<XlaDumpFact> some =
        entries.subList(page * PAGE, Math.min(entries.size(), (page + 1) * PAGE));
    PartWriter out = new PartWriter(VERSION).number(some.size());
    for (XlaDumpFact fact : some) {
      if (fact instanceof Allocation a) {
        out.number(0).number(a.index()).number(a.bytes()).number(a.color()).number(a.parameter());
        out.text(a.bufferClass()).flag(a.liveOut()).flag(a.arena());
      } else if (fact instanceof Value v) {
        out.number(1).number(v.id()).text(v.name()).number(v.bytes()).number(v.offset());
        out.number(v.shape().bytes()).flag(v.shape().tiled()).text(v.shape().text());
      } else if (fact instanceof LiveRange r) {
        out.number(2).text(r.name()).number(r.first()).number(r.last());
      } else if (fact instanceof Instruction i) {
        out.number(3).text(i.name()).text(i.op()).text(i.opcode());
      } else if (fact instanceof ProgramPoint p) {
        out.number(4).number(p.step()).text(p.instruction());
      }
    }
    return out.toBytes();
  }

  void restore(byte[] bytes) {
    PartReader in = new PartReader(bytes, OLDEST, VERSION);
    for (int left = in.count(); left > 0; left--) {
      hold(entry(in));
    }
  }

  private static XlaDumpFact entry(PartReader in) {
    return switch (in.count()) {
      case 0 ->
          new Allocation(
              in.count(), in.number(), in.count(), in.count(), in.word(), in.flag(), in.flag());
      case 1 -> new Value(in.number(), in.word(), in.number(), in.number(), shape(in));
      case 2 -> new LiveRange(in.word(), in.count(), in.count());
      case 3 -> instruction(in);
      default -> new ProgramPoint(in.count(), in.word());
    };
  }

  private static XlaDumpShape shape(PartReader in) {
    long bytes = in.number();
    boolean tiled = in.flag();
    return new XlaDumpShape(in.version() >= SHAPES ? in.text() : null, bytes, tiled);
  }

  private static Instruction instruction(PartReader in) {
    String name = in.word();
    String op = in.text();
    return new Instruction(name, in.version() >= SHAPES ? in.text() : null, op);
  }

  /** Writes everything except the pages. */
  void write(PartWriter out) {
    out.number((entries.size() + PAGE - 1) / PAGE).number(cut);
  }

  void read(PartReader in) {
    storedPages = in.count();
    cut = in.number();
  }
}
