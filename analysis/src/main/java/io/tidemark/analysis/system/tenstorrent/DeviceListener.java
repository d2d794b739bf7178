package io.tidemark.analysis.system.tenstorrent;

import io.tidemark.analysis.memory.Block;

/** Receives the events of one device; the default ignores them. */
interface DeviceListener {

  DeviceListener NONE = new DeviceListener() {};

  default void started(TenstorrentFact.OpStarted op) {}

  default void retained() {}

  /**
   * A program has started.
   *
   * @param depthBefore number of programs that ran before
   */
  default void programStarted(String program, int depthBefore, Programs programs) {}

  default void programFinished(String program) {}

  /** All running programs ended without a line. */
  default void abandoned() {}

  /** A block is complete; {@code programs} are the running programs. */
  default void snapshot(Block block, Programs programs) {}
}
