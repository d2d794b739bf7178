package io.tidemark.analysis.memory;

import io.tidemark.analysis.state.Stored;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** The program points that a run has passed, compared with those of the last run. */
@Stored
public final class RunPoints {

  private static final char PAGE = 'p';

  private final Map<String, Map<String, ProgramPoints>> byDevice = new TreeMap<>();
  private transient @Nullable LastRun last;
  private boolean stopped;

  /** Returns the points of a memory, creating them if needed. */
  ProgramPoints of(String device, String memory) {
    Map<String, ProgramPoints> memories = byDevice.computeIfAbsent(device, name -> new TreeMap<>());
    ProgramPoints known = memories.get(memory);
    if (known != null) {
      return known;
    }
    ProgramPoints points = new ProgramPoints();
    memories.put(memory, points);
    if (stopped) {
      points.stop();
    }
    points.against(last == null ? null : last.memory(device, memory));
    return points;
  }

  /** Sets the run to compare with; {@code null} stops the comparison. */
  public void against(@Nullable LastRun other) {
    last = other;
    byDevice.forEach(
        (device, memories) ->
            memories.forEach(
                (memory, points) ->
                    points.against(other == null ? null : other.memory(device, memory))));
  }

  /** Stops recording, since lines are missing and the position in the program is unknown. */
  public void stop() {
    stopped = true;
    byDevice.values().forEach(memories -> memories.values().forEach(ProgramPoints::stop));
  }

  /** The points of a run whose earlier points are unknown, so that none is recorded. */
  public static RunPoints stopped() {
    RunPoints points = new RunPoints();
    points.stop();
    return points;
  }

  /** Passes the changed pages with keys {@code device\0memory\0page}. */
  public void store(BiConsumer<String, byte[]> part) {
    byDevice.forEach(
        (device, memories) ->
            memories.forEach(
                (memory, points) ->
                    points.store(
                        (bytes, page) ->
                            part.accept(device + '\0' + memory + '\0' + PAGE + page, bytes))));
  }

  /** Whether a part is a page of program points. */
  public static boolean isPage(String key) {
    return key.charAt(key.lastIndexOf('\0') + 1) == PAGE;
  }

  /** Restores a page written by {@link #store}. */
  public void restore(String key, byte[] bytes) {
    String[] parts = key.split("\0", 3);
    of(parts[0], parts[1]).restore(Integer.parseInt(parts[2].substring(1)), bytes);
  }

  /** Called when all pages are restored. */
  public void restored() {
    byDevice.values().forEach(memories -> memories.values().forEach(ProgramPoints::restored));
  }
}
