package io.tidemark.model.wire;

import io.tidemark.model.event.MemoryEvent.Snapshot;
import io.tidemark.model.event.MemoryView;
import java.util.ArrayList;
import java.util.List;

/** The common part of snapshots of one device: its memories and their sizes. */
record EventBlock(String device, List<Memory> memories) {

  EventBlock {
    memories = List.copyOf(memories);
  }

  /**
   * A memory of the block.
   *
   * @param capacityBytes over all banks
   */
  record Memory(String memory, int banks, long capacityBytes) {}

  static EventBlock of(Snapshot snapshot) {
    List<Memory> memories = new ArrayList<>(snapshot.memories().size());
    for (MemoryView view : snapshot.memories()) {
      memories.add(new Memory(view.memory(), view.banks(), view.capacityBytes()));
    }
    return new EventBlock(snapshot.device(), memories);
  }

  boolean isOf(Snapshot snapshot) {
    List<MemoryView> views = snapshot.memories();
    if (views.size() != memories.size() || !device.equals(snapshot.device())) {
      return false;
    }
    for (int i = 0; i < views.size(); i++) {
      MemoryView view = views.get(i);
      Memory memory = memories.get(i);
      if (view.capacityBytes() != memory.capacityBytes
          || view.banks() != memory.banks
          || !view.memory().equals(memory.memory)) {
        return false;
      }
    }
    return true;
  }
}
