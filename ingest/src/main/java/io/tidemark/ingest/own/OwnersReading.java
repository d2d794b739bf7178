package io.tidemark.ingest.own;

import io.tidemark.model.log.OwnerRecord;
import io.tidemark.model.log.OwnerRecord.Claim;
import io.tidemark.model.log.OwnerRecord.Heartbeat;

/** Applies records of the log to an ownership, with the time of the read. */
record OwnersReading(Ownership ownership, long nowMillis) implements OwnersLog.Reader {

  @Override
  public void onRecord(String key, OwnerRecord record) {
    if (record instanceof Heartbeat heartbeat) {
      String id = key.substring(OwnerRecord.TAILER_KEY.length());
      ownership.onHeartbeat(id, heartbeat, nowMillis);
    } else if (record instanceof Claim claim) {
      ownership.onClaim(key, claim);
    }
  }

  @Override
  public void onTombstone(String key) {
    ownership.onTombstone(key);
  }

  @Override
  public void onRefused(String key) {
    ownership.confirmIfOwn(key);
  }
}
