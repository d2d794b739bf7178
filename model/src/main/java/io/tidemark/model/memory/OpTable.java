package io.tidemark.model.memory;

import io.tidemark.model.event.Op;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All ops of one memory of a run, by name: the value of {@code tidemark.ops}.
 *
 * @param overflow number of distinct names above the limit, counted under {@link Op#OTHER}
 * @param offset byte offset of the newest change; of two records the higher one is newer
 * @param heldBeforeBytes bytes of the highest snapshot that no op of the table held: used before
 *     the first op, or changed by an unknown owner. With the bytes of the ops it adds up to that
 *     snapshot. {@code null} in records of earlier releases.
 */
public record OpTable(
    List<OpUsage> ops, long overflow, long offset, @Nullable Long heldBeforeBytes) {

  public OpTable {
    ops = List.copyOf(ops);
  }
}
