package io.tidemark.analysis.system.tenstorrent;

import io.tidemark.analysis.memory.Block;
import io.tidemark.analysis.memory.Point;
import io.tidemark.analysis.state.PartReader;
import io.tidemark.analysis.state.PartWriter;
import io.tidemark.model.Op;
import org.jspecify.annotations.Nullable;

/**
 * Finds the op that owns the change between two blocks. A snapshot is taken before its op, so the
 * owner is the op of the earlier block, unless a submission boundary lies between.
 */
final class Attribution {

  private boolean any;
  private boolean boundary;
  private @Nullable Point lastPoint;
  private @Nullable Op lastOp;

  /** Notes a boundary: an outermost program began or ended, or the client compiled. */
  void boundary() {
    boundary = true;
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

  void write(PartWriter out) {
    out.flag(any).flag(boundary).text(lastPoint == null ? null : lastPoint.name());
    Block.writeOp(out, lastOp);
  }

  static Attribution read(PartReader in) {
    Attribution attribution = new Attribution();
    attribution.any = in.flag();
    attribution.boundary = in.flag();
    String point = in.text();
    attribution.lastPoint = point == null ? null : Point.valueOf(point);
    attribution.lastOp = Block.readOp(in);
    return attribution;
  }
}
