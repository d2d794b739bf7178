package io.tidemark.analysis.system.tenstorrent;

import io.tidemark.analysis.memory.Block;
import io.tidemark.analysis.memory.Point;
import io.tidemark.analysis.state.Stored;
import io.tidemark.model.event.Op;
import org.jspecify.annotations.Nullable;

/**
 * Finds the op that owns the change between two blocks. A snapshot is taken before its op, so the
 * owner is the op of the earlier block, unless a submission boundary lies between.
 */
@Stored
final class Attribution {

  private boolean any;
  private boolean boundary;
  private @Nullable Point lastPoint;
  private @Nullable Op lastOp;

  /** Location of the op whose line was read last, until a block names the op. */
  private @Nullable String location;

  /** Notes a boundary: an outermost program began or ended, or the client compiled. */
  void boundary() {
    boundary = true;
  }

  void locate(@Nullable String next) {
    location = next;
  }

  /** Returns the location of the op that a block names; it belongs to one block. */
  @Nullable String takeLocation() {
    String taken = location;
    location = null;
    return taken;
  }

  /**
   * Returns the owner of the change up to a block at {@code point}; {@code null} for the first
   * block.
   */
  @Nullable Op ownerUpTo(@Nullable Point point) {
    if (!any) {
      return null;
    }
    if (lastPoint == Point.BEFORE_SUBMIT && point == Point.AFTER_SUBMIT) {
      return Op.unattributed(Op.SUBMISSION);
    }
    Op op = lastOp;
    return boundary || submit(point) || submit(lastPoint) || op == null
        ? Op.unattributed(Op.BETWEEN_SUBMISSIONS)
        : op;
  }

  /** Notes the first memory line of a block. */
  void took(Block block) {
    any = true;
    boundary = false;
    lastPoint = block.point();
    lastOp = block.op();
  }

  /** Returns what ran when a failure occurred. */
  @Nullable String running() {
    if (any && lastPoint == Point.BEFORE_SUBMIT) {
      return Op.SUBMISSION;
    }
    Op owner = ownerUpTo(null);
    return owner == null ? null : owner.name();
  }

  @Nullable String lastOpName() {
    Op op = lastOp;
    return op == null ? null : op.name();
  }

  private static boolean submit(@Nullable Point point) {
    return point == Point.BEFORE_SUBMIT || point == Point.AFTER_SUBMIT;
  }
}
