package io.tidemark.model.run;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.tidemark.model.training.Training;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * State of a run: the value of {@code tidemark.runs}.
 *
 * @param training the trainer's summary; {@code null} if the log has none
 */
public record RunStatus(
    @JsonUnwrapped RunSource source,
    @JsonUnwrapped ReadLines read,
    @JsonUnwrapped RunTracking tracking,
    @JsonUnwrapped RunFailures failures,
    @Nullable Training training,
    @JsonUnwrapped RunTime time) {

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

  /** Whether nothing but the file's last change says when the run was. */
  public boolean lacksDate() {
    return time.undated() != null;
  }

  /** The error of Tidemark that ended the run; {@code null} for none. */
  public @Nullable AnalysisFailure analysisFailure() {
    return time.analysisFailure();
  }

  /**
   * Numbers of devices and memories dropped above the limits. They are estimates of distinct names,
   * within a few per cent up to ten thousand, and at most about thirty thousand. Their lines count
   * as facts; no figures or alerts of them are kept.
   */
  public record TurnedAway(long devices, long memories) {
    public static final TurnedAway NONE = new TurnedAway(0, 0);

    /** Adds two counts; {@code null} is none. */
    public TurnedAway plus(@Nullable TurnedAway other) {
      return other == null
          ? this
          : new TurnedAway(devices + other.devices, memories + other.memories);
    }
  }

  /**
   * Line counts by outcome; all except {@code duplicate} add up to the lines read once.
   *
   * @param duplicate lines that came a second time and were dropped
   * @param quoted lines that read like a known line but were not written by a logger of its format:
   *     a prompt, a page, another log's text. They give no figure and no alert.
   */
  public record Lines(long fact, long ignored, long rejected, long duplicate, long quoted) {
    /**
     * Number of lines counted once: {@code wc -l} of the log, and one for each line closed open.
     */
    public long read() {
      return fact + ignored + rejected + quoted;
    }
  }
}
