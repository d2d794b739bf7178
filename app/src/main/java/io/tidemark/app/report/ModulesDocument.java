package io.tidemark.app.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The texts and weights of a log's modules for a report's page.
 *
 * @param stages by name, in the log's order
 * @param weightsInAll number declared by all modules
 * @param weightBytes unpadded, of all of them
 * @param weights the largest ones
 */
record ModulesDocument(
    Map<String, Stage> stages,
    long weightsInAll,
    long weightBytes,
    List<InputsRegistry.Weight> weights) {

  static final int MOST_WEIGHTS = 5_000;

  /** Limit of one text, which compresses to a tenth. */
  static final int MOST_CHARS = 1 << 20;

  /**
   * A module's text.
   *
   * @param linesLeftOut number of lines cut at its end
   * @param locIndex line of the first use of each location in the text, from 1
   */
  record Stage(String text, long linesLeftOut, Map<String, Integer> locIndex) {

    /** As many whole lines of a text as fit the limit. */
    static Stage of(String text, Map<String, Integer> locIndex, int mostChars) {
      if (text.length() <= mostChars) {
        return new Stage(text, 0, locIndex);
      }
      int end = text.lastIndexOf('\n', mostChars - 1) + 1;
      String shown = text.substring(0, end);
      long lines = shown.lines().count();
      Map<String, Integer> index = new LinkedHashMap<>(locIndex);
      index.values().removeIf(line -> line > lines);
      return new Stage(shown, text.substring(end).lines().count(), index);
    }
  }

  static ModulesDocument of(ModuleDumps dumps, InputsRegistry registry) {
    Map<String, Stage> stages = new LinkedHashMap<>();
    dumps
        .stages()
        .forEach(
            (name, stage) ->
                stages.put(name, Stage.of(stage.text(), stage.locIndex(), MOST_CHARS)));
    return new ModulesDocument(
        stages, registry.weights(), registry.weightBytes(), registry.largestWeights(MOST_WEIGHTS));
  }

  boolean holdsAny() {
    return !stages.isEmpty() || !weights.isEmpty();
  }
}
