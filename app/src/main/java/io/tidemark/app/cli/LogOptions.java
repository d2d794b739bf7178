package io.tidemark.app.cli;

import io.tidemark.analysis.alert.GivenSizes;
import io.tidemark.analysis.alert.Thresholds;
import io.tidemark.analysis.line.LinePrefix;
import io.tidemark.analysis.memory.ModuleGroups;
import io.tidemark.analysis.run.LogSystems;
import io.tidemark.analysis.run.Settings;
import io.tidemark.analysis.system.message.Messages;
import io.tidemark.analysis.system.tpumlir.Chip;
import io.tidemark.model.Refusal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * How the lines of a log are read: its format, and the chip and the sizes that it does not state.
 */
final class LogOptions {

  @Option(names = "--format", paramLabel = "NAME", completionCandidates = Formats.class)
  @Nullable String format;

  @Option(names = "--chip", paramLabel = "NAME", completionCandidates = Chips.class)
  @Nullable String chip;

  @Option(names = "--line-prefix", paramLabel = "REGEX")
  @Nullable String linePrefix;

  @Option(names = "--group", paramLabel = "REGEX")
  List<String> groups = List.of();

  @Mixin MessageOption messages = new MessageOption();

  @Option(names = "--device-memory", paramLabel = "SIZE")
  @Nullable String device;

  @Option(names = "--model-size", paramLabel = "SIZE")
  @Nullable String model;

  @Option(names = "--optimizer-size", paramLabel = "SIZE")
  @Nullable String optimizer;

  @Option(names = "--gradients-size", paramLabel = "SIZE")
  @Nullable String gradients;

  @Option(names = "--use-actual-sizes")
  boolean useActualSizes;

  Settings settings() {
    return settings(Thresholds.DEFAULT);
  }

  Settings settings(Thresholds thresholds) {
    GivenSizes given = sizes();
    return new Settings(thresholds, systems(given), given);
  }

  /** The sizes that the log does not state. */
  GivenSizes sizes() {
    return new GivenSizes(
        deviceBytes(),
        SizeText.bytes("--model-size", model),
        SizeText.bytes("--optimizer-size", optimizer),
        SizeText.bytes("--gradients-size", gradients),
        useActualSizes);
  }

  private OptionalLong deviceBytes() {
    OptionalLong bytes = SizeText.bytes("--device-memory", device);
    if (bytes.isPresent() && bytes.getAsLong() == 0) {
      throw new Refusal("--device-memory %s: want more than 0, e.g. 12GiB".formatted(device));
    }
    return bytes;
  }

  /** The known systems and those of the message files, with the format that was asked for. */
  private LogSystems systems(GivenSizes given) {
    Messages rows = new Messages(messages.catalogue(), given.device().orElse(0));
    LogSystems all = LogSystems.all(chip(), rows);
    List<String> names = all.formats().names();
    if (format != null && !names.contains(format)) {
      throw new Refusal("--format %s: want one of %s".formatted(format, String.join(", ", names)));
    }
    LogSystems asked = all.only(format).grouped(groups());
    return linePrefix == null ? asked : asked.behind(prefix(linePrefix));
  }

  private ModuleGroups groups() {
    try {
      return ModuleGroups.of(groups);
    } catch (IllegalArgumentException e) {
      throw new Refusal("--group %s: %s".formatted(String.join(", ", groups), e.getMessage()));
    }
  }

  private static LinePrefix prefix(String regex) {
    try {
      return LinePrefix.of(regex);
    } catch (IllegalArgumentException e) {
      throw new Refusal("--line-prefix %s: %s".formatted(regex, e.getMessage()));
    }
  }

  /** The named chip; {@code null} without the option. */
  private @Nullable Chip chip() {
    if (chip == null) {
      return null;
    }
    Chip named = Chip.named(chip);
    if (named == null) {
      throw new Refusal(
          "--chip %s: want one of %s".formatted(chip, String.join(", ", new Chips())));
    }
    return named;
  }

  static final class Formats implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return LogSystems.ALL.formats().names().iterator();
    }
  }

  static final class Chips extends ArrayList<String> {
    Chips() {
      super(
          Arrays.stream(Chip.values()).map(chip -> chip.name().toLowerCase(Locale.ROOT)).toList());
    }
  }
}
