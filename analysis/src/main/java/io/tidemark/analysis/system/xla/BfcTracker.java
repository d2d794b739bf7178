package io.tidemark.analysis.system.xla;

import io.tidemark.analysis.memory.MemoryBounds;
import io.tidemark.analysis.memory.OpNameLimiter;
import io.tidemark.analysis.memory.RunOutput;
import io.tidemark.analysis.memory.Sizes;
import io.tidemark.analysis.message.Field;
import io.tidemark.analysis.message.MessageFact;
import io.tidemark.analysis.state.Stored;
import io.tidemark.analysis.system.xla.XlaLine.Kind;
import io.tidemark.model.event.BankBytes;
import io.tidemark.model.event.FailedAllocation;
import io.tidemark.model.event.FailedTensor;
import io.tidemark.model.event.MemoryEvent.OutOfMemory;
import io.tidemark.model.event.MemoryView;
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

  /** Begin of the text of a failure without a size. */
  private static final String OP = "op ";

  /** Sizes are multiples of this. */
  private static final long CHUNK = 256;

  private final Map<String, BfcDump> dumps = new LinkedHashMap<>();
  private final Map<String, Long> peaks = new TreeMap<>();

  /** The newest failed requests, since every layer that passes a failure on prints it again. */
  private final List<Request> requests = new ArrayList<>();

  /** Op of the failed node whose tensor follows; {@code null} if no node failed. */
  private @Nullable String node;

  /** Thread whose statistics are being read. */
  private @Nullable String statistics;

  /**
   * A failed request.
   *
   * @param text of its op or its tensor
   * @param bytes −1 if they are not stated
   * @param exact whether they are not rounded for people, but to whole chunks
   */
  private record Request(String text, long bytes, boolean exact) {

    boolean isOf(long size) {
      return exact
          ? bytes == chunks(size)
          : bytes >= 0 && Math.abs(bytes - size) <= Sizes.rounding(bytes);
    }
  }

  private static long chunks(long bytes) {
    return bytes > Long.MAX_VALUE - CHUNK ? bytes : (bytes + CHUNK - 1) / CHUNK * CHUNK;
  }

  private void add(Request request) {
    requests.add(request);
    if (requests.size() > MAX_MEMORIES) {
      requests.remove(0);
    }
  }

  /** Whether a failure of this size was already reported. */
  boolean knows(long bytes) {
    return requests.stream().anyMatch(request -> request.isOf(bytes));
  }

  /** Whether a line belongs to an open record. */
  boolean expects(XlaLine line) {
    return line.kind() == Kind.NODE
        ? node != null || line.word("op").isEmpty()
        : statistics != null || line.kind() != Kind.STATISTIC;
  }

  void apply(XlaLine line, RunOutput out) {
    String thread = line.thread();
    if (line.kind() == Kind.STATISTIC) {
      BfcDump dump = statistics == null ? null : dumps.get(statistics);
      MemoryBounds.Breach breach = dump == null ? null : dump.statistic(line.name(), line.bytes());
      if (breach != null) {
        out.refused(line.name().length() + 2, breach.reason());
      }
      return;
    }
    statistics = null;
    if (line.kind() == Kind.DECLINED) {
      BfcMemory memory = BfcMemory.of(line.word("allocator"));
      out.declined(failed(memory, line.bytes(), null, null));
    } else if (thread.length() > MAX_THREAD_CHARS) {
      return;
    } else if (line.kind() == Kind.MAP) {
      end(thread, out);
    } else if (line.kind() == Kind.NODE) {
      node = OpNameLimiter.cut(line.word("op"));
    } else {
      if (line.kind() == Kind.FAILED) {
        end(thread, out);
        long rounded = line.figure("rounded");
        String op = OpNameLimiter.cut(OP + line.word("op"));
        add(new Request(op, rounded < 0 ? line.bytes() : chunks(rounded), rounded >= 0));
      }
      dump(thread, out).apply(line);
      statistics = line.kind() == Kind.STATISTICS ? thread : null;
    }
  }

  private BfcDump dump(String thread, RunOutput out) {
    if (dumps.size() == MAX_THREADS && !dumps.containsKey(thread)) {
      end(dumps.keySet().iterator().next(), out);
    }
    return dumps.computeIfAbsent(thread, its -> new BfcDump());
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
    FailedTensor stated =
        tensor.bytes() < 0 ? null : XlaContents.tensor(tensor.text(), tensor.bytes(), op);
    String device = fact.word(Field.DEVICE, "");
    if (isRepeated(tensor, op, device)) {
      if (stated != null) {
        boolean exact = requests.stream().anyMatch(one -> one.exact && one.isOf(tensor.bytes()));
        out.failedOf(stated, exact ? CHUNK - 1 : Sizes.rounding(tensor.bytes()));
      }
      return;
    }
    String allocator = fact.word(Field.MEMORY, "");
    BfcMemory memory = BfcMemory.of(allocator.isEmpty() ? device : allocator);
    String where = device.isEmpty() ? tensor.text() : tensor.text() + " on " + device;
    out.failed(
        failed(
                memory,
                tensor.bytes(),
                tensor.text().isEmpty() ? null : OpNameLimiter.cut(where),
                op.isEmpty() ? null : op)
            .of(stated));
  }

  /** Whether a failure like this one was reported; else it is remembered. */
  private boolean isRepeated(BfcTensor tensor, String op, String device) {
    String text = OpNameLimiter.cut(tensor.text().isEmpty() ? OP + op : tensor.text());
    boolean sized = tensor.bytes() >= 0;
    // The versions whose tensors have no type have allocators that state no exact size, so where
    // one is known the text was cut.
    boolean cut = !sized && op.isEmpty();
    boolean known =
        requests.stream()
            .anyMatch(
                one ->
                    sized
                        ? one.isOf(tensor.bytes())
                        : one.text.equals(text)
                            || (cut && one.bytes >= 0 && (!one.exact || device.isEmpty())));
    if (!known) {
      add(new Request(sized ? "" : text, sized ? chunks(tensor.bytes()) : -1, sized));
    }
    return known;
  }

  /** A request of which only its size is known. */
  private static FailedAllocation failed(
      BfcMemory memory, long bytes, @Nullable String where, @Nullable String op) {
    return FailedAllocation.of(
        memory.device(), memory.memory(), BankBytes.needed(bytes), where, op);
  }

  private void end(String thread, RunOutput out) {
    BfcDump dump = dumps.remove(thread);
    MemoryView view = dump == null ? null : dump.view();
    if (dump != null && view != null) {
      String device = dump.memory().device();
      if (raises(device + ' ' + view.memory(), dump.peakBytes())) {
        out.stated(device, dump.peak());
      }
      out.stated(device, view);
    }
    FailedAllocation failure = dump == null ? null : dump.failure();
    if (failure != null) {
      out.failed(new OutOfMemory(out.at(), failure));
    }
  }

  /** Each dump states the highest use so far, so only a higher value is new. */
  private boolean raises(String memory, long peak) {
    boolean mayKeep = peaks.containsKey(memory) || peaks.size() < MAX_MEMORIES;
    boolean raises = mayKeep && peak > peaks.getOrDefault(memory, -1L);
    if (raises) {
      peaks.put(memory, peak);
    }
    return raises;
  }

  /** Ends all dumps with the log. */
  void close(RunOutput out) {
    statistics = null;
    new ArrayList<>(dumps.keySet()).forEach(thread -> end(thread, out));
  }
}
