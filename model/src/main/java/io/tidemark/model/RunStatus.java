package io.tidemark.model;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A run as a whole: the value of {@code tidemark.runs}.
 *
 * @param generation the file life the run is read from
 * @param nextOffset first byte of the generation not yet counted; two records of one generation:
 *     the higher one is newer
 * @param formats names of the formats seen, in order of appearance
 * @param lines lines by what became of them
 * @param gaps times that bytes were missing between slices, and how many bytes that was
 * @param snapshots how many blocks of memory lines were complete
 * @param flatAttribution no op lines were seen, so nesting is unknown and attribution is flat
 * @param outOfMemory the newest failed allocations, at most {@link #MAX_OUT_OF_MEMORY}
 * @param outOfMemoryCount how many there were in all
 * @param declinedCount requests that an allocator turned down and whose callers can do without: no
 *     failures; {@code null} when the log states none
 * @param turnedAway of which devices and memories nothing is kept; {@code null} for none
 * @param training the trainer's summary, {@code null} when the log holds none
 * @param endMillis when it ended; {@code null} while it may go on
 * @param host the machine that its lines were read on; {@code null} where it is not known
 * @param worker who of all that write into the log wrote its lines; {@code null} where no line
 *     names one
 * @param contradictions lines that one writer cannot have written in that order: several write into
 *     the log, and no line says which; {@code null} for none
 */
public record RunStatus(
    String generation,
    long nextOffset,
    List<String> formats,
    Lines lines,
    long gaps,
    long gapBytes,
    long snapshots,
    boolean flatAttribution,
    List<MemoryEvent.OutOfMemory> outOfMemory,
    long outOfMemoryCount,
    @Nullable Long declinedCount,
    @Nullable TurnedAway turnedAway,
    @Nullable Training training,
    long startMillis,
    @Nullable Long endMillis,
    @Nullable String host,
    @Nullable String worker,
    @Nullable Long contradictions) {

  public static final int MAX_OUT_OF_MEMORY = 16;

  /** A run of a log that one writes. */
  public RunStatus(
      String generation,
      long nextOffset,
      List<String> formats,
      Lines lines,
      long gaps,
      long gapBytes,
      long snapshots,
      boolean flatAttribution,
      List<MemoryEvent.OutOfMemory> outOfMemory,
      long outOfMemoryCount,
      @Nullable Long declinedCount,
      @Nullable TurnedAway turnedAway,
      @Nullable Training training,
      long startMillis,
      @Nullable Long endMillis,
      @Nullable String host) {
    this(
        generation,
        nextOffset,
        formats,
        lines,
        gaps,
        gapBytes,
        snapshots,
        flatAttribution,
        outOfMemory,
        outOfMemoryCount,
        declinedCount,
        turnedAway,
        training,
        startMillis,
        endMillis,
        host,
        null,
        null);
  }

  public RunStatus {
    Objects.requireNonNull(generation, "generation");
    Objects.requireNonNull(lines, "lines");
    formats = List.copyOf(formats);
    outOfMemory = List.copyOf(outOfMemory);
  }

  /**
   * How many devices and memories had no room beside those that came before them: distinct names,
   * an estimate within a few per cent up to ten thousand, at most some thirty thousand. Their lines
   * are counted as facts; no figure or alert of them is kept.
   */
  public record TurnedAway(long devices, long memories) {
    public static final TurnedAway NONE = new TurnedAway(0, 0);

    /** Both together; {@code null} is none. */
    public TurnedAway plus(@Nullable TurnedAway other) {
      return other == null
          ? this
          : new TurnedAway(devices + other.devices, memories + other.memories);
    }
  }

  /**
   * Lines by outcome; all but {@code duplicate} add up to the lines read once.
   *
   * @param duplicate came a second time and were dropped
   * @param quoted read like a known line, but no logger of its format wrote them: a prompt, a page,
   *     another log's text; they give no figure and no alert
   */
  public record Lines(long fact, long ignored, long rejected, long duplicate, long quoted) {
    /** Lines counted once: what {@code wc -l} of the log says. */
    public long read() {
      return fact + ignored + rejected + quoted;
    }
  }
}
