package io.tidemark.streams;

import io.tidemark.model.SkipCommand;
import io.tidemark.model.Slice;

/** A record of {@code tidemark.lines}: text of a log, or a command about its source. */
sealed interface LinesRecord {

  /** Text of the log. */
  record Text(Slice slice) implements LinesRecord {}

  /** A command: a parked source continues after its failing slice. */
  record Skip(SkipCommand command) implements LinesRecord {}
}
