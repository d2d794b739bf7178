package io.tidemark.model.wire;

import io.tidemark.model.event.EventBatch;
import io.tidemark.model.event.MemoryEvent;
import io.tidemark.model.event.MemoryEvent.Snapshot;
import io.tidemark.model.event.MemoryView;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JsonGenerator;

/**
 * Serializes events as JSON with a row of numbers per snapshot, since nearly all events are
 * snapshots.
 *
 * <pre>
 *   {"events": [{"type": "run-started", …}, [62,1700000000000,0,0,-1,6442450944,…], [870,0,0,1,0,4096]],
 *    "ops": [["MatmulOp",0,"layer.1/dot.4","main"], ["ReshapeOp",8,"reshape.5"], ["DeallocateOp"]],
 *    "blocks": [{"device": "0", "memories": [{"memory": "DRAM", "banks": 12, "capacityBytes": …}]}]}
 *
 *   row: offset, timeMillis, block, before, changedBy, then usedBytes, freeBytes, largestFreeBytes
 *        of each memory of the block; zeros at its end are left out
 *   op:  name, common, rest, program
 * </pre>
 *
 * <p>{@code block} and {@code before} are indexes in the lists; {@code changedBy} is the index of
 * an op with that name; −1 is none. All other numbers are differences to the previous row of the
 * same block. An op's location is the first {@code common} characters, all ASCII, of the previous
 * location in the list, then {@code rest}. It has none if {@code common} is −1 or missing. A
 * missing program equals that of the previous op, or none for the first op.
 */
final class EventsSerde extends JsonSerde<EventBatch> {

  EventsSerde() {
    super(EventBatch.class, 3);
  }

  @Override
  byte[] write(EventBatch batch) {
    return new EventsWriter().write(batch);
  }

  @Override
  EventBatch read(byte[] bytes) {
    return new EventsReader().read(bytes);
  }

  private static final class EventsWriter {

    private final EventOps ops = new EventOps();
    private final List<EventBlock> blocks = new ArrayList<>();

    /** Previous row of each block. */
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
          json.writeName("ops");
          ops.write(json);
          json.writePOJOProperty("blocks", blocks);
        }
        json.writeEndObject();
      }
      return out.toByteArray();
    }

    private void row(Snapshot snapshot, JsonGenerator json) {
      find(snapshot);
      long[] before = rows.get(block);
      long[] row = new long[before.length];
      row[EventsReader.OFFSET] = snapshot.offset();
      row[EventsReader.TIME] = snapshot.timeMillis();
      int at = EventsReader.FIGURES;
      for (MemoryView view : snapshot.memories()) {
        row[at++] = view.usedBytes();
        row[at++] = view.freeBytes();
        Long largestFree = view.largestFreeBytes();
        row[at++] = largestFree == null ? EventsReader.NONE : largestFree;
      }
      rows.set(block, row.clone());
      for (int i = 0; i < row.length; i++) {
        row[i] -= before[i];
      }
      row[EventsReader.BLOCK] = block;
      row[EventsReader.BEFORE] = ops.place(snapshot.before());
      row[EventsReader.CHANGED_BY] = ops.placeOfName(snapshot.changedBy());
      int length = row.length;
      while (length > 0 && row[length - 1] == 0) {
        length--;
      }
      json.writeArray(row, 0, length);
    }

    /** The next snapshot mostly has the newest block, and there are few blocks. */
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
        rows.add(new long[EventsReader.length(snapshot.memories().size())]);
      }
    }
  }
}
