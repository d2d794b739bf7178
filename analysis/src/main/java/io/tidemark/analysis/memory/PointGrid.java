package io.tidemark.analysis.memory;

import io.tidemark.analysis.state.PartReader;
import io.tidemark.analysis.state.PartWriter;

/**
 * How fine the points of a program are. At the finest, each snapshot of a submission is one; then
 * as many neighbours as a power of two are, then whole submissions.
 *
 * @param ordinalShift power of two of the snapshots in one point
 * @param submissionShift power of two of the submissions in one point
 */
record PointGrid(int ordinalShift, int submissionShift) {

  static final PointGrid FINEST = new PointGrid(0, 0);

  /** All snapshots of a submission are one point. */
  private static final int WHOLE = Integer.SIZE - 1;

  private static final long ORDINALS = 0xffff_ffffL;

  /** The point of a snapshot: rising with the submissions of a program, and within each. */
  long key(int submission, int ordinal) {
    return (long) (submission >>> submissionShift) << Integer.SIZE | ordinal >>> ordinalShift;
  }

  /** Whether a point holds a single snapshot, and is over with it. */
  boolean isFinest() {
    return ordinalShift == 0 && submissionShift == 0;
  }

  /** The next coarser one, in which whatever {@code keys} hold takes fewer points. */
  PointGrid coarser(long[] keys, int size) {
    for (int i = 0; i < size; i++) {
      if ((keys[i] & ORDINALS) > 0) {
        return new PointGrid(ordinalShift + 1, submissionShift);
      }
    }
    return new PointGrid(WHOLE, submissionShift + 1);
  }

  /** What a point of this grid is in the next coarser one. */
  long within(PointGrid coarser, long key) {
    long submission = key >>> Integer.SIZE;
    long ordinal = key & ORDINALS;
    return coarser.submissionShift > submissionShift
        ? submission >>> 1 << Integer.SIZE
        : submission << Integer.SIZE | ordinal >>> 1;
  }

  void write(PartWriter out) {
    out.number(ordinalShift).number(submissionShift);
  }

  static PointGrid read(PartReader in) {
    return new PointGrid(in.count(), in.count());
  }
}
