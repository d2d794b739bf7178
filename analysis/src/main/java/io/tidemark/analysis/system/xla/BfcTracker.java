package io.tidemark.analysis.system.xla;

import io.tidemark.analysis.memory.MemoryBounds;
import io.tidemark.analysis.memory.OpNameLimiter;
import io.tidemark.analysis.memory.RunOutput;
import io.tidemark.analysis.state.Stored;
import io.tidemark.model.event.BankBytes;
import io.tidemark.model.event.Diagnosis;
import io.tidemark.model.event.MemoryEvent.OutOfMemory;
import io.tidemark.model.event.MemoryView;
import io.tidemark.model.event.Shortage;
import java.util.ArrayList;
import java.util.LinkedHashMap;
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

  /** Sizes are multiples of this. */
  private static final long CHUNK = 256;

  private final Map<String, BfcDump> dumps = new LinkedHashMap<>();
  private final Map<String, Long> peaks = new TreeMap<>();
  private final Repeats failed = new Repeats();

  /** Thread whose statistics are being read. */
  private @Nullable String statistics;

  boolean inStatistics() {
    return statistics != null;
  }

  /** Whether a failure of this size was already reported. */
  boolean knows(long bytes) {
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
    if (fact instanceof BfcFact.Declined) {
      out.declined();
      return;
    }
    String thread = fact.thread();
    if (thread.length() > MAX_THREAD_CHARS || fact instanceof BfcFact.NotExtended) {
      return;
    }
    if (fact instanceof BfcFact.TensorFailed line) {
      tensor(line, out);
    } else if (fact instanceof BfcFact.OccupancyMap) {
      end(thread, out);
    } else if (fact instanceof BfcFact.Failed line) {
      end(thread, out);
      failed.isNew("" + line.roundedBytes());
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

  /**
   * TensorFlow repeats the allocator's failure; if that is missing, this line is reported instead.
   */
  private void tensor(BfcFact.TensorFailed line, RunOutput out) {
    String key = line.bytes() < 0 ? line.tensor() : "" + rounded(line.bytes());
    if (!failed.isNew(key)) {
      return;
    }
    BfcMemory memory = BfcMemory.of(line.allocator());
    out.failed(
        new OutOfMemory(
            out.at(),
            memory.device(),
            memory.memory(),
            new Shortage(1, line.bytes(), BankBytes.needed(line.bytes())),
            Diagnosis.UNKNOWN,
            OpNameLimiter.cut(line.tensor() + " on " + line.device()),
            null));
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
