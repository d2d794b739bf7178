package io.tidemark.analysis.system;

import io.tidemark.analysis.line.DocumentFormat;
import io.tidemark.analysis.line.LineFormat;
import java.util.List;

/** A kind of program whose logs are supported: its formats and its tracker. */
public interface LogSystem {

  /** Unique name of the system, also the tag of its stored state. */
  String name();

  /** Line formats; the first one that recognises a line parses it. */
  List<LineFormat> lineFormats();

  default List<DocumentFormat> documentFormats() {
    return List.of();
  }

  /** Whether its own tracker takes the failures that its writers' messages state. */
  default boolean tracksFailures() {
    return false;
  }

  /** Whether its tracker needs the lines before its first fact. */
  default boolean needsLines() {
    return false;
  }

  /** Creates the tracker of a run at its first fact, or before the first line if it needs it. */
  SystemTracker newTracker(RunContext context);
}
