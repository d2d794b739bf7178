package io.tidemark.analysis.system.tenstorrent;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.OptBoolean;
import io.tidemark.analysis.memory.Block;
import io.tidemark.analysis.memory.Point;
import io.tidemark.analysis.state.Stored;
import io.tidemark.model.event.MemoryView;
import io.tidemark.model.event.Op;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
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

  /** Module of that op, then of the op of the newest header, then of the op of the last block. */
  @JsonProperty(isRequired = OptBoolean.FALSE)
  private @Nullable String module;

  @JsonProperty(isRequired = OptBoolean.FALSE)
  private @Nullable String headerModule;

  @JsonProperty(isRequired = OptBoolean.FALSE)
  private @Nullable String lastModule;

  /** Memories of all blocks so far. */
  @JsonProperty(isRequired = OptBoolean.FALSE)
  private Set<String> memories = new TreeSet<>();

  /** Whether the last block lacks one of them, as when its line was rejected. */
  @JsonProperty(isRequired = OptBoolean.FALSE)
  private boolean incomplete;

  /** Notes a boundary: an outermost program began or ended, or the client compiled. */
  void boundary() {
    boundary = true;
  }

  void locate(@Nullable String next, String itsModule) {
    location = next;
    module = itsModule;
  }

  /** Returns the location of the op that a block names; it belongs to one block. */
  @Nullable String takeLocation() {
    String taken = location;
    location = null;
    headerModule = module;
    module = null;
    return taken;
  }

  /** Module of the op that the newest header names; {@code null} if no line locates it. */
  @Nullable String headerModule() {
    return headerModule;
  }

  /** Module of the owner of a change; {@code null} if it follows from location and name. */
  @Nullable String moduleOf(@Nullable Op owner) {
    return owner != null && owner.equals(lastOp) ? lastModule : null;
  }

  /**
   * Returns the owner of the change up to a block at {@code point}; {@code null} for the first
   * block, and behind an incomplete one, since the change may be that of several ops.
   */
  @Nullable Op ownerUpTo(@Nullable Point point) {
    return incomplete ? null : after(point);
  }

  private @Nullable Op after(@Nullable Point point) {
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
    lastModule = block.op() == null ? null : headerModule;
    headerModule = null;
  }

  /**
   * Notes the end of a block. It is incomplete if it lacks a memory of the block before; a header
   * whose lines are missing has no memories.
   */
  void ended(Block block) {
    List<String> stated = block.views().stream().map(MemoryView::memory).toList();
    incomplete = !stated.containsAll(memories);
    memories.clear();
    memories.addAll(stated);
  }

  /** Returns what ran when a failure occurred. */
  @Nullable String running() {
    if (any && lastPoint == Point.BEFORE_SUBMIT) {
      return Op.SUBMISSION;
    }
    Op owner = after(null);
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
