package io.tidemark.analysis.system.xla;

import io.tidemark.analysis.memory.MemoryBounds;
import io.tidemark.analysis.memory.OpNameLimiter;
import io.tidemark.analysis.memory.RunOutput;
import io.tidemark.analysis.memory.Sizes;
import io.tidemark.analysis.message.Field;
import io.tidemark.analysis.message.MessageFact;
import io.tidemark.analysis.state.Stored;
import io.tidemark.model.event.BankBytes;
import io.tidemark.model.event.Diagnosis;
import io.tidemark.model.event.FailedAllocation;
import io.tidemark.model.event.FailedTensor;
import io.tidemark.model.event.MemoryEvent.OutOfMemory;
import io.tidemark.model.event.MemoryView;
import io.tidemark.model.event.Shortage;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Tracks the dumps of BFC allocators, one open dump per thread, since threads dump at the same
 * time. A failure is reported with its dump, since only the dump states the free memory.
 *
 * <pre>
 *   failure ─▶ dump ─▶ statistics ─▶ occupancy map ─▶ Snapshots, OutOfMemory
 *      └─ next failure of the thread, or the log's end ─▶ OutOfMemory as far as known
 * </pre>
 */
@Stored
final class BfcTracker {

  private static final int MAX_THREADS = 64;
  private static final int MAX_MEMORIES = 64;
  private static final int MAX_THREAD_CHARS = 32;

  /** Begin of the key of a failure without a size. */
  private static final String OP = "op ";

  /** Sizes are multiples of this. */
  private static final long CHUNK = 256;

  private final Map<String, BfcDump> dumps = new LinkedHashMap<>();
  private final Map<String, Long> peaks = new TreeMap<>();
  private final Repeats failed = new Repeats();

  /** Sizes of the newest failures whose exact size is not stated. */
  private final List<Long> roughly = new ArrayList<>();

  /** Op of the failed node whose tensor follows; {@code null} if no node failed. */
  private @Nullable String node;

  /** Thread whose statistics are being read. */
  private @Nullable String statistics;

  /** Whether a line belongs to an open record. */
  boolean expects(BfcFact fact) {
    return fact instanceof BfcFact.NodeFailed line
        ? node != null || line.op().isEmpty()
        : statistics != null || !(fact instanceof BfcFact.StatLine);
  }

  /** Whether a failure of this size was already reported. */
  boolean knows(long bytes) {
    return knownExactly(bytes)
        || roughly.stream().anyMatch(size -> Math.abs(size - bytes) <= Sizes.rounding(size));
  }

  private boolean knownExactly(long bytes) {
    return failed.holds("" + rounded(bytes));
  }

  private static long rounded(long bytes) {
    return bytes > Long.MAX_VALUE - CHUNK ? bytes : (bytes + CHUNK - 1) / CHUNK * CHUNK;
  }

  void apply(BfcFact fact, RunOutput out) {
    if (fact instanceof BfcFact.StatLine line) {
      BfcDump dump = statistics == null ? null : dumps.get(statistics);
      MemoryBounds.Breach breach = dump == null ? null : dump.apply(line);
      if (breach != null) {
        out.refused(line.stat().text.length() + 2, breach.reason());
      }
      return;
    }
    statistics = null;
    if (fact instanceof BfcFact.Declined line) {
      BfcMemory memory = BfcMemory.of(line.allocator());
      out.declined(unknown(memory, line.bytes(), null, null));
      return;
    }
    String thread = fact.thread();
    if (thread.length() > MAX_THREAD_CHARS) {
      return;
    }
    if (fact instanceof BfcFact.OccupancyMap) {
      end(thread, out);
    } else if (fact instanceof BfcFact.NodeFailed line) {
      node = OpNameLimiter.cut(line.op());
    } else if (fact instanceof BfcFact.Failed line) {
      end(thread, out);
      failed(line);
      dump(thread, out).failed(line);
    } else {
      dump(thread, out).apply(fact);
      statistics = fact instanceof BfcFact.StatsStarted ? thread : null;
    }
  }

  private BfcDump dump(String thread, RunOutput out) {
    BfcDump known = dumps.get(thread);
    if (known != null) {
      return known;
    }
    if (dumps.size() == MAX_THREADS) {
      end(dumps.keySet().iterator().next(), out);
    }
    BfcDump fresh = new BfcDump();
    dumps.put(thread, fresh);
    return fresh;
  }

  private void failed(BfcFact.Failed line) {
    failed.isNew(OP + line.op());
    if (line.roundedBytes() >= 0) {
      failed.isNew("" + rounded(line.roundedBytes()));
    } else {
      roughly.add(line.bytes());
      if (roughly.size() > MAX_MEMORIES) {
        roughly.remove(0);
      }
    }
  }

  /**
   * TensorFlow repeats the allocator's failure; if that is missing, this line is reported instead.
   */
  void tensor(MessageFact fact, RunOutput out) {
    statistics = null;
    String said = fact.word(Field.OP, "");
    String op = said.isEmpty() && node != null ? node : OpNameLimiter.cut(said);
    node = null;
    BfcTensor tensor = BfcTensor.of(fact.word(Field.WHERE, ""));
    FailedTensor stated = tensor.failed(op);
    String device = fact.word(Field.DEVICE, "");
    String allocator = fact.word(Field.MEMORY, "");
    // The versions whose tensors have no type have allocators that state no exact size, so where
    // one is known the text was cut.
    boolean repeats = !roughly.isEmpty() || (device.isEmpty() && failed.holdsSizes());
    boolean known = tensor.bytes() < 0 ? op.isEmpty() && repeats : knows(tensor.bytes());
    String sizeless = tensor.text().isEmpty() ? OP + op : tensor.text();
    if (known || !failed.isNew(tensor.bytes() < 0 ? sizeless : "" + rounded(tensor.bytes()))) {
      if (stated != null) {
        long slack = knownExactly(tensor.bytes()) ? CHUNK - 1 : Sizes.rounding(tensor.bytes());
        out.failedOf(stated, slack);
      }
      return;
    }
    BfcMemory memory = BfcMemory.of(allocator.isEmpty() ? device : allocator);
    String where = device.isEmpty() ? tensor.text() : tensor.text() + " on " + device;
    out.failed(
        unknown(
                memory,
                tensor.bytes(),
                tensor.text().isEmpty() ? null : OpNameLimiter.cut(where),
                op.isEmpty() ? null : op)
            .of(stated));
  }

  /** A request of which only its size is known. */
  private static FailedAllocation unknown(
      BfcMemory memory, long bytes, @Nullable String where, @Nullable String op) {
    Shortage shortage = new Shortage(1, bytes, BankBytes.needed(bytes));
    return new FailedAllocation(
        memory.device(), memory.memory(), shortage, Diagnosis.UNKNOWN, where, op);
  }

  /** Completes the dump of a thread. */
  private void end(String thread, RunOutput out) {
    BfcDump dump = dumps.remove(thread);
    if (dump == null) {
      return;
    }
    MemoryView view = dump.view();
    if (view != null) {
      String device = dump.memory().device();
      if (raises(device + ' ' + view.memory(), dump.peakBytes())) {
        out.stated(device, dump.peak());
      }
      out.stated(device, view);
    }
    OutOfMemory failure = dump.failure(out.at());
    if (failure != null) {
      out.failed(failure);
    }
  }

  /** Each dump states the highest use so far, so only a higher value is new. */
  private boolean raises(String memory, long peak) {
    long known = peaks.getOrDefault(memory, -1L);
    if (peak <= known || (known < 0 && peaks.size() == MAX_MEMORIES)) {
      return false;
    }
    peaks.put(memory, peak);
    return true;
  }

  /** Ends all dumps with the log. */
  void close(RunOutput out) {
    statistics = null;
    new ArrayList<>(dumps.keySet()).forEach(thread -> end(thread, out));
  }
}
