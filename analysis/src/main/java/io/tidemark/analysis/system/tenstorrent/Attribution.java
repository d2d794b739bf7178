package io.tidemark.analysis.system.tenstorrent;

import io.tidemark.analysis.memory.Block;
import io.tidemark.analysis.memory.Point;
import io.tidemark.analysis.state.PartReader;
import io.tidemark.analysis.state.PartWriter;
import io.tidemark.model.Op;
import org.jspecify.annotations.Nullable;

/**
 * To whom the change between two blocks belongs. A snapshot is taken before its op, so it is the op
 * of the earlier block, unless a submission boundary lies between.
 */
final class Attribution {

  private boolean any;
  private boolean boundary;
  private @Nullable Point lastPoint;
  private @Nullable Op lastOp;

  /** A program began or ended at the top, or the client compiled. */
  void boundary() {
    boundary = true;
  }

  /** The owner of the change up to a block taken at {@code point}; {@code null} on the first. */
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

  /** A block's first memory line is there. */
  void took(Block block) {
    any = true;
    boundary = false;
    lastPoint = block.point();
    lastOp = block.op();
  }

  /** What ran when something failed. */
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
