package io.tidemark.app.summary;

import io.tidemark.analysis.system.xla.Xla;
import io.tidemark.model.ByteSize;
import io.tidemark.model.log.RunId;
import io.tidemark.model.plan.PlanRecord;
import io.tidemark.model.run.RunStatus;
import io.tidemark.sink.board.Board;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The memory that several XLA modules of one process need together. Between two calls a module
 * keeps its arguments and constants: its baseline. Only one module runs at a time. Modules may
 * share arguments, which their dumps do not state.
 *
 * <p>So the need has two bounds. The lower one is the largest module alone. The upper one is the
 * sum of all baselines, plus the largest excess over a baseline. Modules of one process are dumped
 * into one folder of one host.
 */
public final class CoResidence {

  private CoResidence() {}

  private record Place(String folder, String host, String memory) implements Comparable<Place> {
    @Override
    public int compareTo(Place other) {
      return Comparator.comparing(Place::folder)
          .thenComparing(Place::host)
          .thenComparing(Place::memory)
          .compare(this, other);
    }

    /** The label that distinguishes these modules from those of other places. */
    String words() {
      return (folder.isEmpty() ? "" : " of " + folder) + (host.isEmpty() ? "" : " on " + host);
    }
  }

  private record Module(long arenaBytes, long baselineBytes) {
    long restBytes() {
      return arenaBytes - baselineBytes;
    }
  }

  /** A line for each memory of a folder that more than one module uses. */
  public static List<String> of(Board board) {
    Map<Place, Map<String, Module>> memories = new TreeMap<>();
    board
        .plans()
        .forEach(
            (key, record) -> {
              if (record instanceof PlanRecord.Summary plan && dumped(board, key.run())) {
                // The newest run of a source comes last and replaces earlier ones.
                memories
                    .computeIfAbsent(place(board, key.run(), plan), place -> new TreeMap<>())
                    .put(key.run().source(), module(plan));
              }
            });
    memories.values().removeIf(modules -> modules.size() == 1 || isNothing(modules.values()));
    Set<String> places = new HashSet<>();
    memories.keySet().forEach(place -> places.add(place.words()));
    List<String> lines = new ArrayList<>();
    memories.forEach(
        (place, modules) -> {
          String where = places.size() == 1 ? "" : place.words();
          lines.add(line(place.memory() + where, List.copyOf(modules.values())));
        });
    return lines;
  }

  /** Whether the line would say 0.00 GiB. */
  private static boolean isNothing(Collection<Module> modules) {
    return modules.stream().mapToLong(Module::arenaBytes).sum() < ByteSize.GIB / 200;
  }

  private static Place place(Board board, RunId run, PlanRecord.Summary plan) {
    String folder = run.source().substring(0, run.source().lastIndexOf('/') + 1);
    RunStatus status = board.runs().get(run);
    String host = status == null ? null : status.source().host();
    return new Place(folder, host == null ? "" : host, plan.memory());
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
    return "%s of %d modules in one process: from %s (arguments shared) to %s (none shared), an estimate"
        .formatted(memory, modules.size(), ByteSize.text(largest), ByteSize.text(baselines + rest));
  }
}
