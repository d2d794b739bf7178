package io.tidemark.model.wire;

import io.tidemark.model.event.EventBatch;

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
}
