package io.tidemark.analysis.system.xla;

import io.tidemark.analysis.memory.OpNameLimiter;
import io.tidemark.analysis.state.PartReader;
import io.tidemark.analysis.state.PartWriter;
import io.tidemark.analysis.system.xla.XlaDumpFact.Allocation;
import io.tidemark.analysis.system.xla.XlaDumpFact.Instruction;
import io.tidemark.analysis.system.xla.XlaDumpFact.LiveRange;
import io.tidemark.analysis.system.xla.XlaDumpFact.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The facts of one module's files so far, in their order, until they are joined; stored in pages,
 * so that a line more costs no more the longer the files are.
 */
final class XlaDumpMaterial {

  /** Some 25,000 values with their ranges and ops; ten times the largest public dump. */
  static final int MAX_ENTRIES = 100_000;

  /** On the heap, beside the letters of its name. */
  private static final int ENTRY_BYTES = 128;

  private static final int PAGE = 256;
  private static final int VERSION = 1;

  private final List<XlaDumpFact> entries = new ArrayList<>();
  private final TreeSet<Integer> unstored = new TreeSet<>();
  private int storedPages;
  private long letters;
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
    hold(cut(fact));
  }

  private void hold(XlaDumpFact entry) {
    entries.add(entry);
    if (entry instanceof Value v) {
      letters += v.name().length();
    } else if (entry instanceof LiveRange r) {
      letters += r.name().length();
    } else if (entry instanceof Instruction i) {
      letters += i.name().length() + (i.op() == null ? 0 : i.op().length());
    }
  }

  /** Roughly what it holds on the heap, bytes; a letter may take two. */
  long weightBytes() {
    return (long) entries.size() * ENTRY_BYTES + 2 * letters;
  }

  /** Names of one instruction are cut alike, index and all, wherever they stand. */
  private static XlaDumpFact cut(XlaDumpFact fact) {
    if (fact instanceof Value v) {
      String name = name(v.name());
      return new Value(v.id(), name, v.bytes(), v.offset(), v.unpaddedBytes(), v.tiled());
    }
    if (fact instanceof LiveRange r) {
      return new LiveRange(name(r.name()), r.first(), r.last());
    }
    if (fact instanceof Instruction i && i.op() != null) {
      return new Instruction(OpNameLimiter.cut(i.name()), OpNameLimiter.cut(i.op()));
    }
    return fact;
  }

  private static String name(String withIndex) {
    int index = Math.max(0, withIndex.lastIndexOf('{'));
    return OpNameLimiter.cut(withIndex.substring(0, index))
        + OpNameLimiter.cut(withIndex.substring(index));
  }

  List<XlaDumpFact> entries() {
    return entries;
  }

  /** Facts beyond {@link #MAX_ENTRIES}. */
  long cut() {
    return cut;
  }

  void clear() {
    entries.clear();
    unstored.clear();
    letters = 0;
    cut = 0;
  }

  /** Hands over the pages that changed, {@code null} for those that are no more. */
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
        out.number(v.unpaddedBytes()).flag(v.tiled());
      } else if (fact instanceof LiveRange r) {
        out.number(2).text(r.name()).number(r.first()).number(r.last());
      } else if (fact instanceof Instruction i) {
        out.number(3).text(i.name()).text(i.op());
      }
    }
    return out.toBytes();
  }

  void restore(byte[] bytes) {
    PartReader in = new PartReader(bytes, VERSION);
    for (int left = in.count(); left > 0; left--) {
      hold(entry(in));
    }
  }

  private static XlaDumpFact entry(PartReader in) {
    return switch (in.count()) {
      case 0 ->
          new Allocation(
              in.count(), in.number(), in.count(), in.count(), in.word(), in.flag(), in.flag());
      case 1 -> new Value(in.number(), in.word(), in.number(), in.number(), in.number(), in.flag());
      case 2 -> new LiveRange(in.word(), in.count(), in.count());
      default -> new Instruction(in.word(), in.text());
    };
  }

  /** The pages themselves are stored apart. */
  void write(PartWriter out) {
    out.number((entries.size() + PAGE - 1) / PAGE).number(cut);
  }

  void read(PartReader in) {
    storedPages = in.count();
    cut = in.number();
  }
}
