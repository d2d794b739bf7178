package io.tidemark.sink.answer;

import io.tidemark.model.log.RunId;
import io.tidemark.model.run.RunStatus;
import io.tidemark.sink.board.Board;
import java.util.ArrayList;
import java.util.List;

/** What a log without figures lacks, and how to switch it on, by the format of its lines. */
public enum MissingLines {
  TENSTORRENT(
      "tenstorrent",
      "Memory lines are off: build the runtime with -DTT_RUNTIME_DEBUG=ON, and set"
          + " TT_RUNTIME_MEMORY_LOG_LEVEL=operation."),
  TPU_MLIR(
      "tpu-mlir",
      "Placement records are off: run a DEBUG build of tpuc-opt with --debug-only=lmem_assign and"
          + " a layer-group debugger file."),
  ZANT(
      "zant",
      "The plan is in a file of its own, by default"
          + " generated/MODEL/memory_allocation_MODEL.json.");

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
      advice.add("No line of a known format: tidemark report --help-all lists the formats.");
    }
    if (board.usageOf(run).isEmpty() && board.summariesOf(run).isEmpty()) {
      for (MissingLines missing : values()) {
        if (status.formats().contains(missing.format)) {
          advice.add(missing.advice);
        }
      }
    }
    return advice;
  }
}
