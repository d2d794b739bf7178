package io.tidemark.model;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A run as a whole: the value of {@code tidemark.runs}.
 *
 * @param training the trainer's summary, {@code null} when the log holds none
 */
public record RunStatus(
    RunSource source,
    ReadLines read,
    RunTracking tracking,
    RunFailures failures,
    @Nullable Training training,
    RunTime time) {

  public RunStatus {
    Objects.requireNonNull(source, "source");
    Objects.requireNonNull(read, "read");
    Objects.requireNonNull(tracking, "tracking");
    Objects.requireNonNull(failures, "failures");
    Objects.requireNonNull(time, "time");
  }

  public String generation() {
    return source.generation();
  }

  public long nextOffset() {
    return source.nextOffset();
  }

  public List<String> formats() {
    return read.formats();
  }

  public Lines lines() {
    return read.lines();
  }

  public long gaps() {
    return read.gaps();
  }

  public long snapshots() {
    return tracking.snapshots();
  }

  public long startMillis() {
    return time.startMillis();
  }

  public @Nullable Long endMillis() {
    return time.endMillis();
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
