package io.tidemark.analysis;

import io.tidemark.analysis.state.StateParts;
import io.tidemark.analysis.state.StateParts.Store;
import io.tidemark.model.Slice;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The state of a source whose log is still being written: {@link LogAnalysis} plus the last line
 * while that is open. The open line is stored as raw bytes and parsed on a copy of the state. The
 * state itself holds only whole lines, so the result is as if each line had arrived whole.
 *
 * <pre>
 *   whole lines ──▶ LogAnalysis ──▶ state ─────────────┬─▶ changes
 *                                     │ copy            │
 *   open line ────▶ OpenLine ◀────────┘ ──▶ its changes ┘   withdrawn when the line grows
 * </pre>
 *
 * <p>Events and rejects of an open line are held back until it ends: a consumer could not undo
 * them.
 */
public final class GrowingLog {

  private static final String OPEN_LINE = "open line";

  private final String source;
  private final StateParts parts;
  private final Settings settings;
  private LogAnalysis log;
  private @Nullable OpenLine line;
  private boolean lineChanged;
  private Changes kept = Changes.NONE;
  private final List<String> restarted = new ArrayList<>();
  private final List<Tombstones> withdrawn = new ArrayList<>();

  private GrowingLog(String source, StateParts parts, Settings settings) {
    this.source = source;
    this.parts = parts;
    this.settings = settings;
    this.log = LogAnalysis.load(source, parts, settings);
    this.restarted.addAll(log.restartedSections());
  }

  /** Resumes from the stored state of {@code source}; see {@link LogAnalysis#load}. */
  public static GrowingLog load(String source, StateParts parts, Settings settings) {
    GrowingLog loaded = new GrowingLog(source, parts, settings);
    byte[] stored = parts.get(Store.HOT, loaded.key());
    if (stored != null) {
      loaded.restore(stored);
    }
    return loaded;
  }

  private void restore(byte[] stored) {
    try {
      show(OpenLine.read(stored));
    } catch (RuntimeException e) {
      // The line is parsed again when it grows.
      restarted.add(OPEN_LINE);
      parts.put(Store.HOT, key(), null);
    }
  }

  /** Writes the parts that changed since the last call. */
  public void store() {
    log.store();
  }

  /** Applies the next slice as {@link LogAnalysis#apply} does; an open slice is only previewed. */
  public Outcome apply(Slice slice) {
    OpenLine held = line;
    if (held == null) {
      return slice.isOpen() ? hold(slice) : log.apply(slice);
    }
    return switch (held.after(slice, log)) {
      case STAYS -> slice.isOpen() ? Outcome.NONE : beside(held, slice);
      case ENDS -> {
        drop();
        yield apply(slice);
      }
      case GROWS -> {
        drop();
        withdraw(held);
        yield apply(slice);
      }
      case CLOSES -> {
        drop();
        yield log.apply(held.slice().closed()).then(apply(slice));
      }
    };
  }

  /** Applies a slice of other lines, which may change the meaning of the open line. */
  private Outcome beside(OpenLine held, Slice slice) {
    boolean past = log.isPast(slice.generation(), slice.end() - 1);
    Outcome outcome = log.apply(slice);
    return past ? outcome : outcome.then(show(held.slice()));
  }

  private Outcome hold(Slice slice) {
    if (log.isPast(slice.generation(), slice.offset())) {
      return Outcome.NONE;
    }
    Outcome outcome = show(slice);
    parts.put(Store.HOT, key(), OpenLine.toBytes(slice));
    return outcome;
  }

  private Outcome show(Slice slice) {
    // The line is parsed on a copy of the stored state.
    log.store();
    OpenLine shown = OpenLine.of(slice, source, parts, settings);
    line = shown;
    lineChanged = true;
    return new Outcome(List.of(), List.of(), shown.alerted());
  }

  private void drop() {
    line = null;
    lineChanged = false;
    parts.put(Store.HOT, key(), null);
  }

  /** Marks all state for publication, without the changes of the open line. */
  private void withdraw(OpenLine held) {
    if (!held.changes().isEmpty()) {
      kept = kept.then(log.changes());
      log.store();
      log = LogAnalysis.load(source, parts, settings);
      withdrawn.addAll(Tombstones.of(held.changes()));
    }
  }

  /** Returns the public state that changed since the last call; after {@link #load}, all of it. */
  public Changes changes() {
    return withLine(log.changes());
  }

  /**
   * Like {@link #changes} while more input follows: sums over all buffers of a large plan may wait.
   */
  public Changes changesWhileBusy() {
    return withLine(log.changesWhileBusy());
  }

  private Changes withLine(Changes ofLog) {
    Changes all = kept.then(ofLog);
    kept = Changes.NONE;
    OpenLine shown = line;
    if (shown == null || !(lineChanged || !ofLog.isEmpty())) {
      return all;
    }
    lineChanged = false;
    return all.then(shown.changes());
  }

  /** See {@link LogAnalysis#publishedPlans}. */
  public List<Supplier<Changes>> publishedPlans() {
    return log.publishedPlans();
  }

  /**
   * Returns the keys of open lines that were withdrawn since the last call. They may have been
   * published and must be deleted. {@link #changes} then returns the whole state again.
   */
  public List<Tombstones> drainWithdrawn() {
    List<Tombstones> drained = List.copyOf(withdrawn);
    withdrawn.clear();
    return drained;
  }

  /** Sections of the stored state that {@link #load} could not read and restarted. */
  public List<String> restartedSections() {
    return List.copyOf(restarted);
  }

  /** Approximate heap use in bytes. It can be freed, since the stored parts hold the same state. */
  public long weightBytes() {
    return log.weightBytes() + (line == null ? 0 : line.slice().bytes().length);
  }

  private String key() {
    return source + '\0' + OPEN_LINE;
  }
}
