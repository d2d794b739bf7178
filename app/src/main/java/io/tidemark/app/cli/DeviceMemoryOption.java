package io.tidemark.app.cli;

import io.tidemark.model.Refusal;
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
    OptionalLong bytes = SizeText.bytes("--device-memory", size);
    if (bytes.isPresent() && bytes.getAsLong() == 0) {
      throw new Refusal("--device-memory %s: want more than 0, e.g. 12GiB".formatted(size));
    }
    return bytes;
  }
}
