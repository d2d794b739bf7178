package io.tidemark.ingest.own;

import io.tidemark.model.log.OwnerRecord.Claim;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/** Decides for which claims the positions that this tailer has read are complete. */
final class PositionsAtHand {

  /** An epoch that no claim has. */
  private static final long NONE = 0;

  private final Set<String> stale = new HashSet<>();
  private final Set<String> askedFirst = new HashSet<>();
  private Map<String, Long> served = Map.of();
  private Phase phase = Phase.READ;
  private boolean shared;

  private enum Phase {
    READ,
    FIRST_LOOK,
    LATER
  }

  /** Records a read of the positions. It is complete for sources whose owner had ended before. */
  void onRead(Map<String, Claim> owners, Predicate<Claim> isEnded) {
    Map<String, Long> now = new HashMap<>();
    owners.forEach(
        (source, owner) -> now.put(source, isEnded.test(owner) ? owner.epoch() + 1 : NONE));
    served = now;
    stale.clear();
    askedFirst.clear();
    phase = Phase.READ;
  }

  /**
   * Begins a round.
   *
   * @param anyElsewhere another tailer follows a log that this one was asked for
   */
  void onRound(boolean anyElsewhere) {
    phase = phase == Phase.READ ? Phase.FIRST_LOOK : Phase.LATER;
    shared = anyElsewhere;
  }

  void onAsked(String source) {
    if (phase != Phase.LATER) {
      askedFirst.add(source);
    }
  }

  /**
   * Whether no other tailer can have shipped any of the source between the read and this epoch.
   * Where logs are shared, a new name that came later may be a file of another tailer's log.
   */
  boolean serve(String source, long epoch) {
    return served.getOrDefault(source, 1L) == epoch && (!shared || askedFirst.contains(source));
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
