package io.tidemark.model.wire;

import java.util.List;

/**
 * Receives the streams job's records for a board in the same process, before they are committed.
 * Records of an aborted transaction come again with the same log positions, and the board counts
 * each position once.
 */
public interface BoardRecords {

  /** Receives a flush in order of publication. Blocks while the board is far behind. */
  void onRecords(List<Published<?, ?>> records);

  /**
   * Called when all input from before the job's start is tracked and all stored state is published.
   */
  void onCaughtUp();
}
