package io.tidemark.analysis.system;

import io.tidemark.analysis.memory.Device;
import io.tidemark.analysis.state.PartReader;
import java.util.List;

/**
 * How a tracker is restored from the state that was stored before there were sections: the parts of
 * all systems stood in one sequence, plans first. Systems that came later need none of it.
 */
public interface UnsectionedState {

  /** Its part among those of plans and trainings. */
  default void readPlans(PartReader in) {}

  /** Its part among those of allocators and files. */
  default void readDevices(PartReader in) {}

  /**
   * Its part before those of devices: which of its lines were seen.
   *
   * @param formats of the run's lines
   */
  default void readSeen(List<String> formats, PartReader in) {}

  /** Its part behind the memories of a device. */
  default void readDevice(Device device, PartReader in) {}
}
