package io.tidemark.ingest.own;

import io.tidemark.model.log.OwnerRecord.Claim;
import io.tidemark.model.log.TailerProcess;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/** Owners whose processes are known to be gone, so that no time-out is needed for them. */
final class GoneTailers {

  private static final long LOOK_EVERY_MILLIS = 500;

  private final Predicate<TailerProcess> isGone;
  private final Set<String> gone = new HashSet<>();
  private long lookedMillis = Long.MIN_VALUE / 2;

  GoneTailers(Predicate<TailerProcess> isGone) {
    this.isGone = isGone;
  }

  void lookIfDue(Collection<Claim> claims, String self, long nowMillis) {
    if (nowMillis - lookedMillis >= LOOK_EVERY_MILLIS) {
      lookedMillis = nowMillis;
      look(claims, self);
    }
  }

  void look(Collection<Claim> claims, String self) {
    Map<String, TailerProcess> owners = new HashMap<>();
    claims.forEach(claim -> owners.put(claim.tailer().id(), claim.tailer()));
    owners.remove(self);
    // Only present owners matter; one that claims again is checked again.
    gone.retainAll(owners.keySet());
    owners.keySet().removeAll(gone);
    owners.values().stream().filter(isGone).forEach(owner -> gone.add(owner.id()));
  }

  boolean contains(String id) {
    return gone.contains(id);
  }
}
