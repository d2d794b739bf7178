package io.tidemark.app;

import io.tidemark.analysis.Settings;
import io.tidemark.analysis.judge.Thresholds;
import io.tidemark.model.Refusal;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Facts that a log does not state, and the thresholds of alerts. */
final class SettingsOptions {

  private static final double MILLIS = 1000;
  private static final double MOST_SECONDS = 86_400;

  @Mixin FormatOption format = new FormatOption();

  @Mixin ChipOption chip = new ChipOption();

  @Option(
      names = "--device-memory",
      paramLabel = "SIZE",
      description = "size of the device's memory where the log states none, e.g. 12GiB")
  @Nullable String device;

  @Option(
      names = "--threshold",
      paramLabel = "NAME=NUMBER",
      description =
          "when to alert; shares: near-capacity critical filling-up-from fragmented-from"
              + " fragmented-below; seconds: filling-up-within window")
  Map<String, Double> thresholds = new TreeMap<>();

  Settings value() {
    Thresholds base = Thresholds.DEFAULT;
    Map<String, Double> left = new TreeMap<>(thresholds);
    Thresholds given =
        new Thresholds(
            share(left, "near-capacity", base.nearCapacity()),
            share(left, "critical", base.critical()),
            share(left, "filling-up-from", base.fillingUpFrom()),
            seconds(left, "filling-up-within", base.fillingUpWithinMillis()),
            share(left, "fragmented-from", base.fragmentedFrom()),
            share(left, "fragmented-below", base.fragmentedBelow()),
            seconds(left, "window", base.windowMillis()),
            SizeOptions.bytes("--device-memory", device).orElse(0));
    if (!left.isEmpty()) {
      throw new Refusal(
          "--threshold %s: want near-capacity, critical, filling-up-from, filling-up-within,"
                  .formatted(left.keySet().iterator().next())
              + " fragmented-from, fragmented-below or window");
    }
    return new Settings(format.value(), given, chip.value());
  }

  private static double share(Map<String, Double> left, String name, double byDefault) {
    return number(left, name, byDefault, 1, "a share from 0 to 1, e.g. 0.9");
  }

  private static long seconds(Map<String, Double> left, String name, long defaultMillis) {
    return Math.round(
        MILLIS
            * number(left, name, defaultMillis / MILLIS, MOST_SECONDS, "seconds, a day at most"));
  }

  private static double number(
      Map<String, Double> left, String name, double byDefault, double most, String wanted) {
    Double given = left.remove(name);
    if (given == null) {
      return byDefault;
    }
    // Also false for NaN.
    if (!(given >= 0 && given <= most)) {
      throw new Refusal("--threshold %s=%s: want %s".formatted(name, given, wanted));
    }
    return given;
  }
}
