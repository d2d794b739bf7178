package io.tidemark.analysis.run;

import static java.util.stream.Collectors.toSet;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.tidemark.analysis.state.StateFormat;
import io.tidemark.model.alert.AlertKey;
import io.tidemark.model.alert.AlertRule;
import io.tidemark.model.log.RunId;
import io.tidemark.model.memory.MemoryKey;
import io.tidemark.model.plan.PlanKey;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * The published keys of a run, which must be deleted when the run is dropped.
 *
 * @param lastPages last page of each plan, by plan name; pages begin at 0
 */
public record Tombstones(
    RunId run, Set<MemoryKey> memories, Map<String, Integer> lastPages, Set<AlertKey> alerts) {

  /** What is stored: the keys without their run. */
  record Stored(
      @JsonProperty("memories") List<Memory> memories,
      @JsonProperty("pages") Map<String, Integer> lastPages,
      @JsonProperty("alerts") List<OfMemory> alerts) {

    Tombstones of(RunId run) {
      return new Tombstones(
          run,
          memories.stream()
              .map(key -> new MemoryKey(run, key.device(), key.memory()))
              .collect(toSet()),
          lastPages,
          alerts.stream()
              .map(key -> new AlertKey(run, key.rule(), key.device(), key.memory()))
              .collect(toSet()));
    }
  }

  record Memory(@JsonProperty("d") String device, @JsonProperty("m") String memory) {}

  record OfMemory(
      @JsonProperty("r") AlertRule rule,
      @JsonProperty("d") String device,
      @JsonProperty("m") String memory) {}

  public Tombstones {
    memories = Set.copyOf(memories);
    lastPages = Map.copyOf(lastPages);
    alerts = Set.copyOf(alerts);
  }

  /** A run of which only its number is known. */
  public static Tombstones of(RunId run) {
    return new Tombstones(run, Set.of(), Map.of(), Set.of());
  }

  /** Returns the keys that {@code kept} lacks. */
  public Tombstones without(Tombstones kept) {
    Set<MemoryKey> memoriesLeft = new HashSet<>(memories);
    memoriesLeft.removeAll(kept.memories);
    Map<String, Integer> pagesLeft = new HashMap<>(lastPages);
    pagesLeft.keySet().removeAll(kept.lastPages.keySet());
    Set<AlertKey> alertsLeft = new HashSet<>(alerts);
    alertsLeft.removeAll(kept.alerts);
    return new Tombstones(run, memoriesLeft, pagesLeft, alertsLeft);
  }

  /** Passes every page key of every plan. */
  public void pages(Consumer<PlanKey> each) {
    lastPages.forEach(
        (plan, last) -> {
          for (int page = 0; page <= last; page++) {
            each.accept(new PlanKey(run, plan, page));
          }
        });
  }

  /** Serializes the keys as a stored part. */
  public byte[] toBytes() {
    return StateFormat.write(stored());
  }

  Stored stored() {
    return new Stored(
        memories.stream().sorted().map(key -> new Memory(key.device(), key.memory())).toList(),
        new TreeMap<>(lastPages),
        alerts.stream()
            .sorted()
            .map(key -> new OfMemory(key.rule(), key.device(), key.memory()))
            .toList());
  }

  /** Reads the output of {@link #toBytes}. */
  public static Tombstones read(RunId run, byte[] bytes) {
    return StateFormat.read(bytes, Stored.class).of(run);
  }
}
