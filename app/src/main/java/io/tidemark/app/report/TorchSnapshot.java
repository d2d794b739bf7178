package io.tidemark.app.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidemark.analysis.plan.LiveSteps;
import io.tidemark.model.event.MemoryEvent.Interval;
import io.tidemark.model.event.PlannedBuffer;
import io.tidemark.model.plan.PlanRecord;
import io.tidemark.sink.board.Board;
import io.tidemark.sink.verdict.PlanOrder;
import io.tidemark.sink.verdict.PlanOrder.NamedPlan;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Plans with addresses as a snapshot of PyTorch's allocator, for its memory_viz: a device and one
 * segment per plan, and events in program order. A byte that several live buffers hold is allocated
 * for the first of them alone.
 */
public final class TorchSnapshot extends ViewerFile {

  private final List<Map<String, Object>> segments = new ArrayList<>();
  private final List<List<Map<String, Object>>> traces = new ArrayList<>();

  /** Bytes of a buffer that no buffer before it holds. */
  private record Piece(long from, long to, int buffer) {}

  /** Begins a file that does not exist. */
  public TorchSnapshot(Path path) {
    super("--torch-snapshot", path);
  }

  @Override
  public void add(String log, Board board, String times) {
    board
        .runs()
        .keySet()
        .forEach(run -> PlanOrder.of(board, run).forEach(plan -> add(plan, board)));
  }

  private void add(NamedPlan plan, Board board) {
    List<Interval> placed =
        board.plansOf(plan.key().run()).stream()
            .filter(page -> page.getKey().plan().equals(plan.key().plan()))
            .filter(page -> page.getValue() instanceof PlanRecord.Page)
            .flatMap(page -> ((PlanRecord.Page) page.getValue()).intervals().stream())
            .filter(buffer -> buffer.placed() && buffer.extent().address() != null)
            .toList();
    if (placed.isEmpty()) {
      return;
    }
    long from = placed.stream().mapToLong(buffer -> buffer.extent().start()).min().orElse(0);
    long end = placed.stream().mapToLong(buffer -> buffer.extent().end()).max().orElse(0);
    long size = Math.max(end - from, plan.summary().space().sizeBytes());
    List<Map<String, Object>> name =
        frame(plan.summary().memory(), plan.key().run() + " " + plan.key().plan(), 0);
    String keys = "device address total_size stream segment_type allocated_size active_size frames";
    Map<String, Object> free =
        dict("size requested_size state frames", size, 0, "inactive", List.of());
    segments.add(
        dict(keys + " blocks", traces.size(), from, size, 0, "large", 0, 0, name, List.of(free)));
    traces.add(trace(placed, plan.summary().use().steps()));
  }

  private static List<Map<String, Object>> frame(String name, String file, int line) {
    return List.of(dict("name filename line", name, file, line));
  }

  private static List<Map<String, Object>> trace(List<Interval> placed, int steps) {
    TreeMap<Integer, Set<Integer>> begun = new TreeMap<>(Map.of(steps, Set.of()));
    for (int i = 0; i < placed.size(); i++) {
      Interval buffer = placed.get(i);
      begun.computeIfAbsent(buffer.firstStep(), step -> new TreeSet<>()).add(i);
      begun.computeIfAbsent(0, step -> new TreeSet<>()).add(i);
      int after = Math.min(buffer.lastStep(), steps - 1) + 1;
      begun.computeIfAbsent(after, step -> new TreeSet<>());
    }
    List<Map<String, Object>> events = new ArrayList<>();
    Set<Integer> live = new TreeSet<>();
    Set<Piece> pieces = new LinkedHashSet<>();
    begun.forEach(
        (step, more) -> {
          live.addAll(more);
          live.removeIf(i -> step == steps || !LiveSteps.at(placed.get(i), step));
          Set<Piece> now = pieces(placed, live);
          for (Piece piece : pieces) {
            if (!now.contains(piece)) {
              events.add(event("free_requested", piece, step, placed));
              events.add(event("free_completed", piece, step, placed));
            }
          }
          now.stream()
              .filter(piece -> !pieces.contains(piece))
              .forEach(piece -> events.add(event("alloc", piece, step, placed)));
          pieces.retainAll(now);
          pieces.addAll(now);
        });
    return events;
  }

  private static Set<Piece> pieces(List<Interval> placed, Set<Integer> live) {
    TreeMap<Long, Piece> pieces = new TreeMap<>();
    for (int i : live) {
      long end = placed.get(i).extent().end();
      for (long from = placed.get(i).extent().start(); from < end; ) {
        Map.Entry<Long, Piece> held = pieces.floorEntry(from);
        if (held == null || held.getValue().to() <= from) {
          Long next = pieces.higherKey(from);
          held = Map.entry(from, new Piece(from, next == null ? end : Math.min(end, next), i));
          pieces.put(from, held.getValue());
        }
        from = held.getValue().to();
      }
    }
    return new LinkedHashSet<>(pieces.values());
  }

  private static Map<String, Object> event(
      String action, Piece piece, int step, List<Interval> placed) {
    PlannedBuffer buffer = placed.get(piece.buffer()).buffer();
    String opName = buffer.contents().opName();
    String op = opName != null ? opName : buffer.op() != null ? buffer.op() : buffer.bufferClass();
    List<Map<String, Object>> frames =
        frame(buffer.name(), op, placed.get(piece.buffer()).firstStep());
    long size = piece.to() - piece.from();
    String keys = "action addr size stream time_us frames";
    return dict(keys, action, piece.from(), size, 0, step, frames);
  }

  @Override
  String write() throws IOException {
    DataOutputStream pickle = new DataOutputStream(out);
    pickle.write(new byte[] {(byte) 0x80, 2});
    put(dict("segments device_traces", segments, traces), pickle);
    pickle.write('.');
    return traces.isEmpty() ? "a plan that states where its buffers are placed" : "";
  }

  private static Map<String, Object> dict(String keys, Object... values) {
    Map<String, Object> dict = new LinkedHashMap<>();
    for (String key : keys.split(" ", -1)) {
      dict.put(key, values[dict.size()]);
    }
    return dict;
  }

  /** Writes a value by the opcodes of pickle's protocol 2 that memory_viz reads. */
  private static void put(Object value, DataOutputStream pickle) throws IOException {
    if (value instanceof Map<?, ?> dict) {
      pickle.write('}');
      for (Map.Entry<?, ?> entry : dict.entrySet()) {
        put(entry.getKey(), pickle);
        put(entry.getValue(), pickle);
        pickle.write('s');
      }
    } else if (value instanceof List<?> list) {
      pickle.write(']');
      for (Object one : list) {
        put(one, pickle);
        pickle.write('a');
      }
    } else if (value instanceof String text) {
      byte[] bytes = text.getBytes(UTF_8);
      pickle.write('X');
      pickle.writeInt(Integer.reverseBytes(bytes.length));
      pickle.write(bytes);
    } else {
      pickle.write(new byte[] {(byte) 0x8a, Long.BYTES});
      pickle.writeLong(Long.reverseBytes(((Number) value).longValue()));
    }
  }
}
