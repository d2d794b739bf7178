package io.tidemark.analysis.system.tenstorrent;

import io.tidemark.analysis.memory.Block;

/** Is shown what one device does; by default nobody is. */
interface DeviceListener {

  DeviceListener NONE = new DeviceListener() {};

  default void started(TenstorrentFact.OpStarted op) {}

  default void retained() {}

  /**
   * A program has started.
   *
   * @param depthBefore how many ran before it
   */
  default void programStarted(String program, int depthBefore, Programs programs) {}

  default void programFinished(String program) {}

  /** Whatever ran is over, without a line that says so. */
  default void abandoned() {}

  /** A block is complete, and {@code programs} run. */
  default void snapshot(Block block, Programs programs) {}
}
