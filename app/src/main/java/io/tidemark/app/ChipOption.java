package io.tidemark.app;

import io.tidemark.analysis.system.tpumlir.Chip;
import io.tidemark.model.Refusal;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What a compiler compiles for, where its log tells neither the chip nor its memory. */
final class ChipOption {

  @Option(
      names = "--chip",
      paramLabel = "NAME",
      description = "what TPU-MLIR compiles for, e.g. bm1684x, where its log does not tell")
  @Nullable String name;

  @Nullable Chip told() {
    if (name == null) {
      return null;
    }
    Chip chip = Chip.named(name);
    if (chip == null) {
      String known =
          Arrays.stream(Chip.values())
              .map(one -> one.name().toLowerCase(Locale.ROOT))
              .collect(Collectors.joining(", "));
      throw new Refusal("--chip %s: want one of %s".formatted(name, known));
    }
    return chip;
  }
}
