package io.tidemark.model.wire;

import io.tidemark.model.EventBatch;

/**
 * Events as JSON in which a snapshot is a row of numbers: they are nearly all of what is written.
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
 * <p>{@code block} and {@code before} are places in the lists, {@code changedBy} is that of an op
 * of the name; −1 stands for none. All other numbers are differences to the row before of the same
 * block. An op's location is the first {@code common} characters, all ASCII, of the location before
 * it in the list, then {@code rest}; it has none where {@code common} is −1 or left out. Its
 * program is that of the op before where it is left out, and none in the first.
 *
 * <p>In version 2 an op was an object and a row whole; in version 1 a snapshot was an object like
 * other events. Both are still read.
 */
final class EventsSerde extends JsonSerde<EventBatch> {

  EventsSerde() {
    super(EventBatch.class, 3, 1);
  }

  @Override
  byte[] write(EventBatch batch) {
    return new EventsWriter().write(batch);
  }

  @Override
  EventBatch read(byte[] bytes, int written) {
    return new EventsReader(written).read(bytes);
  }
}
