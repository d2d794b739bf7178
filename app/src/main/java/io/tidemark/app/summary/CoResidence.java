package io.tidemark.app.summary;

import io.tidemark.analysis.system.xla.Xla;
import io.tidemark.model.ByteSize;
import io.tidemark.model.PlanRecord;
import io.tidemark.model.RunId;
import io.tidemark.model.RunStatus;
import io.tidemark.sink.board.Board;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * The memory that several XLA modules of one process need together. Between two calls a module
 * keeps its arguments and constants, its baseline; only one runs at a time. Modules may share
 * arguments, which their dumps do not state. So the need lies between the largest module alone, and
 * the baselines of all plus the largest rest beside a baseline.
 */
public final class CoResidence {

  private CoResidence() {}

  private record Module(long arenaBytes, long baselineBytes) {
    long restBytes() {
      return arenaBytes - baselineBytes;
    }
  }

  /** A line for each memory that more than one module uses. */
  public static List<String> of(Board board) {
    Map<String, Map<String, Module>> memories = new TreeMap<>();
    board
        .plans()
        .forEach(
            (key, record) -> {
              if (record instanceof PlanRecord.Summary plan && dumped(board, key.run())) {
                // The newest run of a source comes last and replaces the others.
                memories
                    .computeIfAbsent(plan.memory(), memory -> new TreeMap<>())
                    .put(key.run().source(), module(plan));
              }
            });
    List<String> lines = new ArrayList<>();
    memories.forEach(
        (memory, modules) -> {
          if (modules.size() > 1) {
            lines.add(line(memory, List.copyOf(modules.values())));
          }
        });
    return lines;
  }

  private static boolean dumped(Board board, RunId run) {
    RunStatus status = board.runs().get(run);
    return status != null && status.formats().contains(Xla.DUMP);
  }

  private static Module module(PlanRecord.Summary plan) {
    long baseline =
        plan.peaks().classBytes().getOrDefault("parameter", 0L)
            + plan.peaks().classBytes().getOrDefault("constant", 0L);
    return new Module(plan.arenaBytes(), Math.min(baseline, plan.arenaBytes()));
  }

  private static String line(String memory, List<Module> modules) {
    long largest = modules.stream().mapToLong(Module::arenaBytes).max().orElse(0);
    long baselines = modules.stream().mapToLong(Module::baselineBytes).sum();
    long rest = modules.stream().mapToLong(Module::restBytes).max().orElse(0);
    return String.format(
        Locale.ROOT,
        "%s of %d modules in one process: from %.2f GiB (arguments shared) to %.2f GiB (none"
            + " shared), an estimate",
        memory,
        modules.size(),
        ByteSize.inGib(largest),
        ByteSize.inGib(baselines + rest));
  }
}
