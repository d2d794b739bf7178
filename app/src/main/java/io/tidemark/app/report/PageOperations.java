package io.tidemark.app.report;

import io.tidemark.analysis.run.Outcome;
import io.tidemark.analysis.system.tenstorrent.Operation;
import io.tidemark.analysis.system.tenstorrent.TensorSums;
import io.tidemark.analysis.system.tenstorrent.mlir.MlirOp;
import io.tidemark.model.event.MemoryEvent;
import io.tidemark.model.event.Op;
import io.tidemark.model.log.RunId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The ops of a runtime's runs for a report's page. The tracker of a device reports the op; the
 * snapshot before it, in the same outcome, names the run.
 */
final class PageOperations {

  /** Limit for all runs together. */
  private static final int MOST_OPS = 32_768;

  private static final int MOST_RUNS = 64;

  private final LeftOut leftOut;
  private final Deque<Operation> pending = new ArrayDeque<>();
  private final Map<RunId, RunOperationRows> runs = new LinkedHashMap<>();
  private int ops;

  /**
   * @param leftOut counts what exceeds the limits
   */
  PageOperations(LeftOut leftOut) {
    this.leftOut = leftOut;
  }

  void add(Operation op) {
    pending.add(op);
  }

  /** Assigns the ops added since the last call to the runs of their snapshots. */
  void add(Outcome outcome) {
    for (Outcome.RunEvents batch : outcome.events()) {
      for (MemoryEvent event : batch.events()) {
        if (event instanceof MemoryEvent.Snapshot snapshot) {
          add(rows(batch.run()), snapshot);
        }
      }
    }
    pending.clear();
  }

  private RunOperationRows rows(RunId run) {
    RunOperationRows rows = runs.computeIfAbsent(run, first -> new RunOperationRows());
    if (runs.size() > MOST_RUNS) {
      runs.remove(runs.keySet().iterator().next());
      leftOut.add(LeftOut.Part.PAGE_RUNS, 1);
    }
    return rows;
  }

  private void add(RunOperationRows rows, MemoryEvent.Snapshot snapshot) {
    Op before = snapshot.before();
    Operation op = before == null ? null : next(snapshot.device(), before);
    rows.add(snapshot.device(), op, MOST_OPS - ops);
    ops += op == null ? 0 : 1;
  }

  private @Nullable Operation next(String device, Op op) {
    for (Iterator<Operation> all = pending.iterator(); all.hasNext(); ) {
      Operation found = all.next();
      if (found.device().equals(device) && found.type().equals(op.name())) {
        all.remove();
        return found;
      }
    }
    return null;
  }

  /** Passes the document of each run whose ops have lines of their own. */
  void each(BiConsumer<String, Object> document) {
    runs.forEach(
        (run, rows) -> {
          if (rows.known()) {
            document.accept("operations\nrun=" + run, rows.content());
          }
        });
  }

  /** The ops of one run by device: their shapes, and the padding of the live tensors. */
  private static final class RunOperationRows {

    private static final int MOST_SHAPES = 4_096;

    private final Map<OperationShapes, Integer> shapes = new LinkedHashMap<>();
    private final Map<String, Integer> names = new LinkedHashMap<>();
    private final Map<String, Device> devices = new TreeMap<>();
    private final LargestPadding padding = new LargestPadding();
    private long opsLeftOut;
    private long shapesLeftOut;
    private boolean known;

    /**
     * Columns of the ops of one device.
     *
     * @param snapshot number of the snapshot before the op, from 0
     * @param op index in the names
     * @param shapes index in the shapes, from 1; 0 if the op has no line, or the limit is reached
     */
    private record Columns(
        String device,
        List<Integer> snapshot,
        List<Integer> op,
        List<Integer> shapes,
        Sums dram,
        Sums l1) {
      Columns(String device) {
        this(
            device,
            new ArrayList<>(),
            new ArrayList<>(),
            new ArrayList<>(),
            Sums.none(),
            Sums.none());
      }
    }

    /** Bytes of the live tensors while the op runs, without and with padding. */
    private record Sums(List<Long> unpaddedBytes, List<Long> paddedBytes) {
      static Sums none() {
        return new Sums(new ArrayList<>(), new ArrayList<>());
      }

      void add(TensorSums sums) {
        unpaddedBytes.add(sums.logicalBytes());
        paddedBytes.add(sums.paddedBytes());
      }
    }

    private static final class Device {
      final Columns columns;
      int snapshots;

      Device(String name) {
        columns = new Columns(name);
      }
    }

    record Content(
        long opsLeftOut,
        long shapesLeftOut,
        List<String> names,
        List<OperationShapes> shapes,
        List<Columns> devices,
        List<LargestPadding.Row> largestPadding) {}

    /**
     * Adds the next snapshot of a device.
     *
     * @param op the op that begins after it; {@code null} for none
     * @param room number of ops that may still be added, possibly 0 or less
     */
    void add(String device, @Nullable Operation op, int room) {
      Device of = devices.computeIfAbsent(device, Device::new);
      int snapshot = of.snapshots++;
      if (op == null) {
        return;
      }
      MlirOp printed = op.printed();
      if (printed != null) {
        known = true;
        padding.add(printed);
      }
      if (room <= 0) {
        opsLeftOut++;
        return;
      }
      of.columns.snapshot().add(snapshot);
      of.columns.op().add(names.computeIfAbsent(op.type(), first -> names.size()));
      of.columns.shapes().add(printed == null ? 0 : place(OperationShapes.of(printed)));
      of.columns.dram().add(op.tensors().dram());
      of.columns.l1().add(op.tensors().l1());
    }

    private int place(OperationShapes found) {
      Integer place = shapes.get(found);
      if (place != null) {
        return place;
      }
      if (shapes.size() == MOST_SHAPES) {
        shapesLeftOut++;
        return 0;
      }
      shapes.put(found, shapes.size() + 1);
      return shapes.size();
    }

    /** Whether an op has a line of its own. */
    boolean known() {
      return known;
    }

    Content content() {
      return new Content(
          opsLeftOut,
          shapesLeftOut,
          List.copyOf(names.keySet()),
          List.copyOf(shapes.keySet()),
          devices.values().stream().map(device -> device.columns).toList(),
          padding.largest());
    }
  }
}
