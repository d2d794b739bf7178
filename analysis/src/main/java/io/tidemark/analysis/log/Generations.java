package io.tidemark.analysis.log;

import io.tidemark.analysis.state.Stored;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The read progress of the newest generations of a source, at most 16. */
@Stored
public final class Generations {

  private static final int MAX = 16;

  private final Map<String, Progress> byGeneration = new LinkedHashMap<>();
  private String newest = "";

  /** The read progress of one generation: its next byte and its number of lines. */
  @Stored
  public static final class Progress {
    public long next;
    public long lines;

    private Progress() {
      this(0, 0);
    }

    private Progress(long next, long lines) {
      this.next = next;
      this.lines = lines;
    }
  }

  /** Returns {@code null} for an unknown or evicted generation. */
  public @Nullable Progress of(String generation) {
    return byGeneration.get(generation);
  }

  public Progress begin(String generation, long offset) {
    newest = generation;
    return beginOlder(generation, offset);
  }

  /** Begins a generation that is older than the newest one. */
  public Progress beginOlder(String generation, long offset) {
    Progress progress = new Progress(offset, 0);
    byGeneration.put(generation, progress);
    if (byGeneration.size() > MAX) {
      byGeneration.remove(byGeneration.keySet().iterator().next());
    }
    return progress;
  }

  public String newest() {
    return newest;
  }

  /** Offset of the first byte of the newest generation that is not yet counted. */
  public long next() {
    Progress progress = byGeneration.get(newest);
    return progress == null ? 0 : progress.next;
  }

  /** Number of counted lines of the newest generation. */
  public long lines() {
    Progress progress = byGeneration.get(newest);
    return progress == null ? 0 : progress.lines;
  }
}
