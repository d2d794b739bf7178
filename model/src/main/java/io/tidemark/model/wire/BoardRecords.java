package io.tidemark.model.wire;

import java.util.List;

/**
 * Takes what the streams job publishes for a board in its own process, before it is committed. What
 * a rollback undoes comes again with the same positions in the log, and the board counts each
 * position once.
 */
public interface BoardRecords {

  /** A flush, in the order of publication. Waits while the board is far behind. */
  void onRecords(List<Published<?, ?>> records);

  /** All that was written before the job's start is tracked, and every stored state published. */
  void onCaughtUp();
}
