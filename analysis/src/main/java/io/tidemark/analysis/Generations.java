package io.tidemark.analysis;

import io.tidemark.analysis.state.PartReader;
import io.tidemark.analysis.state.PartWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How far each of a source's newest generations is counted. */
final class Generations {

  private static final int MAX = 16;

  private final Map<String, Progress> byGeneration = new LinkedHashMap<>();
  private String newest = "";

  /** How far one generation is counted. */
  static final class Progress {
    long next;
    long lines;

    private Progress(long next, long lines) {
      this.next = next;
      this.lines = lines;
    }
  }

  /** {@code null} for one that is unknown, or forgotten. */
  @Nullable Progress of(String generation) {
    return byGeneration.get(generation);
  }

  Progress begin(String generation, long offset) {
    newest = generation;
    return beginOlder(generation, offset);
  }

  /** One that the newest has followed already. */
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

  /** The first byte of the newest that is not counted. */
  long next() {
    Progress progress = byGeneration.get(newest);
    return progress == null ? 0 : progress.next;
  }

  /** How many lines of the newest are counted. */
  long lines() {
    Progress progress = byGeneration.get(newest);
    return progress == null ? 0 : progress.lines;
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
