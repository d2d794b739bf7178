package io.tidemark.model.run;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.annotation.OptBoolean;
import io.tidemark.model.Counted;
import io.tidemark.model.event.FailedAllocation;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The refused allocations of a run, after which it went on.
 *
 * @param newest the newest of the distinct ones, at most {@link RunFailures#MAX_NEWEST}, the newest
 *     last
 * @param count all refusals, also those that are not among the newest
 * @param proof the line that shows that the run went on behind the newest one; {@code null} if the
 *     program itself says so
 */
public record Refusals(
    List<Refused> newest,
    long count,
    @JsonProperty(isRequired = OptBoolean.FALSE) @Nullable String proof) {

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

  /** For example {@code 3 allocations refused; went on: step 41}. */
  public String sentence() {
    return proof == null ? words() : words() + "; went on: " + proof;
  }
}
