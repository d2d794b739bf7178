package io.tidemark.app.cli;

import io.tidemark.analysis.system.tpumlir.Chip;
import io.tidemark.model.Refusal;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The target chip of TPU-MLIR, for logs that name neither the chip nor its local memory. */
final class ChipOption {

  @Option(
      names = "--chip",
      paramLabel = "NAME",
      completionCandidates = Names.class,
      description = {
        "target chip of TPU-MLIR, used where the log does not name one",
        "allowed: ${COMPLETION-CANDIDATES}",
        "default: the chip that the log names, else unknown"
      })
  @Nullable String name;

  /** The named chip; {@code null} without the option. */
  @Nullable Chip value() {
    if (name == null) {
      return null;
    }
    Chip chip = Chip.named(name);
    if (chip == null) {
      throw new Refusal(
          "--chip %s: want one of %s".formatted(name, String.join(", ", new Names())));
    }
    return chip;
  }

  /** The chips' names on the command line. */
  static final class Names implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Arrays.stream(Chip.values())
          .map(chip -> chip.name().toLowerCase(Locale.ROOT))
          .iterator();
    }
  }
}
