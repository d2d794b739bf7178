package io.tidemark.analysis.memory;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An ended run, with which the next run of its source is compared.
 *
 * @param number of the run
 * @param formats of its lines
 */
public record LastRun(
    int number, List<String> formats, Map<String, Map<String, LastMemory>> byDevice) {

  public LastRun {
    formats = List.copyOf(formats);
    byDevice = Map.copyOf(byDevice);
  }

  /** Returns a memory; {@code null} if the run had none of that name. */
  @Nullable LastMemory memory(String device, String memory) {
    Map<String, LastMemory> memories = byDevice.get(device);
    return memories == null ? null : memories.get(memory);
  }
}
