package io.tidemark.app;

import io.tidemark.analysis.parse.Chip;
import io.tidemark.model.Refusal;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The target of a compiler whose log states neither the chip nor its memory. */
final class ChipOption {

  @Option(
      names = "--chip",
      paramLabel = "NAME",
      description = "what TPU-MLIR compiles for, e.g. bm1684x, where its log does not state it")
  @Nullable String name;

  @Nullable Chip value() {
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
