package io.tidemark.app.compare;

import io.tidemark.model.Counted;
import io.tidemark.model.log.RunId;
import io.tidemark.model.run.RunStatus;
import io.tidemark.sink.answer.Answer;
import io.tidemark.sink.answer.Answers;
import io.tidemark.sink.verdict.RunState;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Whether the later of two runs is in a trouble that the earlier one is not in: it failed, does not
 * fit, or was refused an allocation. It needs no memory line on either side.
 *
 * @param failed runs before the later one, in its log, that ran out of memory: they are not judged
 */
public record Gate(
    String beforeName, Answer before, String afterName, Answer after, List<RunId> failed) {

  /** The state of a log at rest does not depend on a clock. */
  private static final long AT_REST = 0;

  public static Gate of(Side before, Side after) {
    boolean same = before.log().equals(after.log());
    List<RunId> failed =
        after.board().runs().entrySet().stream()
            .filter(run -> run.getKey().source().equals(after.run().source()))
            .filter(run -> run.getKey().number() < after.run().number())
            .filter(run -> !same || !run.getKey().equals(before.run()))
            .filter(run -> !run.getValue().failures().newest().isEmpty())
            .map(Map.Entry::getKey)
            .toList();
    return new Gate(before.name(), answer(before), after.name(), answer(after), failed);
  }

  static Answer answer(Side side) {
    RunStatus status = Objects.requireNonNull(side.board().runs().get(side.run()));
    return Answers.of(side.board(), side.run(), status, AT_REST);
  }

  /** Whether one of the runs was in trouble, or the later one says something about memory. */
  public boolean isAnswered() {
    return before.verdict().state().trouble() + after.verdict().state().trouble() > 0
        || after.where() != null;
  }

  public boolean isWorse() {
    return after.verdict().state().trouble() > before.verdict().state().trouble();
  }

  public boolean isBetter() {
    return after.verdict().state().trouble() < before.verdict().state().trouble();
  }

  /** The outcome in words, with what happened in the later log before. */
  public String sentence() {
    return failed.isEmpty()
        ? outcome()
        : "%s; before it, %s of this log ran out of memory"
            .formatted(
                outcome(),
                failed.size() == 1
                    ? "run #" + failed.get(0).number()
                    : Counted.text(failed.size(), "run"));
  }

  private String outcome() {
    boolean lost =
        after.verdict().state() == RunState.ENDED
            && after.where() == null
            && before.where() != null;
    String now =
        "%s: %s%s"
            .formatted(afterName, after.verdict().words(), lost ? ", but states no memory" : "");
    String then = "%s: %s".formatted(beforeName, before.verdict().words());
    if (isWorse()) {
      // A failure may state more than the last snapshot, whose peak is compared.
      String where =
          after.where() == null || after.cause().why() == null ? "" : after.where().words() + "; ";
      return "%s, %s; %s%s".formatted(now, then, where, after.headline());
    }
    if (isBetter()) {
      return "%s, no longer: %s".formatted(now, before.verdict().words());
    }
    return now.substring(afterName.length()).equals(then.substring(beforeName.length()))
        ? "%s, as %s".formatted(now, beforeName)
        : "%s, %s".formatted(now, then);
  }
}
