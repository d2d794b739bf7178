package io.tidemark.analysis.system.tenstorrent;

import io.tidemark.analysis.system.tenstorrent.mlir.ModuleArgument;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** The weights that a module declares, by their names in ops. */
final class DeclaredWeights {

  /** Limit of weights listed for one op; every op of a program that it runs lists them again. */
  static final int MOST_LISTED = 256;

  private static final Pattern BETWEEN = Pattern.compile("[\\[\\], ]+");

  private final Map<String, List<ModuleArgument>> bySsa = new HashMap<>();

  DeclaredWeights(List<ModuleArgument> arguments) {
    for (ModuleArgument argument : arguments) {
      if (argument.weight()) {
        bySsa.computeIfAbsent(argument.ssa(), any -> new ArrayList<>()).add(argument);
      }
    }
  }

  /** Returns the weights among the operands, in order of declaration. */
  List<ModuleArgument> among(List<String> operands) {
    if (bySsa.isEmpty()) {
      return List.of();
    }
    Map<Integer, ModuleArgument> found = new TreeMap<>();
    operands.stream()
        .flatMap(BETWEEN::splitAsStream)
        .flatMap(name -> bySsa.getOrDefault(name, List.of()).stream())
        .forEach(weight -> found.put(weight.index(), weight));
    return new ArrayList<>(found.values());
  }
}
