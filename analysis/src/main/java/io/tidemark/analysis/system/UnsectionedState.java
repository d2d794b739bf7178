package io.tidemark.analysis.system;

import io.tidemark.analysis.memory.Device;
import io.tidemark.analysis.state.PartReader;
import java.util.List;

/**
 * Restores a tracker from state that was stored before sections existed. The parts of all systems
 * were in one sequence, plans first. Newer systems do not need it.
 */
public interface UnsectionedState {

  /** Reads its part among those of plans and trainings. */
  default void readPlans(PartReader in) {}

  /** Reads its part among those of allocators and files. */
  default void readDevices(PartReader in) {}

  /**
   * Reads its part before those of devices.
   *
   * @param formats formats of the run's lines
   */
  default void readSeen(List<String> formats, PartReader in) {}

  /** Reads its part after the memories of a device. */
  default void readDevice(Device device, PartReader in) {}
}
