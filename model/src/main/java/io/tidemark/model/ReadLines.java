package io.tidemark.model;

import java.util.List;
import java.util.Objects;

/**
 * What was read of a run's log.
 *
 * @param formats names of the formats seen, in order of appearance
 * @param lines lines by what became of them
 * @param gaps times that bytes were missing between slices
 * @param gapBytes how many bytes were missing in all
 */
public record ReadLines(List<String> formats, RunStatus.Lines lines, long gaps, long gapBytes) {
  public ReadLines {
    formats = List.copyOf(formats);
    Objects.requireNonNull(lines, "lines");
  }
}
