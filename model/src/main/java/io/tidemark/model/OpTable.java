package io.tidemark.model;

import java.util.List;

/**
 * Every op kind of one memory of a run, by name: the value of {@code tidemark.ops}.
 *
 * @param overflow how many distinct names went to {@link Op#OTHER} beyond the admission limit
 * @param offset byte offset of the newest change; of two records the higher one is newer
 */
public record OpTable(List<OpUsage> ops, long overflow, long offset) {
  public OpTable {
    ops = List.copyOf(ops);
  }
}
