package io.tidemark.model.run;

import java.util.List;

/**
 * Reading progress of a run's log.
 *
 * @param formats names of the formats seen, in order of appearance
 * @param lines line counts by outcome
 * @param gaps number of times that bytes were missing between slices
 * @param gapBytes total of missing bytes
 */
public record ReadLines(List<String> formats, RunStatus.Lines lines, long gaps, long gapBytes) {
  public ReadLines {
    formats = List.copyOf(formats);
  }
}
