package io.tidemark.analysis.system;

import io.tidemark.analysis.line.Fact;
import io.tidemark.analysis.line.LineListener;
import io.tidemark.analysis.line.Parsed;
import io.tidemark.analysis.memory.RunOutput;
import io.tidemark.analysis.state.Section;
import io.tidemark.model.training.Training;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Tracks the facts of one system in one run. It assembles records of several lines, and reports
 * memories, plans and failures. Mutable and confined to one thread.
 */
public interface SystemTracker {

  /** Whether the fact begins another run. Ignored while nothing is known of this run. */
  default boolean begins(Fact fact) {
    return false;
  }

  /**
   * Whether a line that also occurs in other logs belongs to an open record of this system.
   *
   * @param line number of the line among the lines of its writer
   */
  default boolean expects(Fact fact, long line) {
    return true;
  }

  /** Records a fact that {@link #expects} accepted. */
  void apply(Fact fact, RunOutput out);

  /** Handles a line that states nothing about memory, but says what became of the process. */
  default void apply(Parsed.Sign sign, RunOutput out) {}

  /** Listeners for the lines of facts and ignored ones; none if the system needs only facts. */
  default List<LineListener> lineListeners() {
    return List.of();
  }

  /** Takes over from the tracker of the writer's previous run. */
  default void follow(SystemTracker before) {}

  /** Handles missing lines of the log. */
  default void gap(RunOutput out) {}

  /**
   * Decides what waits for a further line, as the end of the run would: the writer is silent, or
   * its file ends here. Lines may follow nevertheless, so what may take minutes stays open.
   */
  default void rest(RunOutput out) {}

  default void end(RunOutput out) {}

  /** The training of the log; {@code null} if there is none. */
  default @Nullable Training training() {
    return null;
  }

  /** Whether changes are attributed without knowing the nesting of ops. */
  default boolean attributesFlat() {
    return false;
  }

  /** Approximate heap use in bytes of everything that grows with the log. */
  default long weightBytes() {
    return 0;
  }

  /** What is stored of it. */
  Section<?> section();

  /** Called when all parts of the run are restored. */
  default void restored() {}

  /**
   * Passes the pages that changed since the last call. Pages hold data too large for the section.
   */
  default void storePages(Pages pages) {}

  /** Restores a page after the section; pages come in order. */
  default void restorePage(byte[] page) {}

  @FunctionalInterface
  interface Pages {
    /** Stores a page; {@code null} deletes it. */
    void put(int page, byte @Nullable [] bytes);
  }
}
