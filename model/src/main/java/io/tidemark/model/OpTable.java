package io.tidemark.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Every op kind of one memory of a run, by name: the value of {@code tidemark.ops}.
 *
 * @param overflow how many distinct names went to {@link Op#OTHER} beyond the admission limit
 * @param offset byte offset of the newest change; of two records the higher one is newer
 * @param heldBeforeBytes of the highest snapshot, what no op of the table held: in use before the
 *     first op, or changed by nobody known; with the ops it adds up to that snapshot; {@code null}
 *     in records of before
 */
public record OpTable(
    List<OpUsage> ops, long overflow, long offset, @Nullable Long heldBeforeBytes) {

  /** Of which nobody asks what was held at the peak. */
  public OpTable(List<OpUsage> ops, long overflow, long offset) {
    this(ops, overflow, offset, null);
  }

  public OpTable {
    ops = List.copyOf(ops);
  }
}
