package io.tidemark.sink.verdict;

import io.tidemark.model.training.Training;
import io.tidemark.model.training.TrainingMemory;
import io.tidemark.model.training.TrainingState;

/** Whether a training fits its device, as far as its summary is read. */
public enum TrainingVerdict {
  /** The peak is below the device's memory. */
  FITS("fits"),
  /** More phases may follow; those so far fit. */
  OPEN("fits so far"),
  DOES_NOT_FIT("does not fit"),
  /** The device's memory is not known. */
  UNKNOWN("unknown");

  private final String words;

  TrainingVerdict(String words) {
    this.words = words;
  }

  public String words() {
    return words;
  }

  public static TrainingVerdict of(Training training) {
    TrainingMemory memory = training.memory();
    if (memory == null) {
      return UNKNOWN;
    }
    if (!memory.fits()) {
      return DOES_NOT_FIT;
    }
    return training.state() == TrainingState.OPEN ? OPEN : FITS;
  }
}
