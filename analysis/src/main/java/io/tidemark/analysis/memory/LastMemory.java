package io.tidemark.analysis.memory;

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
                && TrackedMemory.alike(capacityBytes, otherBytes, banks)));
  }
}
