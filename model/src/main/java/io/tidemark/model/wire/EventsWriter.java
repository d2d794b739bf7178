package io.tidemark.model.wire;

import io.tidemark.model.EventBatch;
import io.tidemark.model.MemoryEvent;
import io.tidemark.model.MemoryEvent.Snapshot;
import io.tidemark.model.MemoryView;
import io.tidemark.model.Op;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/** Writes one batch; see {@link EventsSerde}. */
final class EventsWriter {

  private static final int NONE = -1;

  private final List<Op> ops = new ArrayList<>();
  private final Map<Op, Integer> places = new HashMap<>();

  /** By name the place of an op of it. */
  private final Map<String, Integer> names = new HashMap<>();

  private final List<EventBlock> blocks = new ArrayList<>();

  /** By block its row before. */
  private final List<long[]> rows = new ArrayList<>();

  private int block;

  byte[] write(EventBatch batch) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(64 * (1 + batch.events().size()));
    try (JsonGenerator json = Json.MAPPER.createGenerator(out)) {
      json.writeStartObject();
      json.writeArrayPropertyStart("events");
      for (MemoryEvent event : batch.events()) {
        if (event instanceof Snapshot snapshot) {
          row(snapshot, json);
        } else {
          json.writePOJO(event);
        }
      }
      json.writeEndArray();
      if (!blocks.isEmpty()) {
        json.writePOJOProperty("ops", ops);
        json.writePOJOProperty("blocks", blocks);
      }
      json.writeEndObject();
    }
    return out.toByteArray();
  }

  private void row(Snapshot snapshot, JsonGenerator json) {
    find(snapshot);
    long[] before = rows.get(block);
    json.writeStartArray();
    int at = 0;
    difference(snapshot.offset(), before, at++, json);
    difference(snapshot.timeMillis(), before, at++, json);
    json.writeNumber(block);
    json.writeNumber(place(snapshot.before()));
    json.writeNumber(place(snapshot.changedBy()));
    for (MemoryView view : snapshot.memories()) {
      difference(view.usedBytes(), before, at++, json);
      difference(view.freeBytes(), before, at++, json);
      difference(view.largestFreeBytes(), before, at++, json);
    }
    json.writeEndArray();
  }

  private static void difference(long value, long[] before, int at, JsonGenerator json) {
    json.writeNumber(value - before[at]);
    before[at] = value;
  }

  /** The newest block is mostly the next, and there are few. */
  private void find(Snapshot snapshot) {
    if (block < blocks.size() && blocks.get(block).isOf(snapshot)) {
      return;
    }
    block = 0;
    while (block < blocks.size() && !blocks.get(block).isOf(snapshot)) {
      block++;
    }
    if (block == blocks.size()) {
      blocks.add(EventBlock.of(snapshot));
      rows.add(new long[2 + 3 * snapshot.memories().size()]);
    }
  }

  private int place(@Nullable Op op) {
    if (op == null) {
      return NONE;
    }
    Integer known = places.putIfAbsent(op, ops.size());
    if (known != null) {
      return known;
    }
    names.putIfAbsent(op.name(), ops.size());
    ops.add(op);
    return ops.size() - 1;
  }

  private int place(@Nullable String name) {
    if (name == null) {
      return NONE;
    }
    Integer known = names.get(name);
    return known == null ? place(Op.unattributed(name)) : known;
  }
}
