package io.tidemark.analysis.log;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.OptBoolean;
import io.tidemark.analysis.state.Stored;
import io.tidemark.model.log.Reject;
import io.tidemark.model.log.Slice;
import io.tidemark.model.run.RunSource;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The read progress of the newest generations of a source, at most 16. A generation that follows
 * another is read as its continuation: its offsets and line numbers go on where the other ended.
 *
 * <pre>
 *   file      log.2        log.1        log
 *   its own   0 ─── 90     0 ─── 70     0 ───
 *   read as   0 ─── 90    90 ── 160   160 ───
 * </pre>
 */
@Stored
public final class Generations {

  private static final int MAX = 16;

  private final Map<String, Progress> byGeneration = new LinkedHashMap<>();
  private String newest = "";

  /** The generation at whose beginning the offsets of the newest one begin. */
  @JsonProperty(isRequired = OptBoolean.FALSE)
  private String first = "";

  /** The read progress of one generation: its next byte and its number of lines. */
  @Stored
  public static final class Progress {
    public long next;
    public long lines;

    /** Bytes and lines of the generations that it goes on from. */
    @JsonProperty(isRequired = OptBoolean.FALSE)
    private long earlierBytes;

    @JsonProperty(isRequired = OptBoolean.FALSE)
    private long earlierLines;

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

  /** Whether a slice is of a new generation that goes on where the newest one ends. */
  public boolean goesOn(Slice slice) {
    return newest.equals(slice.origin().follows()) && of(slice.generation()) == null;
  }

  /**
   * Begins a generation that the slice goes on with. It may begin within its file: behind what was
   * read of the same file before its writer wrote its last line anew. Beyond that, its beginning is
   * missing.
   */
  public void goOn(Slice slice) {
    Progress before = byGeneration.get(newest);
    if (before != null) {
      Progress progress = add(slice.generation(), before.next, before.lines);
      long read = slice.offset() <= before.next ? slice.offset() : 0;
      progress.earlierBytes = before.next - read;
      progress.earlierLines = before.lines;
      first = first();
      newest = slice.generation();
    }
  }

  /** The slice with offsets from the beginning of the first generation. */
  public Slice inLog(Slice slice) {
    Progress progress = of(slice.generation());
    return progress == null ? slice : slice.after(progress.earlierBytes);
  }

  /** The reject with the offset and the line number in its own file. */
  public Reject inFile(Reject reject) {
    Progress progress = of(reject.generation());
    return progress == null ? reject : reject.after(-progress.earlierBytes, -progress.earlierLines);
  }

  public Progress begin(String generation, long offset) {
    newest = generation;
    first = generation;
    return beginOlder(generation, offset);
  }

  /** Begins a generation that is older than the newest one. */
  public Progress beginOlder(String generation, long offset) {
    return add(generation, offset, 0);
  }

  private Progress add(String generation, long offset, long lines) {
    Progress progress = new Progress(offset, lines);
    byGeneration.put(generation, progress);
    if (byGeneration.size() > MAX) {
      byGeneration.remove(byGeneration.keySet().iterator().next());
    }
    return progress;
  }

  public String newest() {
    return newest;
  }

  /** The generation at whose beginning the offsets of the newest one begin. */
  public String first() {
    return first.isEmpty() ? newest : first;
  }

  /** Offset of the first byte of the newest generation that is not yet counted. */
  public long next() {
    Progress progress = byGeneration.get(newest);
    return progress == null ? 0 : progress.next;
  }

  /** The files before that of the newest generation; {@code null} for none. */
  public RunSource.@Nullable Earlier earlier() {
    Progress progress = byGeneration.get(newest);
    return progress == null || progress.earlierBytes == 0
        ? null
        : new RunSource.Earlier(first(), progress.earlierBytes);
  }

  /** Offset in its own file of the first byte of a generation that is not yet counted, or 0. */
  public long nextInFile(String generation) {
    Progress progress = byGeneration.get(generation);
    return progress == null ? 0 : progress.next - progress.earlierBytes;
  }

  /** Number of counted lines of the newest generation. */
  public long lines() {
    Progress progress = byGeneration.get(newest);
    return progress == null ? 0 : progress.lines;
  }
}
