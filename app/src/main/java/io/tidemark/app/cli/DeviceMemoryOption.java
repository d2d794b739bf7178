package io.tidemark.app.cli;

import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** {@code --device-memory}: the size of a device's memory, for logs that do not state it. */
final class DeviceMemoryOption {

  @Option(
      names = "--device-memory",
      paramLabel = "SIZE",
      description = {
        "size of the device's memory, used where the log states none",
        SizeText.ALLOWED,
        "default: unknown; 12GiB for a training"
      })
  @Nullable String size;

  OptionalLong bytes() {
    return SizeText.bytes("--device-memory", size);
  }
}
