package io.tidemark.app.cli;

import io.tidemark.analysis.alert.Thresholds;
import io.tidemark.analysis.run.Settings;
import io.tidemark.model.Refusal;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Values that a log does not hold, and thresholds of alerts. */
final class SettingsOptions {

  private static final double MILLIS = 1000;
  private static final double MOST_SECONDS = 86_400;
  private static final double MOST_OVER = 10;

  @Mixin LogOptions log = new LogOptions();

  @Option(names = "--threshold", paramLabel = "NAME=NUMBER")
  Map<String, Double> thresholds = new TreeMap<>();

  Settings value() {
    Thresholds base = Thresholds.DEFAULT;
    Map<String, Double> left = new TreeMap<>(thresholds);
    Thresholds chosen =
        new Thresholds(
            share(left, "near-capacity", base.nearCapacity()),
            share(left, "critical", base.critical()),
            new Thresholds.FillingUp(
                share(left, "filling-up-from", base.fillingUp().from()),
                seconds(left, "filling-up-within", base.fillingUp().withinMillis())),
            new Thresholds.Fragmented(
                share(left, "fragmented-from", base.fragmented().from()),
                share(left, "fragmented-below", base.fragmented().below())),
            seconds(left, "window", base.windowMillis()),
            overLastRun(left));
    if (!left.isEmpty()) {
      throw new Refusal(
          "--threshold %s: want near-capacity, critical, filling-up-from, filling-up-within,"
                  .formatted(left.keySet().iterator().next())
              + " fragmented-from, fragmented-below, window or over-last-run");
    }
    return log.settings(chosen);
  }

  private static @Nullable Double overLastRun(Map<String, Double> left) {
    return left.containsKey("over-last-run")
        ? (Double) number(left, "over-last-run", 0, MOST_OVER, "a share from 0 to 10, e.g. 0.05")
        : null;
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
    // The negation also catches NaN.
    if (!(given >= 0 && given <= most)) {
      throw new Refusal("--threshold %s=%s: want %s".formatted(name, given, wanted));
    }
    return given;
  }
}
