package io.tidemark.app.report;

import io.tidemark.analysis.system.tenstorrent.mlir.MlirOp;
import io.tidemark.analysis.system.tenstorrent.mlir.ModuleArgument;
import io.tidemark.app.report.LeftOut.Part;
import io.tidemark.app.report.OperationRow.Weight;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The weights that the newest module declares, by the names that its ops use. */
final class DeclaredWeights {

  /** Of one op; every op of a program that it runs lists them again. */
  private static final int MOST_LISTED = 256;

  private static final Pattern BETWEEN = Pattern.compile("[\\[\\], ]+");

  private final Map<String, List<ModuleArgument>> bySsa = new HashMap<>();
  private final LeftOut leftOut;

  DeclaredWeights(LeftOut leftOut) {
    this.leftOut = leftOut;
  }

  /** These arguments, and none of a module before. */
  void declare(List<ModuleArgument> arguments) {
    bySsa.clear();
    for (ModuleArgument argument : arguments) {
      if (argument.weight()) {
        bySsa.computeIfAbsent(argument.ssa(), any -> new ArrayList<>()).add(argument);
      }
    }
  }

  /** The weights among the op's operands, in the order of their declaration. */
  List<Weight> of(@Nullable MlirOp op) {
    if (op == null || bySsa.isEmpty()) {
      return List.of();
    }
    Map<Integer, ModuleArgument> found = new TreeMap<>();
    op.operands().stream()
        .flatMap(BETWEEN::splitAsStream)
        .flatMap(name -> bySsa.getOrDefault(name, List.of()).stream())
        .forEach(weight -> found.put(weight.index(), weight));
    return listed(found.values());
  }

  private List<Weight> listed(Collection<ModuleArgument> found) {
    leftOut.add(Part.WEIGHTS, Math.max(0, found.size() - MOST_LISTED));
    return found.stream().limit(MOST_LISTED).map(Weight::of).toList();
  }
}
