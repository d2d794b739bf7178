package io.tidemark.analysis.store;

import io.tidemark.analysis.log.Generations;
import io.tidemark.analysis.log.Generations.Progress;
import io.tidemark.analysis.state.StateParts;
import io.tidemark.analysis.state.StateParts.Store;
import io.tidemark.model.log.LineEnds;
import io.tidemark.model.log.Slice;

/**
 * How far the files of a source are read. It is kept beside the analysis, so that a failure of the
 * analysis loses no position.
 */
public final class ReadProgress {

  final Generations generations;
  private final int runs;
  private final long lastMillis;

  private ReadProgress(Generations generations, int runs, long lastMillis) {
    this.generations = generations;
    this.runs = runs;
    this.lastMillis = lastMillis;
  }

  private ReadProgress(SourceSections.Source stored) {
    this(stored.generations(), stored.run(), stored.times().last());
  }

  /** Reads the stored progress of a source; unknown if it is absent or unreadable. */
  public static ReadProgress stored(String source, StateParts parts) {
    byte[] hot = parts.get(Store.HOT, source);
    ReadProgress unknown = new ReadProgress(new Generations(), 0, 0);
    try {
      return hot == null ? unknown : new ReadProgress(SourceSections.readSource(hot));
    } catch (RuntimeException e) {
      // As if nothing were stored: loading the source fails, and that fault is shown.
      return unknown;
    }
  }

  /** Number of the newest run at that time; 0 if unknown. */
  public int runs() {
    return runs;
  }

  /** Time of the last line at that time; 0 if unknown. */
  public long lastMillis() {
    return lastMillis;
  }

  /** Whether bytes of this generation were read or skipped. */
  public boolean knows(String generation) {
    return generations.of(generation) != null;
  }

  /** The newest generation; empty if none is known. */
  public String newest() {
    return generations.newest();
  }

  /** Offset in its file of the first byte of a generation that was not read; 0 if unknown. */
  public long next(String generation) {
    return generations.nextInFile(generation);
  }

  /** Counts a slice as read, by the rules of the analysis; returns its new bytes. */
  public long pass(Slice received) {
    Slice slice = generations.inLog(received);
    Progress progress = generations.of(slice.generation());
    if (progress == null) {
      boolean older = slice.isLost() && !generations.newest().isEmpty();
      progress =
          older
              ? generations.beginOlder(slice.generation(), slice.offset())
              : generations.begin(slice.generation(), slice.offset());
    }
    long bytes = Math.max(0, slice.end() - progress.next);
    if (bytes >= slice.length()) {
      progress.lines += slice.lines();
    } else if (bytes > 0) {
      int from = (int) Math.min(slice.length() - bytes, slice.bytes().length);
      progress.lines += LineEnds.count(slice.bytes(), from, slice.bytes().length);
    }
    progress.next += bytes;
    return bytes;
  }
}
