package io.tidemark.app.cli;

import io.tidemark.app.summary.GivenSizes;
import io.tidemark.model.Refusal;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Sizes that a log does not state. */
final class SizeOptions {

  private static final Pattern SIZE =
      Pattern.compile("(\\d{1,15}(?:\\.\\d{1,6})?)\\s*(B|KiB|MiB|GiB|TiB)?");

  private static final long MOST_TIB = 1 << 20;
  private static final BigDecimal MOST = BigDecimal.valueOf(MOST_TIB << 40);

  @Mixin DeviceMemoryOption device = new DeviceMemoryOption();

  @Option(
      names = "--model-size",
      paramLabel = "SIZE",
      description = {
        "expected size of a trained model",
        "allowed: bytes, or a number with KiB, MiB, GiB or TiB; up to 1048576 TiB",
        "default: two bytes per parameter"
      })
  @Nullable String model;

  @Option(
      names = "--optimizer-size",
      paramLabel = "SIZE",
      description = {
        "expected size of the optimizer's state",
        "allowed: bytes, or a number with KiB, MiB, GiB or TiB; up to 1048576 TiB",
        "default: twice the model"
      })
  @Nullable String optimizer;

  @Option(
      names = "--gradients-size",
      paramLabel = "SIZE",
      description = {
        "expected size of the gradients",
        "allowed: bytes, or a number with KiB, MiB, GiB or TiB; up to 1048576 TiB",
        "default: as the model"
      })
  @Nullable String gradients;

  @Option(
      names = "--use-actual-sizes",
      description =
          "uses the sizes of model and optimizer that the log states, not the expected ones")
  boolean useActualSizes;

  GivenSizes value() {
    return new GivenSizes(
        device.bytes(),
        bytes("--model-size", model),
        bytes("--optimizer-size", optimizer),
        bytes("--gradients-size", gradients),
        useActualSizes);
  }

  /** Bytes, or a number with an IEC suffix. */
  static OptionalLong bytes(String option, @Nullable String size) {
    if (size == null) {
      return OptionalLong.empty();
    }
    Matcher matcher = SIZE.matcher(size);
    if (!matcher.matches()) {
      throw new Refusal(
          "%s %s: want bytes, or a number with KiB, MiB, GiB or TiB, e.g. 12GiB"
              .formatted(option, size));
    }
    String unit = matcher.group(2) == null ? "B" : matcher.group(2);
    int power = "BKMGT".indexOf(unit.charAt(0));
    BigDecimal bytes =
        new BigDecimal(matcher.group(1))
            .multiply(BigDecimal.valueOf(1L << (10 * power)))
            .setScale(0, RoundingMode.HALF_UP);
    if (bytes.compareTo(MOST) > 0) {
      throw new Refusal("%s %s: want %d TiB at most".formatted(option, size, MOST_TIB));
    }
    return OptionalLong.of(bytes.longValueExact());
  }
}
