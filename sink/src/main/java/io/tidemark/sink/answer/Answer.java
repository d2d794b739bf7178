package io.tidemark.sink.answer;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.tidemark.sink.verdict.PlanOrder.NamedPlan;
import io.tidemark.sink.verdict.RunVerdict;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a person in trouble reads about a run. One pure function makes it of the board, and every
 * surface only lays it out: so all have the same words and figures.
 *
 * @param where the memory that matters most; {@code null} if the log states no figure
 * @param cause why an allocation failed, or why it does not fit
 * @param fills who holds the memory {@code where} at its peak
 * @param trend where it goes: against the last submission, the last run, the capacity
 * @param actions what to do, the best first
 * @param also what else there is to know: refusals, gaps, rejects, quoted lines, limits reached
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record Answer(
    @JsonIgnore RunVerdict verdict,
    @Nullable Fullness where,
    @JsonUnwrapped Cause cause,
    Fills fills,
    @Nullable String trend,
    @JsonProperty("do") List<String> actions,
    List<Note> also) {

  public Answer {
    actions = List.copyOf(actions);
    also = List.copyOf(also);
  }

  /**
   * The reason of a failure.
   *
   * @param why who needed how much, and what there was for it
   * @param what the tensor that failed
   * @param fits what would have fitted
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Cause(@Nullable String why, @Nullable String what, @Nullable String fits) {
    static final Cause NONE = new Cause(null, null, null);

    /** The cause of a plan, which names the setting that it is about. */
    Cause in(@Nullable NamedPlan plan) {
      String setting = plan == null ? null : plan.summary().attempt().setting();
      return what != null || setting == null ? this : new Cause(why, "setting " + setting, fits);
    }
  }

  /** The parts that the log allows, in the order in which they are read; {@code also} apart. */
  public List<Note> parts() {
    List<Note> parts = new ArrayList<>();
    add("where", where == null ? null : where.words(), parts);
    add("why", cause.why(), parts);
    add("what", cause.what(), parts);
    fills.words().forEach(holders -> add("fills", holders, parts));
    add("trend", trend, parts);
    add("fits", cause.fits(), parts);
    actions.forEach(action -> add("do", action, parts));
    return parts;
  }

  private static void add(String kind, @Nullable String words, List<Note> to) {
    if (words != null) {
      to.add(new Note(kind, words));
    }
  }

  /** Where and why in one line: the cause of a list's row. */
  public String headline() {
    if (cause.why() != null) {
      return cause.why();
    }
    return where == null ? verdict.words() : where.words();
  }
}
