package io.tidemark.analysis.system;

import io.tidemark.analysis.line.Fact;
import io.tidemark.analysis.line.LineListener;
import io.tidemark.analysis.memory.RunOutput;
import io.tidemark.analysis.state.PartReader;
import io.tidemark.analysis.state.PartWriter;
import io.tidemark.model.Training;
import org.jspecify.annotations.Nullable;

/**
 * Tracks the facts of one system in one run: assembles records of several lines, and reports
 * memories, plans and failures. Confined and mutable.
 */
public interface SystemTracker {

  /** As many of the lines before a fact are shown to a {@link #textListener}. */
  int TEXTS = 3;

  /** Whether the fact begins another run, once anything is known of this one. */
  default boolean begins(Fact fact) {
    return false;
  }

  /**
   * Whether a line that other logs may hold, too, belongs to a record of this system now.
   *
   * @param line number of it among the lines of its writer
   */
  default boolean expects(Fact fact, long line) {
    return true;
  }

  /** Records an expected fact of this system. */
  void apply(Fact fact, RunOutput out);

  /** Reads whole lines beside their facts, while somebody wants to know; mostly {@code null}. */
  default @Nullable LineListener lineListener() {
    return null;
  }

  /**
   * Is shown every fact's line, and of the lines between the last {@link #TEXTS}; mostly {@code
   * null}.
   */
  default @Nullable LineListener textListener() {
    return null;
  }

  /** The run goes on where another of the same writer ended. */
  default void follow(SystemTracker before) {}

  /** Lines of the log are missing here. */
  default void gap(RunOutput out) {}

  /** The run is over: closes what is open. */
  default void end(RunOutput out) {}

  /** The training run of the log; {@code null} while there is none. */
  default @Nullable Training training() {
    return null;
  }

  /** Whether changes are attributed without knowing which op contains which. */
  default boolean attributesFlat() {
    return false;
  }

  /** Roughly what it holds on the heap, bytes: what grows with a log, not what every run has. */
  default long weightBytes() {
    return 0;
  }

  /** The version of its stored section: to be raised with every change of {@link #write}. */
  int version();

  /** The oldest version that it reads. */
  default int oldestVersion() {
    return version();
  }

  /** Writes its stored section. */
  void write(PartWriter section);

  /** Restores a new tracker from what {@link #write} wrote. */
  void read(PartReader section);

  /** All of the run is restored: from now on the tracker serves. */
  default void restored() {}

  /** Hands over pages that changed since the last call, for what would make its section large. */
  default void storePages(Pages pages) {}

  /** Restores a page, after {@link #read}; they come in their order. */
  default void restorePage(byte[] page) {}

  /** Where a tracker puts its pages. */
  @FunctionalInterface
  interface Pages {
    /** {@code null} deletes. */
    void put(int page, byte @Nullable [] bytes);
  }
}
