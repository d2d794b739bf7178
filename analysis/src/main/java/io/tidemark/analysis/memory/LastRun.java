package io.tidemark.analysis.memory;

import io.tidemark.analysis.state.PartReader;
import io.tidemark.analysis.state.PartWriter;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * An ended run, with which the next run of its source is compared.
 *
 * @param number of the run
 * @param formats of its lines
 */
public record LastRun(
    int number, List<String> formats, Map<String, Map<String, LastMemory>> byDevice) {

  private static final int VERSION = 1;

  public LastRun {
    formats = List.copyOf(formats);
    byDevice = Map.copyOf(byDevice);
  }

  /** Returns a memory; {@code null} if the run had none of that name. */
  @Nullable LastMemory memory(String device, String memory) {
    Map<String, LastMemory> memories = byDevice.get(device);
    return memories == null ? null : memories.get(memory);
  }

  /** Serializes the run as a stored part. */
  public byte[] toBytes() {
    PartWriter out = new PartWriter(VERSION);
    out.number(number).number(formats.size());
    formats.forEach(out::text);
    out.number(byDevice.size());
    new TreeMap<>(byDevice)
        .forEach(
            (device, memories) -> {
              out.text(device).number(memories.size());
              new TreeMap<>(memories)
                  .forEach(
                      (memory, of) -> {
                        out.text(memory);
                        of.write(out);
                      });
            });
    return out.toBytes();
  }

  /** Reads the output of {@link #toBytes}. */
  public static LastRun read(byte[] bytes) {
    PartReader in = new PartReader(bytes, VERSION);
    int number = in.count();
    String[] formats = new String[in.count()];
    for (int i = 0; i < formats.length; i++) {
      formats[i] = in.word();
    }
    Map<String, Map<String, LastMemory>> byDevice = new TreeMap<>();
    for (int devices = in.count(); devices > 0; devices--) {
      Map<String, LastMemory> memories = new TreeMap<>();
      byDevice.put(in.word(), memories);
      for (int left = in.count(); left > 0; left--) {
        memories.put(in.word(), LastMemory.read(number, in));
      }
    }
    return new LastRun(number, List.of(formats), byDevice);
  }
}
