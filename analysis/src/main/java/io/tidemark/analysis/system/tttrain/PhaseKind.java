package io.tidemark.analysis.system.tttrain;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The name of a phase without numbers, to keep the number of label values small. */
final class PhaseKind {

  private static final Pattern FIXED =
      Pattern.compile("MODEL_CREATION|OPTIMIZER_CREATION|ENTRY|END_TRACE|FIRST_ITERATION_COMPLETE");
  private static final Pattern PASS =
      Pattern.compile("(FORWARD|BACKWARD)_PASS(?:_(?:micro_)?\\d+)?");
  private static final Pattern MODULE = Pattern.compile("(.*)_L\\d+_(.*)_(FWD|BWD)__\\d{6}");
  private static final Pattern SEQUENCE = Pattern.compile("(.*)__\\d{6}");

  private PhaseKind() {}

  static String of(String name) {
    if (FIXED.matcher(name).matches()) {
      return name;
    }
    Matcher pass = PASS.matcher(name);
    if (pass.matches()) {
      return pass.group(1) + "_PASS";
    }
    Matcher module = MODULE.matcher(name);
    if (module.matches()) {
      return module.group(1) + "_" + module.group(2) + "_" + module.group(3);
    }
    Matcher sequence = SEQUENCE.matcher(name);
    return sequence.matches() ? sequence.group(1) : "OTHER";
  }
}
