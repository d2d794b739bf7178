package io.tidemark.ingest.own;

import io.tidemark.model.OwnerRecord.Claim;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/** For which claims the positions serve that this tailer has read. */
final class PositionsAtHand {

  /** No claim has it. */
  private static final long NONE = 0;

  private final Set<String> stale = new HashSet<>();
  private Map<String, Long> served = Map.of();

  /** They were read; of a source whose owner had ended before they hold all that it shipped. */
  void onRead(Map<String, Claim> owners, Predicate<Claim> isEnded) {
    Map<String, Long> now = new HashMap<>();
    owners.forEach(
        (source, owner) -> now.put(source, isEnded.test(owner) ? owner.epoch() + 1 : NONE));
    served = now;
    stale.clear();
  }

  /** Whether nobody else can have shipped anything of the source between them and this epoch. */
  boolean serve(String source, long epoch) {
    return served.getOrDefault(source, 1L) == epoch;
  }

  void onGained(String source, long epoch) {
    if (!serve(source, epoch)) {
      stale.add(source);
    }
  }

  boolean isStale(String source) {
    return stale.contains(source);
  }

  boolean stale() {
    return !stale.isEmpty();
  }
}
