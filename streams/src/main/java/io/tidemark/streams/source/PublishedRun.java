package io.tidemark.streams.source;

import io.tidemark.analysis.run.Tombstones;
import io.tidemark.model.alert.Alert;
import io.tidemark.model.alert.AlertKey;
import io.tidemark.model.alert.AlertRule;
import io.tidemark.model.log.RunId;
import io.tidemark.model.memory.MemoryKey;
import io.tidemark.model.plan.PlanKey;
import io.tidemark.model.run.RunStatus;
import io.tidemark.model.wire.Json;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The published records of one open run: all keys, the newest status, and its active alerts. */
final class PublishedRun {

  private final RunId id;
  private final Set<MemoryKey> memories = new HashSet<>();
  private final Map<String, Integer> lastPages = new HashMap<>();
  private final Set<AlertKey> alerts = new HashSet<>();
  private final Map<AlertKey, Alert> active = new HashMap<>();
  private @Nullable RunStatus status;
  private boolean newKeys = true;
  private boolean newStatus = true;

  PublishedRun(RunId id) {
    this.id = id;
  }

  private record State(@Nullable RunStatus status, List<ActiveAlert> alerts) {}

  private record ActiveAlert(AlertRule rule, String device, String memory, Alert alert) {}

  RunId id() {
    return id;
  }

  /** The newest status; {@code null} if it is unknown or not published yet. */
  @Nullable RunStatus status() {
    return status;
  }

  boolean hasEnded() {
    return status != null && status.endMillis() != null;
  }

  Map<AlertKey, Alert> active() {
    return active;
  }

  Tombstones keys() {
    return new Tombstones(id, memories, lastPages, alerts);
  }

  void published(RunStatus newest) {
    status = newest;
    newStatus = true;
  }

  void published(MemoryKey key) {
    newKeys |= memories.add(key);
  }

  void published(PlanKey key) {
    Integer last = lastPages.get(key.plan());
    if (last == null || last < key.page()) {
      lastPages.put(key.plan(), key.page());
      newKeys = true;
    }
  }

  void published(AlertKey key, Alert alert) {
    newKeys |= alerts.add(key);
    newStatus = true;
    if (alert.active()) {
      active.put(key, alert);
    } else {
      active.remove(key);
    }
  }

  /** Reduces the keys to {@code kept}; returns the others. */
  Tombstones retain(Tombstones kept) {
    Tombstones others = keys().without(kept);
    memories.removeAll(others.memories());
    lastPages.keySet().removeAll(others.lastPages().keySet());
    alerts.removeAll(others.alerts());
    active.keySet().removeAll(others.alerts());
    newKeys = true;
    newStatus = true;
    return others;
  }

  /** The stored form of the keys if they changed since the last call, else {@code null}. */
  byte @Nullable [] drainNewKeys() {
    boolean changed = newKeys;
    newKeys = false;
    return changed ? keys().toBytes() : null;
  }

  void restoreKeys(byte[] stored) {
    Tombstones keys = Tombstones.read(id, stored);
    memories.addAll(keys.memories());
    lastPages.putAll(keys.lastPages());
    alerts.addAll(keys.alerts());
    newKeys = false;
  }

  /** The stored form of the status and the alerts, as for the keys. */
  byte @Nullable [] drainNewStatus() {
    if (!newStatus) {
      return null;
    }
    newStatus = false;
    List<ActiveAlert> stored = new ArrayList<>();
    active.forEach(
        (key, alert) -> stored.add(new ActiveAlert(key.rule(), key.device(), key.memory(), alert)));
    return Json.MAPPER.writeValueAsBytes(new State(status, stored));
  }

  void restoreStatus(byte[] stored) {
    State state = Json.MAPPER.readValue(stored, State.class);
    status = state.status();
    for (ActiveAlert one : state.alerts()) {
      active.put(new AlertKey(id, one.rule(), one.device(), one.memory()), one.alert());
    }
    newStatus = false;
  }
}
