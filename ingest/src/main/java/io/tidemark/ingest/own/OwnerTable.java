package io.tidemark.ingest.own;

import io.tidemark.model.log.OwnerRecord.Claim;
import io.tidemark.model.log.OwnerRecord.Kind;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The last valid claim or release of each source. All readers of the log from one offset on agree.
 * A reader that begins after compaction takes the first record of a source as valid until its owner
 * confirms another.
 *
 * <p>It holds one claim of each source in the topic, including released ones. The next claim of a
 * source must have the next epoch, however long nobody followed it.
 */
final class OwnerTable {

  private final Map<String, Claim> bySource = new HashMap<>();

  /** The effect of a record. */
  enum Verdict {
    VALID,
    REPEATED,
    VOID
  }

  Verdict apply(String source, Claim next) {
    Claim now = bySource.get(source);
    if (now != null && isSame(now, next)) {
      return Verdict.REPEATED;
    }
    if (now != null && !follows(now, next)) {
      return Verdict.VOID;
    }
    bySource.put(source, next);
    return Verdict.VALID;
  }

  private static boolean isSame(Claim now, Claim next) {
    boolean sameState = (now.kind() == Kind.RELEASED) == (next.kind() == Kind.RELEASED);
    return sameState && isOf(now, next) && now.epoch() == next.epoch();
  }

  private static boolean follows(Claim now, Claim next) {
    return switch (next.kind()) {
      case CLAIMED -> next.epoch() == now.epoch() + 1;
      case CONFIRMED -> next.epoch() == now.epoch() && now.kind() != Kind.RELEASED;
      case RELEASED -> next.epoch() == now.epoch() && isOf(now, next);
    };
  }

  private static boolean isOf(Claim now, Claim next) {
    return now.tailer().id().equals(next.tailer().id());
  }

  void remove(String source) {
    bySource.remove(source);
  }

  Optional<Claim> of(String source) {
    return Optional.ofNullable(bySource.get(source));
  }

  long nextEpoch(String source) {
    Claim now = bySource.get(source);
    return now == null ? 1 : now.epoch() + 1;
  }

  /** A view of all claims by source. */
  Map<String, Claim> all() {
    return Collections.unmodifiableMap(bySource);
  }

  /** Ids of the tailers that own a source or owned it last. */
  Set<String> tailers() {
    return bySource.values().stream().map(claim -> claim.tailer().id()).collect(Collectors.toSet());
  }
}
