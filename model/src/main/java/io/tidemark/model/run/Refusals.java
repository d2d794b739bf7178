package io.tidemark.model.run;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.tidemark.model.Counted;
import io.tidemark.model.event.FailedAllocation;
import java.util.List;

/**
 * The refused allocations of a run, after which it went on.
 *
 * @param newest the newest of the distinct ones, at most {@link RunFailures#MAX_NEWEST}, the newest
 *     last
 * @param count all refusals, also those that are not among the newest
 */
public record Refusals(List<Refused> newest, long count) {

  public Refusals {
    newest = List.copyOf(newest);
  }

  /**
   * Equal refusals.
   *
   * @param firstMillis event time of the first
   * @param lastMillis event time of the last
   */
  public record Refused(
      @JsonUnwrapped FailedAllocation allocation, long count, long firstMillis, long lastMillis) {}

  /** For example {@code 3 allocations refused}. */
  public String words() {
    return Counted.text(count, "allocation") + " refused";
  }
}
