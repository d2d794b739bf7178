package io.tidemark.analysis.memory;

import io.tidemark.analysis.state.PartReader;
import io.tidemark.analysis.state.PartWriter;

/**
 * One memory of an ended run.
 *
 * @param run number of the run
 * @param capacityBytes 0 if its log stated none
 */
record LastMemory(int run, int banks, long capacityBytes, LastPoints points) {

  /** Whether banks and capacity are the same, within the rounding of the log. */
  boolean isAlike(int otherBanks, long otherBytes) {
    return banks == otherBanks
        && (capacityBytes == otherBytes
            || (capacityBytes > 0
                && otherBytes > 0
                && MemoryFigures.alike(capacityBytes, otherBytes, banks)));
  }

  void write(PartWriter out) {
    out.number(banks).number(capacityBytes);
    points.write(out);
  }

  static LastMemory read(int run, PartReader in) {
    return new LastMemory(run, in.count(), in.number(), LastPoints.read(in));
  }
}
