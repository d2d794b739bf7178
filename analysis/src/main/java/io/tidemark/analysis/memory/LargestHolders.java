package io.tidemark.analysis.memory;

import io.tidemark.model.event.Op;
import java.util.ArrayList;
import java.util.List;

/**
 * The largest holders of a memory at one snapshot, the largest first, and the sum of all others
 * under {@link Op#OTHER}.
 *
 * @param names texts of {@link HolderName}
 */
record LargestHolders(List<String> names, List<Long> bytes) {

  private static final int MOST = 11;

  /** Selects the largest of holders that come in any order. */
  static final class Selection {
    private final List<String> names = new ArrayList<>(MOST + 2);
    private final List<Long> bytes = new ArrayList<>(MOST + 2);
    private long others;

    void add(String name, long held) {
      int at = names.size();
      while (at > 0 && isLarger(name, held, at - 1)) {
        at--;
      }
      if (at == MOST) {
        others += held;
        return;
      }
      names.add(at, name);
      bytes.add(at, held);
      if (names.size() > MOST) {
        names.remove(MOST);
        others += bytes.remove(MOST);
      }
    }

    private boolean isLarger(String name, long held, int than) {
      long known = bytes.get(than);
      return held > known || (held == known && name.compareTo(names.get(than)) < 0);
    }

    LargestHolders selected() {
      if (others > 0) {
        names.add(Op.OTHER);
        bytes.add(others);
      }
      return new LargestHolders(List.copyOf(names), List.copyOf(bytes));
    }
  }
}
