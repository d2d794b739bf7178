package io.tidemark.model.training;

import com.fasterxml.jackson.annotation.JsonEnumDefaultValue;
import java.util.Locale;

/** State of a trainer's summary. */
public enum TrainingState {
  /** The summary is being printed. */
  OPEN,
  /** The summary was read completely. */
  COMPLETE,
  /** The summary ended early. */
  TRUNCATED,
  /** A state of a newer release. */
  @JsonEnumDefaultValue
  UNKNOWN;

  /** Name of the state in records and documents. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
