package io.tidemark.analysis.system.xla;

import io.tidemark.analysis.memory.MemoryBounds;
import io.tidemark.analysis.memory.OpNameLimiter;
import io.tidemark.analysis.memory.RunOutput;
import io.tidemark.analysis.memory.Sizes;
import io.tidemark.analysis.message.Field;
import io.tidemark.analysis.message.MessageFact;
import io.tidemark.analysis.message.RowFact;
import io.tidemark.analysis.state.Stored;
import io.tidemark.model.event.BankBytes;
import io.tidemark.model.event.FailedAllocation;
import io.tidemark.model.event.FailedTensor;
import io.tidemark.model.event.MemoryEvent.OutOfMemory;
import io.tidemark.model.event.MemoryView;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
  private static final int MAX_REQUESTS = 64;

  /** Begin of the text of a failure without a size. */
  private static final String OP = "op ";

  /** Sizes are multiples of this. */
  private static final long CHUNK = 256;

  private final Map<String, XlaRecord> dumps = new LinkedHashMap<>();

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
    if (requests.size() > MAX_REQUESTS) {
      requests.remove(0);
    }
  }

  /** Whether a failure of this size was already reported. */
  boolean knows(long bytes) {
    return requests.stream().anyMatch(request -> request.isOf(bytes));
  }

  /** Whether a line belongs to an open record. */
  boolean expects(RowFact line) {
    return line.is("node")
        ? node != null || line.word("op").isEmpty()
        : statistics != null || !line.is("statistic");
  }

  void apply(RowFact line, RunOutput out) {
    String thread = OpNameLimiter.cut(Objects.requireNonNullElse(line.writer(), ""));
    if (line.is("statistic")) {
      statistic(line, out);
      return;
    }
    statistics = line.is("statistics") ? thread : null;
    switch (line.kind()) {
      case "declined" -> {
        BfcMemory memory = BfcMemory.of(line.word("allocator"));
        out.declined(failed(memory, line.bytes(), "", ""));
      }
      case "node" -> node = OpNameLimiter.cut(line.word("op"));
      case "map" -> end(thread, out);
      case "failed" -> {
        end(thread, out);
        long rounded = line.figure("rounded");
        String op = OpNameLimiter.cut(OP + line.word("op"));
        add(new Request(op, rounded < 0 ? line.bytes() : chunks(rounded), rounded >= 0));
        dump(thread, out).apply(line);
      }
      default -> dump(thread, out).apply(line);
    }
  }

  private void statistic(RowFact line, RunOutput out) {
    XlaRecord dump = statistics == null ? null : dumps.get(statistics);
    MemoryBounds.Breach breach =
        dump == null ? null : new BfcDump(dump).statistic(line.name(), line.bytes());
    if (breach != null) {
      out.refused(line.name().length() + 2, breach.reason());
    }
  }

  private BfcDump dump(String thread, RunOutput out) {
    if (dumps.size() == MAX_THREADS && !dumps.containsKey(thread)) {
      end(dumps.keySet().iterator().next(), out);
    }
    return new BfcDump(dumps.computeIfAbsent(thread, its -> new XlaRecord()));
  }

  /**
   * TensorFlow repeats the allocator's failure; if that is missing, this line is reported instead.
   */
  void tensor(MessageFact fact, RunOutput out) {
    statistics = null;
    String said = fact.word(Field.OP, "");
    String op = said.isEmpty() && node != null ? node : OpNameLimiter.cut(said);
    node = null;
    XlaShape shape = XlaShape.ofTensor(fact.word(Field.WHERE, ""));
    long bytes = shape.bytes();
    FailedTensor tensor = bytes < 0 ? null : shape.tensor(bytes, op);
    String device = fact.word(Field.DEVICE, "");
    String text = OpNameLimiter.cut(shape.text().isEmpty() ? OP + op : shape.text());
    if (!isRepeated(text, bytes, op.isEmpty(), device.isEmpty())) {
      String allocator = fact.word(Field.MEMORY, "");
      BfcMemory memory = BfcMemory.of(allocator.isEmpty() ? device : allocator);
      String where = device.isEmpty() ? shape.text() : shape.text() + " on " + device;
      out.failed(failed(memory, bytes, shape.text().isEmpty() ? "" : where, op).of(tensor));
    } else if (tensor != null) {
      boolean exact = requests.stream().anyMatch(one -> one.exact && one.isOf(bytes));
      out.failedOf(tensor, exact ? CHUNK - 1 : Sizes.rounding(bytes));
    }
  }

  /** Whether a failure like this one was reported; else it is remembered. */
  private boolean isRepeated(String text, long bytes, boolean noOp, boolean noDevice) {
    // The versions whose tensors have no type have allocators that state no exact size, so where
    // one is known the text was cut.
    boolean known =
        bytes >= 0
            ? knows(bytes)
            : requests.stream()
                .anyMatch(
                    one ->
                        one.text.equals(text)
                            || (noOp && one.bytes >= 0 && (!one.exact || noDevice)));
    if (!known) {
      add(bytes >= 0 ? new Request("", chunks(bytes), true) : new Request(text, -1, false));
    }
    return known;
  }

  /**
   * A request of which only its size is known.
   *
   * @param where empty if unknown, as is {@code op}
   */
  private static FailedAllocation failed(BfcMemory memory, long bytes, String where, String op) {
    return FailedAllocation.of(
        memory.device(),
        memory.memory(),
        BankBytes.needed(bytes),
        where.isEmpty() ? null : OpNameLimiter.cut(where),
        op.isEmpty() ? null : op);
  }

  private void end(String thread, RunOutput out) {
    XlaRecord record = dumps.remove(thread);
    BfcDump dump = new BfcDump(record == null ? new XlaRecord() : record);
    MemoryView view = dump.view();
    if (view != null) {
      if (dump.peakBytes() >= 0) {
        out.highest(dump.memory().device(), dump.peak());
      }
      out.stated(dump.memory().device(), view);
    }
    FailedAllocation failure = dump.failure();
    if (failure != null) {
      out.failed(new OutOfMemory(out.at(), failure));
    }
  }

  /** Ends all dumps with the log. */
  void close(RunOutput out) {
    statistics = null;
    new ArrayList<>(dumps.keySet()).forEach(thread -> end(thread, out));
  }
}
