package io.tidemark.sink.figure;

import io.tidemark.model.training.TrainingMemory;
import java.util.ArrayList;
import java.util.List;

/** The figures that a trainer's summary yields for a device. */
final class TrainingFigures {

  private static final String MEMORY = "DRAM";

  private final String run;

  TrainingFigures(String run) {
    this.run = run;
  }

  List<Figure> of(TrainingMemory memory) {
    List<Figure> figures = new ArrayList<>();
    for (TrainingMemory.Part part : memory.table()) {
      figures.add(figure(part.name(), "actual", part.actualBytes()));
      Long expected = part.expectedBytes();
      if (expected != null) {
        figures.add(figure(part.name(), "expected", expected));
      }
    }
    figures.add(SeriesKey.of(BoardMeter.TRAINING_USAGE, run).at(memory.usageRatio()));
    return figures;
  }

  private Figure figure(String part, String kind, long bytes) {
    return SeriesKey.of(BoardMeter.TRAINING, run, MEMORY, part, kind).at(bytes);
  }
}
