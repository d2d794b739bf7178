package io.tidemark.analysis.system.tenstorrent;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.tidemark.analysis.memory.FreedBuffer;
import io.tidemark.analysis.memory.OpNameLimiter;
import io.tidemark.analysis.memory.Point;
import io.tidemark.analysis.memory.RunOutput;
import io.tidemark.analysis.state.Stored;
import io.tidemark.analysis.system.tenstorrent.TtnnFact.CapturedDevice;
import io.tidemark.analysis.system.tenstorrent.TtnnFact.Node;
import io.tidemark.model.AdmissionLimits;
import io.tidemark.model.event.Op;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
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

  /** Producers of a buffer that no function allocated, and of one from before the capture. */
  private static final int NONE = -1;

  private static final int BEFORE = -2;

  private final Map<String, CapturedDevice> described = new TreeMap<>();
  private final Map<String, CapturedMemory> devices = new TreeMap<>();
  private final Map<String, String> meshes = new TreeMap<>();
  private final Map<Long, Held> buffers = new LinkedHashMap<>();
  private final List<String> functions = new ArrayList<>();
  private final List<String> producers = new ArrayList<>();
  private long tooDeep;
  private long submissions;

  /** Device of the newest node that names no chip of a mesh. */
  private String latest = "";

  /** The newest buffer that was dropped at the limit of buffers. */
  private long forgotten = NONE;

  /** Whether only input buffers have followed since the first function began. */
  private boolean inputs;

  /**
   * A buffer, and what its allocation added. Names are short, since thousands are stored.
   *
   * @param producer index of the function that allocated it, else NONE or BEFORE
   */
  private record Held(
      @JsonProperty("m") String memory,
      @JsonProperty("b") long bytes,
      @JsonProperty("p") int producer) {}

  void apply(TtnnFact fact, RunOutput out) {
    if (fact instanceof CapturedDevice device) {
      put(described, device.device(), device);
    } else if (fact instanceof TtnnFact.MeshChip pair) {
      put(meshes, pair.chip(), pair.mesh());
    } else if (fact instanceof Node node) {
      boolean first = node.kind() == Node.Kind.FUNCTION_STARTED && submissions == 0;
      inputs = first || (inputs && node.kind() == Node.Kind.BUFFER);
      node(node, out);
    }
  }

  private static <T> void put(Map<String, T> known, String name, T value) {
    if (known.containsKey(name) || known.size() < AdmissionLimits.MOST_DEVICES) {
      known.put(name, value);
    }
  }

  private void node(Node node, RunOutput out) {
    switch (node.kind()) {
      case FUNCTION_STARTED -> start(node.name());
      case FUNCTION_ENDED -> end();
      case BUFFER -> buffer(node);
      case ALLOCATED -> change(node, device -> allocated(device, node), out);
      case FREED -> change(node, device -> freed(device, node), out);
      case CIRCULAR_ALLOCATED ->
          change(node, device -> device.program(node.device(), node.bytes(), 0), out);
      case PROGRAM_ALLOCATED ->
          change(node, device -> device.program(node.device(), 0, node.bytes()), out);
      case CIRCULAR_FREED -> change(node, CapturedMemory::programFreed, out);
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
    CapturedMemory device = device(mesh(node));
    if (inputs && device != null && node.memory().equals("L1") && node.bytes() >= 0) {
      device.heldBefore(node.bytes());
      hold(node.counter(), new Held(node.memory(), node.bytes(), BEFORE));
    }
  }

  private @Nullable Held hold(long buffer, Held held) {
    Held before = buffers.put(buffer, held);
    if (buffers.size() > MAX_BUFFERS) {
      forgotten = buffers.keySet().iterator().next();
      buffers.remove(forgotten);
    }
    return before;
  }

  private List<FreedBuffer> allocated(CapturedMemory device, Node node) {
    Held before = hold(node.buffer(), new Held(node.memory(), node.bytes(), producer()));
    if (before != null && before.producer() == BEFORE) {
      device.heldBefore(-before.bytes());
    }
    device.allocated(node.memory(), node.bytes());
    return List.of();
  }

  /** A buffer that was allocated before the capture was not added. */
  private List<FreedBuffer> freed(CapturedMemory device, Node node) {
    Held held = buffers.remove(node.buffer());
    if (held == null) {
      return node.buffer() > forgotten
          ? List.of()
          : device.freed(node.memory(), Math.max(0, node.bytes()), null);
    }
    if (held.producer() == BEFORE) {
      return device.freedInput(held.bytes());
    }
    String producer = held.producer() == NONE ? null : producers.get(held.producer());
    return device.freed(held.memory(), held.bytes(), producer);
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

  /** Reports the state after a change, and before the first change by an op. */
  private void change(
      Node node, Function<CapturedMemory, List<FreedBuffer>> change, RunOutput out) {
    String name = mesh(node);
    CapturedMemory device = device(name);
    if (device == null) {
      return;
    }
    CapturedDevice of = capacities(name);
    Op between = Op.unattributed(Op.BETWEEN_SUBMISSIONS);
    Op op = functions.isEmpty() ? null : op();
    if (op != null && device.first(submissions)) {
      out.stated(name, device.block(Point.BEFORE_OPERATION, op, between, List.of(), of));
    }
    List<FreedBuffer> freed = change.apply(device);
    Op owner = op == null ? between : op;
    out.stated(name, device.block(Point.WITHIN_OPERATION, op, owner, freed, of));
  }

  private Op op() {
    return new Op(functions.get(0), OpNameLimiter.cut(String.join(" > ", functions)), null);
  }

  /**
   * Returns the device that has the node's memory. Only a program's memory may name a chip of its
   * mesh instead; a node that names the mesh precedes it.
   */
  private String mesh(Node node) {
    String device = node.device();
    if (node.kind() != Node.Kind.CIRCULAR_ALLOCATED && node.kind() != Node.Kind.PROGRAM_ALLOCATED) {
      latest = device;
    }
    boolean mesh = latest.isEmpty() || devices.containsKey(device);
    return device.equals(latest) ? device : meshes.getOrDefault(device, mesh ? device : latest);
  }

  /** A mesh that is not described is like the only device that is. */
  private CapturedDevice capacities(String device) {
    CapturedDevice other =
        described.size() == 1
            ? described.values().iterator().next()
            : new CapturedDevice(device, 0, 0);
    return described.getOrDefault(device, other);
  }

  private @Nullable CapturedMemory device(String name) {
    if (devices.size() < AdmissionLimits.MOST_DEVICES) {
      devices.computeIfAbsent(name, added -> new CapturedMemory());
    }
    return devices.get(name);
  }
}
