package io.tidemark.analysis.store;

import io.tidemark.analysis.LogAnalysis;
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

  private ReadProgress(Generations generations, int runs) {
    this.generations = generations;
    this.runs = runs;
  }

  static ReadProgress unknown() {
    return new ReadProgress(new Generations(), 0);
  }

  /** Reads the stored progress of a source; unknown if it is absent or unreadable. */
  public static ReadProgress stored(String source, StateParts parts) {
    byte[] hot = parts.get(Store.HOT, source);
    try {
      if (hot != null) {
        SourceSections.Source stored = SourceSections.readSource(hot);
        return new ReadProgress(stored.generations(), stored.run());
      }
    } catch (RuntimeException e) {
      // As if nothing were stored: loading the source restarts it and says so.
      return unknown();
    }
    return unknown();
  }

  /** Number of the newest run at that time; 0 if unknown. */
  public int runs() {
    return runs;
  }

  /** Whether bytes of this generation were read or skipped. */
  public boolean knows(String generation) {
    return generations.of(generation) != null;
  }

  /** The newest generation; empty if none is known. */
  public String newest() {
    return generations.newest();
  }

  /** Offset of the first byte of a generation that was not read; 0 if it is unknown. */
  public long next(String generation) {
    Progress progress = generations.of(generation);
    return progress == null ? 0 : progress.next;
  }

  /** Counts a slice as read, by the rules of {@link LogAnalysis#apply}; returns its new bytes. */
  public long pass(Slice slice) {
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
