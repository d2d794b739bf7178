package io.tidemark.app.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidemark.analysis.LogSystems;
import io.tidemark.analysis.QuotedLines;
import io.tidemark.analysis.line.Parsed;
import io.tidemark.analysis.system.tenstorrent.TensorTracker;
import io.tidemark.analysis.system.tenstorrent.Tenstorrent;
import io.tidemark.analysis.system.tenstorrent.TenstorrentFact;
import io.tidemark.analysis.system.tenstorrent.TenstorrentFact.AllocationFailed;
import io.tidemark.analysis.system.tenstorrent.TenstorrentFact.MemoryHeader;
import io.tidemark.analysis.system.tenstorrent.TenstorrentFact.MemoryViewLine;
import io.tidemark.analysis.system.tenstorrent.TenstorrentFact.OpStarted;
import io.tidemark.analysis.system.tenstorrent.TenstorrentFact.ProcessStarted;
import io.tidemark.analysis.system.tenstorrent.TenstorrentFact.ProgramFinished;
import io.tidemark.analysis.system.tenstorrent.TenstorrentFact.ProgramStarted;
import io.tidemark.analysis.system.tenstorrent.TenstorrentFact.TensorRetained;
import io.tidemark.analysis.system.tenstorrent.mlir.MlirOp;
import io.tidemark.analysis.system.tenstorrent.mlir.MlirTensor;
import io.tidemark.analysis.system.tenstorrent.mlir.ModuleArgument;
import io.tidemark.app.report.LeftOut.Part;
import io.tidemark.app.report.OperationRow.Layout;
import io.tidemark.app.report.OperationRow.Padding;
import io.tidemark.app.report.OperationRow.View;
import io.tidemark.app.report.OperationRow.Weight;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The ops of a runtime log of level Operation, in order. What frees tensors and what only names the
 * device is left out, as the reference profiler does; their snapshots still count for the ops
 * before them.
 */
final class Operations {

  private static final Pattern COLOURS = Pattern.compile("\\x1b\\[[0-9;]*m");
  private static final String EXECUTING = "Executing operation: ";
  private static final String MISSED = "Cache miss or invalid cache for function: ";
  private static final String FRONTEND = "MLIR Module shlo_frontend:";
  private static final int MEMORIES = 4;

  /** Graphs whose cache was missed, and how long a name is kept. */
  private static final int MOST_MISSED = 4_096;

  private static final int MAX_NAME_CHARS = 1_024;

  /** Gets each row; the two of an op come together. */
  interface Taker {
    void op(OperationRow.Memory memory, OperationRow.Operation operation);

    /** A module's arguments, before the ops that run it. */
    void module(List<ModuleArgument> arguments);
  }

  private final Taker taker;
  private final LeftOut leftOut;
  private final OpenPrograms programs;
  private final DeclaredWeights declared;
  private final Set<String> missed = new HashSet<>();
  private final TensorTracker live = new TensorTracker();
  private boolean frontend;
  private final SortedMap<String, Block> blocks = new TreeMap<>();
  private List<Weight> lastWeights = List.of();
  private int ops;
  private final QuotedLines quotedLines = new QuotedLines();
  private long line;

  Operations(Taker taker, LeftOut leftOut) {
    this.taker = taker;
    this.leftOut = leftOut;
    this.programs = new OpenPrograms(leftOut);
    this.declared = new DeclaredWeights(leftOut);
  }

  void take(byte[] bytes, int start, int end) {
    Parsed parsed =
        quotedLines.judge(
            LogSystems.ALL.formats().parse(bytes, start, end, Tenstorrent.RUNTIME), ++line);
    if (parsed instanceof MemoryHeader header) {
      close(header).opType = header.op();
    } else if (parsed instanceof MemoryViewLine view) {
      Block block = of(view);
      block.views.put(view.memory(), view);
      if (block.views.size() == MEMORIES) {
        close(view);
      }
    } else if (parsed instanceof OpStarted started) {
      Block block = close(started);
      String text = text(bytes, start, end);
      MlirOp op =
          MlirOp.parse(text.substring(text.indexOf(EXECUTING) + EXECUTING.length()).strip());
      block.op = op;
      if (op != null) {
        live.started(op);
      }
    } else if (parsed instanceof ProgramStarted started) {
      close(started);
      programs.start(started.program(), lastWeights);
      lastWeights = List.of();
      live.programStarted(started.program());
    } else if (parsed instanceof TensorRetained) {
      live.retained();
    } else if (parsed instanceof ProgramFinished finished) {
      close(finished);
      programs.finish(finished.program());
      live.programFinished(finished.program());
    } else if (parsed instanceof AllocationFailed failed) {
      // It ended whatever ran, without a word.
      close(failed);
      abandon();
    } else if (parsed instanceof ProcessStarted) {
      end();
      abandon();
      missed.clear();
      declared.declare(List.of());
      frontend = false;
    } else {
      other(bytes, start, end);
    }
  }

  private void abandon() {
    programs.abandon();
    live.abandon();
  }

  private void other(byte[] bytes, int start, int end) {
    String line = text(bytes, start, end);
    int miss = line.indexOf(MISSED);
    if (miss >= 0) {
      miss(line.substring(miss + MISSED.length()).strip());
    } else if (line.contains(FRONTEND)) {
      frontend = true;
    } else if (frontend) {
      List<ModuleArgument> arguments = ModuleArgument.declared(line);
      if (!arguments.isEmpty()) {
        frontend = false;
        declared.declare(arguments);
        taker.module(arguments);
      }
    }
  }

  private void miss(String graph) {
    if (missed.size() < MOST_MISSED && graph.length() <= MAX_NAME_CHARS) {
      missed.add(graph);
    } else if (!missed.contains(graph)) {
      leftOut.add(Part.MISSES, 1);
    }
  }

  /** The log is over, or a process. */
  void end() {
    blocks.values().forEach(this::close);
  }

  /** The line without colours. */
  static String text(byte[] bytes, int start, int end) {
    String line = new String(bytes, start, end - start, UTF_8);
    return line.indexOf('\u001b') < 0 ? line : COLOURS.matcher(line).replaceAll("");
  }

  /** A device's header with the memory lines that follow it, and the op line before them. */
  private static final class Block {
    @Nullable MlirOp op;
    @Nullable String opType;
    final Map<String, MemoryViewLine> views = new LinkedHashMap<>();
  }

  /** Ranks write between each other's lines: each device has its own. */
  private Block of(TenstorrentFact fact) {
    return blocks.computeIfAbsent(fact.device(), first -> new Block());
  }

  private Block close(TenstorrentFact fact) {
    Block block = of(fact);
    close(block);
    return block;
  }

  /** A block belongs to the op line before it, unless another block stands between. */
  private void close(Block block) {
    String type = block.opType;
    if (type != null && !block.views.isEmpty()) {
      if (AttributionFile.lists(type)) {
        row(block, type, ops++);
      }
      block.op = null;
    }
    block.opType = null;
    block.views.clear();
  }

  private void row(Block block, String type, int index) {
    MlirOp known = block.op;
    OpenPrograms.Program within = programs.constEval();
    String graph = within == null ? null : within.name();
    boolean miss = graph != null && missed.contains(graph);
    List<MlirTensor> inputs = known == null ? List.of() : MlirTensor.all(known.inputTypes());
    List<MlirTensor> outputs = known == null ? List.of() : MlirTensor.all(known.outputType());
    List<Weight> weights = within == null ? weights(known) : within.weights();
    lastWeights = weights;
    boolean ofWeights = within != null || !weights.isEmpty();
    String name = known == null ? null : known.name();
    String place = known == null ? null : OperationRow.place(known);
    Map<String, View> views = new LinkedHashMap<>();
    block.views.forEach((memory, line) -> views.put(memory, View.of(line)));
    Map<String, Padding> padding = new LinkedHashMap<>();
    padding.put("DRAM", Padding.of(live.in("DRAM")));
    padding.put("L1", Padding.of(live.in("L1")));
    leftOut.add(Part.TENSORS, live.full() ? 1 : 0);
    taker.op(
        new OperationRow.Memory(
            type, views, index, name, place, graph, miss, within != null, padding),
        new OperationRow.Operation(
            known == null ? null : known.result(),
            name,
            known == null ? List.of() : known.operands(),
            known == null ? null : known.attributes(),
            known == null ? "" : known.inputTypes(),
            known == null ? "" : known.outputType(),
            inputs.stream().map(MlirTensor::shapeText).toList(),
            inputs.stream().map(MlirTensor::dtype).toList(),
            outputs.stream().map(MlirTensor::shapeText).toList(),
            outputs.stream().map(MlirTensor::dtype).toList(),
            Layout.of(outputs),
            place,
            index,
            graph,
            miss,
            ofWeights,
            weights));
  }

  /** Only the module's own program takes weights by their declared names. */
  private List<Weight> weights(@Nullable MlirOp known) {
    return programs.depth() > 1 ? List.of() : declared.of(known);
  }
}
