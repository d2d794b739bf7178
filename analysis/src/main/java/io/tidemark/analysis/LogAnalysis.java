package io.tidemark.analysis;

import io.tidemark.analysis.Generations.Progress;
import io.tidemark.analysis.document.Document;
import io.tidemark.analysis.line.Fact;
import io.tidemark.analysis.line.Formats;
import io.tidemark.analysis.line.LineScan;
import io.tidemark.analysis.line.Parsed;
import io.tidemark.analysis.state.PartReader;
import io.tidemark.analysis.state.PartWriter;
import io.tidemark.analysis.state.StateParts;
import io.tidemark.analysis.state.StateParts.Store;
import io.tidemark.model.LineEnds;
import io.tidemark.model.LogPosition;
import io.tidemark.model.Slice;
import java.util.List;

/**
 * The state of one source: a confined, mutable accumulator over its slices. It is a cache of its
 * {@link StateParts}, written through by every slice, so that another process can go on from the
 * parts alone. The bytes of the log decide the state (times apart), never how they were sliced.
 */
public final class LogAnalysis {

  private final String source;
  private final StateParts parts;
  private final Generations generations = new Generations();
  private final Settings settings;
  private final Formats formats;
  private final Runs runs;
  private long lastMillis;
  private List<String> restarted = List.of();

  private LogAnalysis(String source, StateParts parts, Settings settings) {
    this.source = source;
    this.parts = parts;
    this.settings = settings;
    this.formats = settings.systems().formats();
    this.runs = new Runs(source, parts, settings, generations);
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
      state.restarted = SourceSections.read(hot, state::read, state.runs);
      if (!state.restarted.isEmpty() || VersionNine.wrote(hot)) {
        // Its other parts have changed by that: they may not stand beside the old hot part.
        state.store();
      }
    }
    return state;
  }

  /**
   * Applies the next slice, writes the parts it changed through, and reports its events. Bytes
   * before the next expected offset are dropped and counted as duplicates, a hole before them is
   * counted as a gap.
   */
  public Outcome after(Slice slice) {
    if (slice.isLost() || slice.isHole()) {
      passOver(slice);
      return stored();
    }
    Progress progress = generations.of(slice.generation());
    if (progress == null) {
      progress = begin(slice);
    }
    if (slice.end() > progress.next) {
      runs.open().readOn(slice.host());
    }
    if (slice.offset() > progress.next) {
      runs.gap(slice.offset() - progress.next, new LogPosition(progress.next, lastMillis));
      progress.next = slice.offset();
    }
    if (slice.end() > progress.next && !slice.generation().equals(generations.newest())) {
      runs.late(LateLines.of(slice, progress.next, progress.lines));
      progress.lines += slice.lines();
      progress.next = slice.end();
    } else if (slice.truncated()) {
      line(slice, progress, 0, slice.bytes().length, slice.length());
    } else {
      lines(slice, progress);
    }
    return stored();
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
      runs.gap(slice.end() - progress.next, new LogPosition(progress.next, lastMillis));
    }
    progress.next = Math.max(progress.next, slice.end());
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

  /** The source is over for good, as a file at rest is: closes what stands open in its run. */
  public Outcome end() {
    runs.end(new LogPosition(generations.next(), lastMillis), "the log is over");
    return stored();
  }

  private Outcome stored() {
    store();
    return runs.outcome();
  }

  private void store() {
    parts.put(Store.HOT, source, SourceSections.write(this::write, runs));
  }

  /** The public state that changed since the last call; after {@link #load} that is all of it. */
  public Changes changes() {
    return runs.changes(false);
  }

  /** The same while more is to come at once: sums over all buffers of a large plan may wait. */
  public Changes changesWhileBusy() {
    return runs.changes(true);
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
    long at = Math.max(lastMillis, slice.fromMillis());
    // Where the ended file stands: offsets of two generations cannot be compared.
    runs.end(new LogPosition(generations.next(), at), "a new file");
    Progress progress = generations.begin(slice.generation(), slice.offset());
    Document document = slice.offset() == 0 ? Document.begin(formats) : Document.none(formats);
    runs.begin(at, document, slice.host());
    return progress;
  }

  private void lines(Slice slice, Progress progress) {
    byte[] bytes = slice.bytes();
    int start = 0;
    while (start < bytes.length
        && (slice.offset() + start < progress.next || runs.open().document.mayRead())) {
      int end = LineEnds.next(bytes, start, bytes.length);
      int after = Math.min(bytes.length, end + 1);
      line(slice, progress, start, end, after - start);
      start = after;
    }
    LineScan scan = new LineScan(formats, bytes, start, bytes.length, settings.onlyFormat());
    while (scan.next()) {
      ignored(slice, progress, scan);
      int after = Math.min(bytes.length, scan.end() + 1);
      alone(scan.parsed(), at(slice, progress, scan.start(), scan.end(), after - scan.start()));
    }
    ignored(slice, progress, scan);
  }

  private void ignored(Slice slice, Progress progress, LineScan scan) {
    if (scan.ignored() > 0) {
      progress.next = slice.offset() + scan.start();
      progress.lines += scan.ignored();
      lastMillis = Math.max(lastMillis, LineAt.millis(slice, scan.lastIgnored()));
      runs.open().ignore(scan, progress.lines);
    }
  }

  /** {@code length}: bytes of the file that the line stands for, its line end included. */
  private LineAt at(Slice slice, Progress progress, int start, int end, long length) {
    long offset = slice.offset() + start;
    progress.next = offset + length;
    progress.lines++;
    lastMillis = Math.max(lastMillis, LineAt.millis(slice, start));
    return new LineAt(slice, new LogPosition(offset, lastMillis), progress.lines, start, end);
  }

  private void line(Slice slice, Progress progress, int start, int end, long length) {
    if (slice.offset() + start < progress.next) {
      runs.open().duplicate();
      return;
    }
    LineAt line = at(slice, progress, start, end, length);
    List<Parsed> records = runs.open().documented(line, settings.onlyFormat());
    if (records == null) {
      String only = settings.onlyFormat();
      alone(
          slice.truncated()
              ? formats.parseHead(slice.bytes(), start, end, only)
              : formats.parse(slice.bytes(), start, end, only),
          line);
    } else {
      records.forEach(parsed -> apply(parsed, line));
    }
  }

  /** A line that says what it says by itself. */
  private void alone(Parsed alone, LineAt line) {
    Parsed parsed = runs.open().judge(alone, line.number());
    if (parsed instanceof Fact fact && runs.open().tracker.begins(fact)) {
      runs.end(line.at(), "another run began");
      runs.begin(lastMillis, Document.none(formats), line.slice().host());
    }
    OpenRun open = runs.openAt(line);
    if (parsed instanceof Fact || parsed instanceof Parsed.Rejected) {
      open.document.leave();
    }
    open.count(apply(parsed, line));
  }

  /** Answers what became of it in the end: the lines before it may say that it cannot be. */
  private Parsed apply(Parsed parsed, LineAt line) {
    Parsed.Rejected refused =
        parsed instanceof Fact fact
            ? runs.apply(fact, line.at())
            : parsed instanceof Parsed.Rejected rejected ? rejected : null;
    if (refused == null) {
      return parsed;
    }
    runs.reject(line.reject(refused));
    return refused;
  }

  private void write(PartWriter out) {
    generations.write(out);
    runs.write(out.number(lastMillis));
  }

  private void read(PartReader in) {
    generations.read(in);
    lastMillis = in.number();
    runs.read(in, lastMillis);
  }
}
