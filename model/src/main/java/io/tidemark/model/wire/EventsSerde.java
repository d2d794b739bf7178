package io.tidemark.model.wire;

import io.tidemark.model.EventBatch;

/**
 * Events as JSON in which a snapshot is a row of numbers: they are nearly all of what is written.
 *
 * <pre>
 *   {"events": [{"type": "run-started", …}, [62,1700000000000,0,0,-1,6442450944,…], [870,0,0,1,0,4096,…]],
 *    "ops": [{"name": "MatmulOp"}, {"name": "ReshapeOp"}],
 *    "blocks": [{"device": "0", "memories": [{"memory": "DRAM", "banks": 12, "capacityBytes": …}]}]}
 *
 *   row: offset, timeMillis, block, before, changedBy, then usedBytes, freeBytes, largestFreeBytes
 *        of each memory of the block
 * </pre>
 *
 * <p>{@code block} and {@code before} are places in the lists, {@code changedBy} is that of an op
 * of the name; −1 stands for none. All other numbers are differences to the row before of the same
 * block. A snapshot of version 1 was an object like other events, and is still read.
 */
final class EventsSerde extends JsonSerde<EventBatch> {

  EventsSerde() {
    super(EventBatch.class, 2, 1);
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
