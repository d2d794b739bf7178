package io.tidemark.analysis.alert;

import io.tidemark.analysis.alert.Judge.Memory;
import io.tidemark.analysis.state.Stored;
import io.tidemark.model.alert.Alert;
import io.tidemark.model.alert.AlertKey;
import io.tidemark.model.alert.AlertRule;
import io.tidemark.model.event.Op;
import io.tidemark.model.log.LogPosition;
import io.tidemark.model.log.RunId;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** All alerts of a run that ever began, by device, memory and rule. */
@Stored
final class Episodes {

  /** Limit of separate alerts per run, since a log may name any number of memories. */
  static final int MAX_EPISODES = 256;

  private static final Memory OTHER = new Memory("0", Op.OTHER);

  private final Map<String, Map<String, Map<AlertRule, Episode>>> byDevice = new TreeMap<>();

  private interface Each {
    void accept(AlertKey key, Episode episode);
  }

  private void each(RunId run, Each each) {
    byDevice.forEach(
        (device, memories) ->
            memories.forEach(
                (memory, rules) ->
                    rules.forEach(
                        (rule, episode) ->
                            each.accept(new AlertKey(run, rule, device, memory), episode))));
  }

  Map<AlertRule, Episode> known(Memory memory) {
    return byDevice.getOrDefault(memory.device(), Map.of()).getOrDefault(memory.name(), Map.of());
  }

  /**
   * Returns the alert of this memory, creating it if needed; above the limit, the shared other one.
   */
  Episode of(Memory memory, AlertRule rule) {
    Episode episode = known(memory).get(rule);
    if (episode != null) {
      return episode;
    }
    if (size() >= MAX_EPISODES && !memory.equals(OTHER)) {
      return of(OTHER, rule);
    }
    Episode fresh = new Episode();
    byDevice
        .computeIfAbsent(memory.device(), unknown -> new TreeMap<>())
        .computeIfAbsent(memory.name(), unknown -> new EnumMap<>(AlertRule.class))
        .put(rule, fresh);
    return fresh;
  }

  private int size() {
    return byDevice.values().stream()
        .flatMap(memories -> memories.values().stream())
        .mapToInt(Map::size)
        .sum();
  }

  /** Ends all active alerts. Returns whether there were any. */
  boolean end(LogPosition at) {
    boolean turned = false;
    for (Map<String, Map<AlertRule, Episode>> memories : byDevice.values()) {
      for (Map<AlertRule, Episode> rules : memories.values()) {
        for (Episode episode : rules.values()) {
          turned |= episode.end(at);
        }
      }
    }
    return turned;
  }

  Set<AlertKey> keys(RunId run) {
    Set<AlertKey> keys = new TreeSet<>();
    each(run, (key, episode) -> keys.add(key));
    return keys;
  }

  /** Passes the alerts that changed since the last call. */
  void publish(RunId run, Map<AlertKey, Alert> alerts) {
    each(
        run,
        (key, episode) -> {
          Alert changed = episode.changed();
          if (changed != null) {
            alerts.put(key, changed);
          }
        });
  }
}
