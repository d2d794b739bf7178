package io.tidemark.analysis;

import io.tidemark.analysis.line.WrapperSteps;
import io.tidemark.analysis.state.PartReader;
import io.tidemark.analysis.state.PartWriter;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Who writes into a log, as the wrappers of its lines name them.
 *
 * <pre>
 *   the first that says something ─▶ shares the run of the lines without a name: they may be its
 *   each further one              ─▶ a run of its own, and so have the lines without a name then
 * </pre>
 */
final class Writers {

  /** Names that no fact stands behind count, too: lines of other kinds may look like wrapped. */
  private static final int MOST = 256;

  private final Map<String, Writer> byName = new LinkedHashMap<>();
  private Writer bare = new Writer("");

  /** Writes the lines without a name. */
  Writer bare() {
    return bare;
  }

  /** A file begins, and with it a run. */
  void beginFile(int run) {
    byName.clear();
    bare.beginFile(run);
  }

  /** The one of this name, new when it is not known yet; {@code null} when there is no room. */
  @Nullable Writer of(String name) {
    if (name.isEmpty()) {
      return bare;
    }
    Writer known = byName.get(name);
    if (known == null && (byName.size() < MOST || forgetOneFor(name))) {
      known = new Writer(name);
      byName.put(name, known);
    }
    return known;
  }

  /** The one that it is named within. */
  @Nullable Writer outer(Writer writer) {
    String name = writer.outer();
    return name == null ? null : of(name);
  }

  /**
   * The first that never said anything, and is not within the new one: its line may be read now.
   */
  private boolean forgetOneFor(String outer) {
    String within = outer + WrapperSteps.WITHIN;
    Iterator<Writer> all = byName.values().iterator();
    while (all.hasNext()) {
      Writer writer = all.next();
      boolean silent = writer.run == Writer.NO_RUN && writer.within == Writer.Within.NONE;
      if (silent && !writer.name.startsWith(within)) {
        all.remove();
        return true;
      }
    }
    return false;
  }

  Collection<Writer> named() {
    return byName.values();
  }

  /** A run gives way to the next. */
  void follow(int ended, int next) {
    byName.values().stream().filter(writer -> writer.run == ended).forEach(w -> w.beginRun(next));
    if (bare.run == ended) {
      bare.beginRun(next);
    }
  }

  void write(PartWriter out) {
    bare.write(out);
    out.number(byName.size());
    byName.values().forEach(writer -> writer.write(out));
  }

  void read(PartReader in) {
    bare = Writer.read(in);
    for (int left = in.count(); left > 0; left--) {
      Writer writer = Writer.read(in);
      byName.put(writer.name, writer);
    }
  }
}
