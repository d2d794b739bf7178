package io.tidemark.analysis.system.tenstorrent;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.tidemark.analysis.memory.FreedBuffer;
import io.tidemark.analysis.memory.OpNameLimiter;
import io.tidemark.analysis.memory.Point;
import io.tidemark.analysis.memory.RunOutput;
import io.tidemark.analysis.state.Stored;
import io.tidemark.analysis.system.tenstorrent.TtnnFact.Node;
import io.tidemark.model.AdmissionLimits;
import io.tidemark.model.event.Op;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A ttnn graph capture, followed node by node. Each change gives a snapshot, so peaks within an op
 * are seen. An op is an outermost function; nested functions form its location.
 */
@Stored
final class GraphCapture {

  private static final int MAX_BUFFERS = 4_096;
  private static final int MAX_DEPTH = 64;
  private static final int MAX_PRODUCERS = 200;
  private static final int NONE = -1;

  private final Map<String, CapturedMemory> devices = new TreeMap<>();
  private final Map<Long, Held> buffers = new LinkedHashMap<>();
  private final List<String> functions = new ArrayList<>();
  private final List<String> producers = new ArrayList<>();
  private long tooDeep;
  private long submissions;

  /** Whether only input buffers have followed since the first function began. */
  private boolean inputs;

  /**
   * A buffer. Names are short, since thousands are stored.
   *
   * @param producer index of the function that allocated it; −1 if it existed before
   */
  private record Held(
      @JsonProperty("m") String memory,
      @JsonProperty("b") long bytes,
      @JsonProperty("p") int producer) {}

  void apply(TtnnFact fact, RunOutput out) {
    if (fact instanceof TtnnFact.CapturedDevice line) {
      CapturedMemory device = device(line.device());
      if (device != null) {
        device.described(line.dramBytes(), line.l1Bytes());
      }
    } else if (fact instanceof Node node) {
      boolean first = node.kind() == Node.Kind.FUNCTION_STARTED && submissions == 0;
      inputs = first || (inputs && node.kind() == Node.Kind.BUFFER);
      node(node, out);
    }
  }

  private void node(Node node, RunOutput out) {
    switch (node.kind()) {
      case FUNCTION_STARTED -> start(node.name());
      case FUNCTION_ENDED -> end();
      case BUFFER -> buffer(node);
      case ALLOCATED -> allocated(node, out);
      case FREED -> freed(node, out);
      case CIRCULAR_ALLOCATED, CIRCULAR_FREED -> circular(node, out);
      case CAPTURE_ENDED -> functions.clear();
    }
  }

  private void start(String name) {
    submissions += functions.isEmpty() ? 1 : 0;
    if (functions.size() < MAX_DEPTH) {
      functions.add(OpNameLimiter.cut(name));
    } else {
      tooDeep++;
    }
  }

  private void end() {
    if (tooDeep > 0) {
      tooDeep--;
    } else if (!functions.isEmpty()) {
      functions.remove(functions.size() - 1);
    }
  }

  private void buffer(Node node) {
    buffers.put(node.counter(), new Held(node.memory(), node.bytes(), NONE));
    if (buffers.size() > MAX_BUFFERS) {
      buffers.remove(buffers.keySet().iterator().next());
    }
    CapturedMemory device = device(node.device());
    if (inputs && device != null && node.memory().equals("L1")) {
      device.heldBefore(node.bytes());
    }
  }

  /** Older captures state the size of a freed buffer only if they name the buffer. */
  private void freed(Node node, RunOutput out) {
    Held held = buffers.remove(node.buffer());
    String memory = held == null ? node.memory() : held.memory();
    long bytes = held == null ? Math.max(0, node.bytes()) : held.bytes();
    String producer =
        held == null || held.producer() == NONE ? null : producers.get(held.producer());
    CapturedMemory device = device(node.device());
    if (device != null) {
      before(device, node, out);
      after(device, node, device.freed(memory, bytes, producer), out);
    }
  }

  /** Returns the index of the outermost function; −1 for none, or above the limit of producers. */
  private int producer() {
    if (functions.isEmpty()) {
      return NONE;
    }
    String outermost = functions.get(0);
    if (!producers.contains(outermost) && producers.size() < MAX_PRODUCERS) {
      producers.add(outermost);
    }
    return producers.indexOf(outermost);
  }

  private void allocated(Node node, RunOutput out) {
    int producer = producer();
    buffers.computeIfPresent(
        node.buffer(), (counter, held) -> new Held(held.memory(), held.bytes(), producer));
    CapturedMemory device = device(node.device());
    if (device != null) {
      before(device, node, out);
      device.allocated(node.memory(), node.bytes());
      after(device, node, List.of(), out);
    }
  }

  private void circular(Node node, RunOutput out) {
    CapturedMemory device = device(node.device());
    if (device != null) {
      before(device, node, out);
      if (node.kind() == Node.Kind.CIRCULAR_ALLOCATED) {
        device.circular(node.bytes());
      } else {
        device.circularFreed();
      }
      after(device, node, List.of(), out);
    }
  }

  /** Reports the state before the current op when the op changes the device for the first time. */
  private void before(CapturedMemory device, Node node, RunOutput out) {
    if (!functions.isEmpty() && device.first(submissions)) {
      out.stated(
          node.device(),
          device.block(
              Point.BEFORE_OPERATION, op(), Op.unattributed(Op.BETWEEN_SUBMISSIONS), List.of()));
    }
  }

  private void after(CapturedMemory device, Node node, List<FreedBuffer> freed, RunOutput out) {
    Op op = functions.isEmpty() ? null : op();
    Op owner = op == null ? Op.unattributed(Op.BETWEEN_SUBMISSIONS) : op;
    out.stated(node.device(), device.block(Point.WITHIN_OPERATION, op, owner, freed));
  }

  private Op op() {
    return new Op(functions.get(0), OpNameLimiter.cut(String.join(" > ", functions)), null);
  }

  private @Nullable CapturedMemory device(String name) {
    CapturedMemory known = devices.get(name);
    if (known == null && devices.size() < AdmissionLimits.MOST_DEVICES) {
      known = new CapturedMemory();
      devices.put(name, known);
    }
    return known;
  }
}
