package io.tidemark.sink.answer;

import io.tidemark.model.event.Op;
import io.tidemark.model.log.RunId;
import io.tidemark.model.memory.OpUsage;
import io.tidemark.model.run.RunStatus;
import io.tidemark.sink.board.Board;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a log without figures lacks, and how to switch it on, by the format of its lines. */
public enum MissingLines {
  TENSTORRENT(
      "tenstorrent",
      "Memory lines are off: tt-mlir and tt-xla log them if built with -DTT_RUNTIME_DEBUG=ON"
          + " (TT_RUNTIME_MEMORY_LOG_LEVEL=operation), tt-train with --track_memory; of others a graph"
          + " capture of ttnn shows them."),
  TPU_MLIR(
      "tpu-mlir",
      "Placement records are off: run a DEBUG build of tpuc-opt with --debug-only=lmem_assign and"
          + " a layer-group debugger file."),
  LLAMA_CPP(
      "llama-cpp",
      "Buffers are not in the log: llama.cpp shows them with -lv 4 (LLAMA_ARG_LOG_VERBOSITY=4),"
          + " Ollama with OLLAMA_DEBUG=1."),
  ZANT(
      "zant",
      "The plan is in a file of its own, by default"
          + " generated/MODEL/memory_allocation_MODEL.json.");

  /** The format of Tenstorrent's runtime. */
  static final String RUNTIME = "tenstorrent";

  private static final String NONE_KNOWN =
      "No line of a known format: tidemark report --help-all lists the formats.";
  private static final String BROKEN =
      "What the log states of memory could not be read: the rejects of a report (rejects.json) say"
          + " at which row and column each line differs.";
  private static final String NO_OPS =
      "Peaks within a program are not in the log: TT_RUNTIME_MEMORY_LOG_LEVEL=operation logs memory"
          + " at each op.";
  private static final String FLAT =
      "Layers and tensors are not in the log: a runtime with debug lines and"
          + " TTMLIR_RUNTIME_LOGGER_LEVEL=DEBUG logs each op in full.";

  private final String format;
  private final String advice;

  MissingLines(String format, String advice) {
    this.format = format;
    this.advice = advice;
  }

  /** How to switch them on. */
  public String advice() {
    return advice;
  }

  static List<String> of(Board board, RunId run, RunStatus status) {
    List<String> advice = new ArrayList<>();
    if (status.formats().isEmpty() && status.lines().read() > 0) {
      advice.add(status.lines().rejected() > 0 ? BROKEN : NONE_KNOWN);
    }
    if (board.usageOf(run).isEmpty() && board.summariesOf(run).isEmpty()) {
      for (MissingLines missing : values()) {
        if (status.formats().contains(missing.format)) {
          advice.add(missing.advice);
        }
      }
    }
    if (status.formats().contains(RUNTIME) && !board.usageOf(run).isEmpty()) {
      // A run that has just begun names no op yet, but no submission either.
      Set<String> ops =
          board.usageOf(run).stream()
              .flatMap(memory -> Stream.ofNullable(board.ops().get(memory.getKey())))
              .flatMap(table -> table.ops().stream())
              .map(OpUsage::op)
              .collect(Collectors.toSet());
      if (ops.contains(Op.SUBMISSION) && ops.stream().allMatch(op -> op.startsWith("("))) {
        advice.add(NO_OPS);
      } else if (status.tracking().flatAttribution()) {
        advice.add(FLAT);
      }
    }
    return advice;
  }
}
