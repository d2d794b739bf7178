package io.tidemark.analysis.alert;

import io.tidemark.analysis.alert.Judge.Memory;
import io.tidemark.analysis.state.PartReader;
import io.tidemark.analysis.state.PartWriter;
import io.tidemark.model.Alert;
import io.tidemark.model.AlertKey;
import io.tidemark.model.AlertRule;
import io.tidemark.model.LogPosition;
import io.tidemark.model.Op;
import io.tidemark.model.RunId;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** All alerts of a run that ever began, by memory and rule. */
final class Episodes {

  /** Limit of separate alerts per run, since a log may name any number of memories. */
  static final int MAX_EPISODES = 256;

  private static final Memory OTHER = new Memory("0", Op.OTHER);

  private final Map<Subject, Episode> episodes = new TreeMap<>();

  /** Index for the check of each view: looking up a subject needs several comparisons. */
  private final Map<Memory, Map<AlertRule, Episode>> byMemory = new HashMap<>();

  /** The memory and rule of an alert within the run. */
  private record Subject(Memory memory, AlertRule rule) implements Comparable<Subject> {
    private static final Comparator<Subject> ORDER =
        Comparator.comparing(Subject::memory).thenComparing(Subject::rule);

    @Override
    public int compareTo(Subject other) {
      return ORDER.compare(this, other);
    }
  }

  /** All alerts of a memory that ever began, by rule. */
  Map<AlertRule, Episode> known(Memory memory) {
    return byMemory.getOrDefault(memory, Map.of());
  }

  /**
   * Returns the alert of this memory, creating it if needed; above the limit, the shared other one.
   */
  Episode of(Memory memory, AlertRule rule) {
    Episode episode = known(memory).get(rule);
    if (episode != null) {
      return episode;
    }
    if (episodes.size() >= MAX_EPISODES && !memory.equals(OTHER)) {
      return of(OTHER, rule);
    }
    Episode fresh = new Episode();
    put(new Subject(memory, rule), fresh);
    return fresh;
  }

  private void put(Subject subject, Episode episode) {
    episodes.put(subject, episode);
    byMemory
        .computeIfAbsent(subject.memory(), unknown -> new EnumMap<>(AlertRule.class))
        .put(subject.rule(), episode);
  }

  /** Ends all active alerts. Returns whether there were any. */
  boolean end(LogPosition at) {
    boolean turned = false;
    for (Episode episode : episodes.values()) {
      turned |= episode.end(at);
    }
    return turned;
  }

  Set<AlertKey> keys(RunId run) {
    Set<AlertKey> keys = new TreeSet<>();
    episodes.keySet().forEach(subject -> keys.add(key(run, subject)));
    return keys;
  }

  private static AlertKey key(RunId run, Subject subject) {
    return new AlertKey(run, subject.rule(), subject.memory().device(), subject.memory().name());
  }

  /** Passes the alerts that changed since the last call. */
  void publish(RunId run, Map<AlertKey, Alert> alerts) {
    episodes.forEach(
        (subject, episode) -> {
          Alert changed = episode.changed();
          if (changed != null) {
            alerts.put(key(run, subject), changed);
          }
        });
  }

  void write(PartWriter out) {
    out.number(episodes.size());
    episodes.forEach(
        (subject, episode) -> {
          out.text(subject.memory().device()).text(subject.memory().name());
          out.text(subject.rule().alert());
          episode.write(out);
        });
  }

  void read(PartReader in) {
    for (int left = in.count(); left > 0; left--) {
      Memory memory = new Memory(in.word(), in.word());
      AlertRule rule = AlertRule.of(in.word());
      put(new Subject(memory, rule), Episode.read(in));
    }
  }
}
