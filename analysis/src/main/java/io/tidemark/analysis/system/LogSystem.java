package io.tidemark.analysis.system;

import io.tidemark.analysis.line.DocumentFormat;
import io.tidemark.analysis.line.LineFormat;
import java.util.List;

/** A kind of program whose logs are understood: how its lines are read, and who tracks them. */
public interface LogSystem {

  /** Its name, unique among systems: its stored state goes by it. */
  String name();

  /** How its lines are read, the first that knows a line first. */
  List<LineFormat> lineFormats();

  /** How its files are read that are JSON as a whole. */
  default List<DocumentFormat> documentFormats() {
    return List.of();
  }

  /** The tracker of a run's facts, before the first. */
  SystemTracker newTracker(RunContext context);
}
