package io.tidemark.analysis.memory;

/**
 * Resolution of the points of a program. At the finest, each snapshot of a submission is one point.
 * Coarser grids merge a power of two of neighbouring snapshots, then whole submissions.
 *
 * @param ordinalShift log2 of the snapshots in one point
 * @param submissionShift log2 of the submissions in one point
 */
record PointGrid(int ordinalShift, int submissionShift) {

  static final PointGrid FINEST = new PointGrid(0, 0);

  /** All snapshots of a submission form one point. */
  private static final int WHOLE = Integer.SIZE - 1;

  private static final long ORDINALS = 0xffff_ffffL;

  /** Key of the point of a snapshot; it rises with the submissions of a program and within each. */
  long key(int submission, int ordinal) {
    return (long) (submission >>> submissionShift) << Integer.SIZE | ordinal >>> ordinalShift;
  }

  /** Whether a point holds a single snapshot, and is complete with it. */
  boolean isFinest() {
    return ordinalShift == 0 && submissionShift == 0;
  }

  /** The next coarser grid that reduces the number of points in {@code keys}. */
  PointGrid coarser(long[] keys, int size) {
    for (int i = 0; i < size; i++) {
      if ((keys[i] & ORDINALS) > 0) {
        return new PointGrid(ordinalShift + 1, submissionShift);
      }
    }
    return new PointGrid(WHOLE, submissionShift + 1);
  }

  /** Converts a key of this grid to the next coarser one. */
  long within(PointGrid coarser, long key) {
    long submission = key >>> Integer.SIZE;
    long ordinal = key & ORDINALS;
    return coarser.submissionShift > submissionShift
        ? submission >>> 1 << Integer.SIZE
        : submission << Integer.SIZE | ordinal >>> 1;
  }
}
