package io.tidemark.analysis;

import io.tidemark.analysis.Generations.Progress;
import io.tidemark.analysis.document.Document;
import io.tidemark.analysis.line.Formats;
import io.tidemark.analysis.state.StateParts;
import io.tidemark.analysis.state.StateParts.Store;
import io.tidemark.model.LogPosition;
import io.tidemark.model.Slice;
import java.util.List;
import java.util.function.Supplier;

/**
 * The state of one source: a confined, mutable accumulator over its slices. It is a cache of its
 * {@link StateParts}, written through by every slice, so that another process can go on from the
 * parts alone. The bytes of the log decide the state (times apart), never how they were sliced.
 */
public final class LogAnalysis {

  private final String source;
  private final StateParts parts;
  private final Generations generations = new Generations();
  private final LineTimes times = new LineTimes();
  private final Formats formats;
  private final Runs runs;
  private final LogLines lines;
  private final SourceSections sections;
  private List<String> restarted = List.of();

  /** Slices were applied since the parts were written. */
  private boolean unstored;

  private LogAnalysis(String source, StateParts parts, Settings settings) {
    this.source = source;
    this.parts = parts;
    this.formats = settings.systems().formats();
    this.runs = new Runs(source, parts, settings, generations);
    this.lines = new LogLines(settings, runs, times);
    StoredOpenRuns open = new StoredOpenRuns(runs.open, parts, settings);
    this.sections = new SourceSections(generations, times, open, lines.unwrapper);
  }

  /**
   * Goes on from what {@code parts} hold of {@code source}; a source unknown there starts fresh.
   */
  public static LogAnalysis load(String source, StateParts parts) {
    return load(source, parts, Settings.DEFAULT);
  }

  /** {@link #load(String, StateParts)}, with what is known beside the log. */
  public static LogAnalysis load(String source, StateParts parts, Settings settings) {
    LogAnalysis state = new LogAnalysis(source, parts, settings);
    byte[] hot = parts.get(Store.HOT, source);
    if (hot != null) {
      state.restarted = state.sections.read(hot);
      if (!state.restarted.isEmpty() || VersionNine.wrote(hot)) {
        // Its other parts have changed by that: they may not stand beside the old hot part.
        state.unstored = true;
        state.store();
      }
    }
    return state;
  }

  /** {@link #apply}, and {@link #store} at once. */
  public Outcome after(Slice slice) {
    Outcome outcome = apply(slice);
    store();
    return outcome;
  }

  /**
   * Applies the next slice and reports its events. Bytes before the next expected offset are
   * dropped and counted as duplicates, a hole before them is counted as a gap. What it changed
   * stands in the parts after the next {@link #store}.
   */
  public Outcome apply(Slice slice) {
    unstored = true;
    if (slice.isLost() || slice.isHole()) {
      passOver(slice);
      return runs.outcome();
    }
    Progress progress = generations.of(slice.generation());
    if (progress == null) {
      progress = begin(slice);
    }
    boolean newest = slice.generation().equals(generations.newest());
    if (slice.end() > progress.next) {
      runs.readOn(newest ? slice.origin() : slice.origin().of(null));
    }
    if (slice.offset() > progress.next) {
      gap(slice.offset() - progress.next, progress);
      progress.next = slice.offset();
    }
    if (slice.end() > progress.next && !newest) {
      runs.late(LateLines.of(slice, progress.next, progress.lines));
      progress.lines += slice.lines();
      progress.next = slice.end();
    } else {
      read(slice, progress);
    }
    return runs.outcome();
  }

  private void read(Slice slice, Progress progress) {
    runs.reading(slice);
    if (slice.truncated()) {
      lines.readOne(slice, progress, 0, slice.bytes().length, slice.length());
    } else {
      lines.read(slice, progress);
    }
    runs.searchStarts();
  }

  /** Bytes without text: of a hole nothing is missing, of lost ones all. */
  private void passOver(Slice slice) {
    Progress progress = generations.of(slice.generation());
    if (progress == null) {
      // One that was never read begins no run of its own while there is another.
      progress =
          slice.isLost() && runs.isOpen()
              ? generations.beginOlder(slice.generation(), slice.offset())
              : begin(slice);
    }
    if (slice.isLost() && slice.end() > progress.next) {
      gap(slice.end() - progress.next, progress);
    }
    progress.next = Math.max(progress.next, slice.end());
  }

  private void gap(long bytes, Progress progress) {
    if (progress == generations.of(generations.newest())) {
      lines.cut(generations.newest());
    }
    runs.gap(bytes, new LogPosition(progress.next, times.last()));
  }

  /** Whether bytes of this generation were applied, or of a newer one. */
  boolean knows(String generation) {
    return generations.of(generation) != null;
  }

  /** Whether what begins there is not to be read any more: it was read, or a newer file is. */
  boolean isPast(String generation, long offset) {
    Progress progress = generations.of(generation);
    return progress != null && (offset < progress.next || !generation.equals(generations.newest()));
  }

  /** The source is over for good, as a file at rest is: closes what stands open in its runs. */
  public Outcome end() {
    end(times.last(), "the log is over");
    unstored = true;
    store();
    return runs.outcome();
  }

  private void end(long millis, String reason) {
    lines.close(generations.newest());
    runs.end(new LogPosition(generations.next(), millis), reason);
  }

  /** Writes the parts through that changed since the last call. */
  public void store() {
    if (unstored) {
      parts.put(Store.HOT, source, sections.write());
      unstored = false;
    }
  }

  /** The public state that changed since the last call; after {@link #load} that is all of it. */
  public Changes changes() {
    return runs.changes(false);
  }

  /** The same while more is to come at once: sums over all buffers of a large plan may wait. */
  public Changes changesWhileBusy() {
    return runs.changes(true);
  }

  /**
   * Plans of open runs that are over and were published before: {@link #changes} leaves them out.
   * They are read one by one, and only where all that was published has to be again; to be asked
   * for before the changes.
   */
  public List<Supplier<Changes>> publishedPlans() {
    return runs.publishedPlans();
  }

  /** Sections of the stored state that could not be read, and were begun anew by {@link #load}. */
  public List<String> restartedSections() {
    return restarted;
  }

  /** Roughly what it holds on the heap, bytes; its stored parts are as good. */
  public long weightBytes() {
    return runs.weightBytes();
  }

  private Progress begin(Slice slice) {
    // Where the ended file stands: offsets of two generations cannot be compared.
    end(Math.max(times.last(), slice.fromMillis()), "a new file");
    times.beginFile();
    long at = Math.max(times.last(), slice.fromMillis());
    Progress progress = generations.begin(slice.generation(), slice.offset());
    Document document = slice.offset() == 0 ? Document.begin(formats) : Document.none(formats);
    runs.begin(new LogPosition(slice.offset(), at), document, slice.origin());
    if (slice.offset() > 0) {
      // Its beginning was not read: it is at no known point of its program.
      runs.main().tracker.devices.points().stop();
    }
    return progress;
  }
}
