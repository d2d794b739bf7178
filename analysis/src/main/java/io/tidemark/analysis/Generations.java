package io.tidemark.analysis;

import io.tidemark.analysis.state.PartReader;
import io.tidemark.analysis.state.PartWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The read progress of the newest generations of a source, at most 16. */
final class Generations {

  private static final int MAX = 16;

  private final Map<String, Progress> byGeneration = new LinkedHashMap<>();
  private String newest = "";

  /** The read progress of one generation: its next byte and its number of lines. */
  static final class Progress {
    long next;
    long lines;

    private Progress(long next, long lines) {
      this.next = next;
      this.lines = lines;
    }
  }

  /** Returns {@code null} for an unknown or evicted generation. */
  @Nullable Progress of(String generation) {
    return byGeneration.get(generation);
  }

  Progress begin(String generation, long offset) {
    newest = generation;
    return beginOlder(generation, offset);
  }

  /** Begins a generation that is older than the newest one. */
  Progress beginOlder(String generation, long offset) {
    Progress progress = new Progress(offset, 0);
    byGeneration.put(generation, progress);
    if (byGeneration.size() > MAX) {
      byGeneration.remove(byGeneration.keySet().iterator().next());
    }
    return progress;
  }

  String newest() {
    return newest;
  }

  /** Offset of the first byte of the newest generation that is not yet counted. */
  long next() {
    Progress progress = byGeneration.get(newest);
    return progress == null ? 0 : progress.next;
  }

  /** Number of counted lines of the newest generation. */
  long lines() {
    Progress progress = byGeneration.get(newest);
    return progress == null ? 0 : progress.lines;
  }

  /** Takes over the progress of another instance. */
  void copy(Generations other) {
    byGeneration.clear();
    other.byGeneration.forEach(
        (id, progress) -> byGeneration.put(id, new Progress(progress.next, progress.lines)));
    newest = other.newest;
  }

  void write(PartWriter out) {
    out.number(byGeneration.size());
    byGeneration.forEach(
        (id, progress) -> out.text(id).number(progress.next).number(progress.lines));
    out.text(newest);
  }

  void read(PartReader in) {
    for (int left = in.count(); left > 0; left--) {
      byGeneration.put(in.word(), new Progress(in.number(), in.number()));
    }
    newest = in.word();
  }
}
