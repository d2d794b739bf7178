package io.tidemark.analysis;

import io.tidemark.analysis.log.Generations;
import io.tidemark.analysis.log.Generations.Progress;
import io.tidemark.analysis.log.LateLines;
import io.tidemark.analysis.log.LineTimes;
import io.tidemark.analysis.run.Changes;
import io.tidemark.analysis.run.Outcome;
import io.tidemark.analysis.run.Runs;
import io.tidemark.analysis.run.Settings;
import io.tidemark.analysis.run.Tombstones;
import io.tidemark.analysis.state.StateParts;
import io.tidemark.analysis.state.StateParts.Store;
import io.tidemark.analysis.store.SourceSections;
import io.tidemark.model.log.LogPosition;
import io.tidemark.model.log.Slice;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The analysis that all programs use. Apart from times, its state depends only on the bytes of the
 * log and on where it rested, not on how they were sliced. Decisions: docs/decisions/lines.md.
 */
public final class LogAnalysis implements SourceAnalysis {

  private final String source;
  private final StateParts parts;
  private final boolean keeps;
  private final Generations generations;
  private final LineTimes times;
  private final Runs runs;
  private final LogLines lines;
  private final SourceSections sections;
  private final List<String> restarted;

  /** Slices were applied since the last {@link #store}. */
  private boolean unstored;

  private LogAnalysis(String source, StateParts parts, Settings settings) {
    this.source = source;
    this.parts = parts;
    this.keeps = parts.keeps();
    this.sections = SourceSections.read(source, parts);
    this.generations = sections.generations;
    this.times = sections.times;
    this.runs = new Runs(source, parts, settings, generations);
    this.lines = new LogLines(settings, runs, sections);
    this.restarted = sections.restore(runs.open);
  }

  /**
   * Resumes from the stored state of {@code source}; an unknown source starts empty.
   *
   * @throws io.tidemark.analysis.store.OtherVersion if another version wrote its hot part
   * @throws IllegalStateException if its hot part is damaged
   */
  public static LogAnalysis load(String source, StateParts parts) {
    return load(source, parts, Settings.DEFAULT);
  }

  public static LogAnalysis load(String source, StateParts parts, Settings settings) {
    LogAnalysis state = new LogAnalysis(source, parts, settings);
    if (!state.restarted.isEmpty()) {
      // Reading changed the other parts; they must not stay next to the old hot part.
      state.unstored = true;
      state.store();
    }
    return state;
  }

  /** Applies a slice and stores the state at once. */
  public Outcome after(Slice slice) {
    Outcome outcome = apply(slice);
    store();
    return outcome;
  }

  @Override
  public Outcome apply(Slice received) {
    if (received.isRest()) {
      rest(generations.inLog(received));
      return runs.outcome();
    }
    if (generations.goesOn(received) && runs.mayGoOn()) {
      generations.goOn(received);
    }
    Progress known = generations.of(received.generation());
    Slice slice = generations.inLog(received);
    boolean isTailed = slice.origin().zone() != null;
    if (isTailed && slice.lines() > 0 && isNews(slice, known)) {
      slice = times.written(slice, known == null, received.endsItsFile(LineTimes.UNDATED_TAIL));
    }
    if (known != null && !runs.isOpen()) {
      if (slice.end() <= known.next) {
        return Outcome.NONE;
      }
      beginRun(slice, known.next);
      runs.open.writers().bare().pass(known.lines);
    }
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
      boolean isDated = isTailed && slice.origin().found() == null;
      if (isDated && newest && slice.fromMillis() < received.fromMillis()) {
        runs.startNoLaterThan(slice.fromMillis());
      }
    }
    if (slice.offset() > progress.next) {
      gap(slice.offset() - progress.next, progress);
      progress.next = slice.offset();
    }
    if (slice.end() > progress.next && !newest) {
      LateLines late = LateLines.of(slice, progress.next, progress.lines);
      runs.late(late);
      progress.lines += late.lines();
      progress.next = slice.end();
    } else {
      read(slice, progress);
    }
    return runs.outcome();
  }

  /** Whether it has lines of the newest file that were not read, or of a further file. */
  private boolean isNews(Slice slice, @Nullable Progress known) {
    return known == null
        || (slice.end() > known.next && slice.generation().equals(generations.newest()));
  }

  private void read(Slice slice, Progress progress) {
    if (slice.truncated()) {
      lines.readHead(slice, progress);
    } else {
      lines.read(slice, progress);
    }
  }

  /** Skips a slice without text. Lost bytes count as a gap; a hole of a sparse file does not. */
  private void passOver(Slice slice) {
    Progress progress = generations.of(slice.generation());
    if (progress == null) {
      // A lost generation that was never read begins no run while another run is open.
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

  /** Decides what waits for a further line, unless lines came since the slice was made. */
  private void rest(Slice slice) {
    Progress known = generations.of(slice.generation());
    boolean newest = slice.generation().equals(generations.newest());
    if (runs.isOpen() && known != null && newest && slice.offset() == known.next) {
      unstored = true;
      lines.close(generations.newest());
      runs.rest(new LogPosition(known.next, times.last()));
    }
  }

  private void gap(long bytes, Progress progress) {
    if (progress == generations.of(generations.newest())) {
      lines.cut(generations.newest());
    }
    runs.gap(bytes, new LogPosition(progress.next, times.last()));
  }

  /**
   * Ends the source for good, as for a file that no longer grows, and closes its open runs. The
   * parts hold the end after the next {@link #store}.
   */
  public Outcome end() {
    end(times.last(), "the log is over");
    unstored = true;
    return runs.outcome();
  }

  private void end(long millis, String reason) {
    lines.close(generations.newest());
    runs.end(new LogPosition(generations.next(), millis), reason);
  }

  @Override
  public void store() {
    if (!unstored) {
      return;
    }
    if (keeps) {
      parts.put(Store.HOT, source, sections.write(runs.open));
    } else {
      runs.open.markStored();
    }
    unstored = false;
  }

  @Override
  public Changes changes() {
    return runs.changes(false);
  }

  @Override
  public Changes changesWhileBusy() {
    return runs.changes(true);
  }

  @Override
  public List<Tombstones> openRuns() {
    return runs.keys(parts);
  }

  @Override
  public List<Tombstones> displaced() {
    return runs.displaced();
  }

  @Override
  public List<String> restartedSections() {
    return restarted;
  }

  @Override
  public long weightBytes() {
    return runs.weightBytes();
  }

  private Progress begin(Slice slice) {
    // The end is placed in the ended file: offsets of two generations cannot be compared.
    end(Math.max(times.last(), slice.fromMillis()), "a new file");
    times.beginFile();
    Progress progress = generations.begin(slice.generation(), slice.offset());
    beginRun(slice, slice.offset());
    return progress;
  }

  private void beginRun(Slice slice, long offset) {
    long at = Math.max(times.last(), slice.fromMillis());
    runs.begin(new LogPosition(offset, at), slice.origin());
  }
}
