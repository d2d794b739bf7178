package io.tidemark.analysis.memory;

import io.tidemark.model.event.Op;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The ops and holders of one memory with their names and kinds, so that the largest are found
 * without maps: this runs for each high of a timeline.
 */
final class Holdings {

  private static final int MOST = 11;

  /** More modules than these, which differ in a number only, are one holder. */
  private static final int MOST_OF_A_KIND = 4;

  private static final class Kind {
    private final String name;
    private int modules;
    private long bytes;

    private Kind(String name) {
      this.name = name;
    }
  }

  private static final class Holding {
    private final String name;
    private final TrackedOp figures;

    /** {@code null} for a whole module: its bytes are also bytes of ops. */
    private final @Nullable Kind kind;

    /** The op of a holder, which holds the rest. */
    private @Nullable Holding op;

    private long bytes;

    private Holding(String name, TrackedOp figures, @Nullable Kind kind) {
      this.name = name;
      this.figures = figures;
      this.kind = kind;
    }
  }

  private final List<Holding> all = new ArrayList<>();
  private final Map<String, Kind> kinds = new HashMap<>();

  /** The largest of those that were seen, and their bytes. */
  private final List<String> names = new ArrayList<>();

  private final List<Long> largest = new ArrayList<>();

  /**
   * Creates the holdings.
   *
   * @param ops by name
   * @param holders by text of {@link HolderName}
   */
  Holdings(Map<String, TrackedOp> ops, Map<String, TrackedOp> holders) {
    Map<String, Holding> byOp = new HashMap<>();
    ops.forEach((op, of) -> byOp.put(op, holding(HolderName.of(HolderName.NO_SITE, op), of)));
    holders.forEach((name, of) -> holding(name, of).op = byOp.get(HolderName.parse(name).op()));
  }

  private Holding holding(String name, TrackedOp figures) {
    String kind = HolderName.kind(name);
    Kind known = kind.isEmpty() ? null : kinds.computeIfAbsent(kind, Kind::new);
    Holding holding = new Holding(name, figures, known);
    all.add(holding);
    return holding;
  }

  /** Returns the largest ones now. */
  LargestHolders largest() {
    for (Holding one : all) {
      one.bytes = one.figures.held();
    }
    for (Holding one : all) {
      if (one.op != null) {
        one.op.bytes -= one.bytes;
      }
    }
    for (Kind kind : kinds.values()) {
      kind.modules = 0;
      kind.bytes = 0;
    }
    for (Holding one : all) {
      if (one.bytes > 0 && one.kind != null) {
        one.kind.modules++;
        one.kind.bytes += one.bytes;
      }
    }
    long others = 0;
    for (Holding one : all) {
      if (one.bytes > 0 && one.kind != null && one.kind.modules <= MOST_OF_A_KIND) {
        others += select(one.name, one.bytes);
      }
    }
    for (Kind kind : kinds.values()) {
      if (kind.modules > MOST_OF_A_KIND) {
        others += select(kind.name, kind.bytes);
      }
    }
    if (others > 0) {
      names.add(Op.OTHER);
      largest.add(others);
    }
    LargestHolders selected = new LargestHolders(List.copyOf(names), List.copyOf(largest));
    names.clear();
    largest.clear();
    return selected;
  }

  /** Puts a holder at its place among the largest; returns the bytes that have no place. */
  private long select(String name, long bytes) {
    int at = names.size();
    while (at > 0 && isLarger(name, bytes, at - 1)) {
      at--;
    }
    if (at == MOST) {
      return bytes;
    }
    names.add(at, name);
    largest.add(at, bytes);
    if (names.size() <= MOST) {
      return 0;
    }
    names.remove(MOST);
    return largest.remove(MOST);
  }

  private boolean isLarger(String name, long bytes, int than) {
    long known = largest.get(than);
    return bytes > known || (bytes == known && name.compareTo(names.get(than)) < 0);
  }
}
