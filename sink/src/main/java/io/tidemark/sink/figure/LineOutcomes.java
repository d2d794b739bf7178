package io.tidemark.sink.figure;

import io.tidemark.model.run.RunStatus;
import java.util.LinkedHashMap;
import java.util.Map;

/** Line counts by the values of the label {@code outcome}. */
public final class LineOutcomes {

  private LineOutcomes() {}

  public static Map<String, Long> of(RunStatus.Lines lines) {
    Map<String, Long> outcomes = new LinkedHashMap<>();
    outcomes.put("fact", lines.fact());
    outcomes.put("ignored", lines.ignored());
    outcomes.put("quoted", lines.quoted());
    outcomes.put("rejected", lines.rejected());
    outcomes.put("duplicate", lines.duplicate());
    return outcomes;
  }
}
