package io.tidemark.app.report;

import io.tidemark.analysis.system.tenstorrent.OperationListener.Limit;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;

/** Counts what a report leaves out because of its limits. */
final class LeftOut {

  private final Map<Part, Long> counts = new EnumMap<>(Part.class);

  enum Part {
    RUNS("%,d earlier runs: the state holds the newest, the events of all are written"),
    DEPTH("%,d programs nested deeper than the limit: their ops count as their caller's"),
    TENSORS("%,d ops with more live tensors than the limit: their unpadded_memory is too low"),
    MISSES("%,d cache misses of further graphs: const_eval_cache_miss may be false there"),
    WEIGHTS("%,d weights of ops that take very many"),
    ARGUMENTS("%,d module arguments in inputs_registry.json"),
    MODULES("%,d modules in the sums of weights"),
    MODULE_LINES("%,d lines of module texts in ir.json"),
    PLACES("%,d locations of module texts in ir.json"),
    PAGE_RUNS("%,d earlier runs without shapes and padding of ops on the page");

    private final String words;

    Part(String words) {
      this.words = words;
    }

    static Part of(Limit limit) {
      return switch (limit) {
        case DEPTH -> DEPTH;
        case MISSES -> MISSES;
        case WEIGHTS -> WEIGHTS;
        case MODULE_LINES -> MODULE_LINES;
      };
    }
  }

  void add(Part part, long count) {
    if (count > 0) {
      counts.merge(part, count, Long::sum);
    }
  }

  void add(LeftOut more) {
    more.counts.forEach(this::add);
  }

  /** The lines for the summary; empty if nothing was left out. */
  String lines() {
    StringBuilder lines = new StringBuilder();
    counts.forEach(
        (part, count) ->
            lines
                .append("left out: ")
                .append(String.format(Locale.ROOT, part.words, count))
                .append('\n'));
    return lines.toString();
  }
}
