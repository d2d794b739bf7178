package io.tidemark.sink.board;

import io.tidemark.model.log.Reject;
import java.util.HashMap;
import java.util.Map;

/** Rejected lines, counted by kind. */
final class RejectTally {

  /** There are about eighty combinations of format and reason; further ones share one kind. */
  private static final int MOST_KINDS = 200;

  private final Map<RejectKind, Long> sums = new HashMap<>();

  void add(Reject reject) {
    RejectKind kind = new RejectKind(reject.format(), reject.reason());
    boolean known = sums.containsKey(kind) || sums.size() < MOST_KINDS;
    sums.merge(known ? kind : RejectKind.OTHER, 1L, Long::sum);
  }

  Map<RejectKind, Long> sums() {
    return sums;
  }
}
