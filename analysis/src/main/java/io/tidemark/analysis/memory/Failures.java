package io.tidemark.analysis.memory;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.OptBoolean;
import io.tidemark.analysis.state.Stored;
import io.tidemark.model.event.FailedAllocation;
import io.tidemark.model.event.FailedTensor;
import io.tidemark.model.event.MemoryEvent.OutOfMemory;
import io.tidemark.model.log.LogPosition;
import io.tidemark.model.run.Killed;
import io.tidemark.model.run.Refusals;
import io.tidemark.model.run.RunFailures;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The failed allocations of a run: their count and the newest ones, those after which the run went
 * on, and the first one that a quoted line claims.
 */
@Stored
public final class Failures {

  private final List<OutOfMemory> newest = new ArrayList<>();
  private long count;
  private @Nullable FailedAllocation quoted;

  /** Distinct refusals, the newest last. */
  private final List<Refused> refused = new ArrayList<>();

  private long refusals;

  /**
   * Equal refusals.
   *
   * @param beforeMillis time of the last but one, which is the last if that one ended the run
   */
  private record Refused(
      FailedAllocation allocation,
      long count,
      long firstMillis,
      long beforeMillis,
      long lastMillis) {}

  @JsonProperty(isRequired = OptBoolean.FALSE)
  private @Nullable Killed killed;

  /** Number of lines behind the newest line that says so. */
  @JsonProperty(isRequired = OptBoolean.FALSE)
  private long behindKill;

  @JsonProperty(isRequired = OptBoolean.FALSE)
  private boolean cancelled;

  private transient boolean killTurned;

  /** Distinct warnings that are no failures. */
  private final List<String> hints = new ArrayList<>();

  void add(OutOfMemory event) {
    count++;
    newest.add(event);
    if (newest.size() > RunFailures.MAX_NEWEST) {
      newest.remove(0);
    }
  }

  void hint(String words) {
    if (!hints.contains(words) && hints.size() < RunFailures.MAX_NEWEST) {
      hints.add(words);
    }
  }

  /** Remembers a failed allocation of a quoted line, which is none of this run. */
  public void quote(FailedAllocation allocation) {
    quoted = quoted == null ? allocation : quoted;
  }

  /** Records that the process was killed; several lines may say so of one end. */
  void kill(Killed kill) {
    if (cancelled && killed == null && kill.by() == null) {
      hint(kill.sentence() + "; the job was cancelled before");
      return;
    }
    killed = killed == null ? kill : killed.and(kill);
    behindKill = 0;
    killTurned = true;
  }

  /** Records that the job was cancelled: a later kill that names no killer is no failure. */
  void cancel() {
    cancelled = true;
  }

  /** The kill that ended the run, as far as is known; {@code null} for none. */
  public @Nullable Killed killed() {
    return killed;
  }

  /** Counts a line behind the kill; returns their number. */
  public long passBehindKill() {
    return ++behindKill;
  }

  /**
   * Takes the kill back, since the run goes on: another process was killed, or none.
   *
   * @param proof the line that shows it
   */
  public void wentOn(String proof) {
    if (killed != null) {
      hint(killed.sentence() + "; the run went on: " + proof);
      killed = null;
      killTurned = true;
    }
  }

  /** Returns whether {@link #killed} changed since the last call. */
  public boolean drainKillTurned() {
    boolean answer = killTurned;
    killTurned = false;
    return answer;
  }

  /** Counts a failed allocation after which the run may go on. */
  void refuse(FailedAllocation allocation, long millis) {
    refusals++;
    Refused known = newest(allocation, false);
    refused.removeIf(one -> one.equals(known));
    refused.add(
        known == null
            ? new Refused(allocation, 1, millis, millis, millis)
            : new Refused(
                allocation, known.count + 1, known.firstMillis, known.lastMillis, millis));
    if (refused.size() > RunFailures.MAX_NEWEST) {
      refused.remove(0);
    }
  }

  private @Nullable Refused newest(FailedAllocation allocation, boolean alike) {
    for (int i = refused.size() - 1; i >= 0; i--) {
      FailedAllocation one = refused.get(i).allocation;
      // The same request at several places is one.
      boolean equal = one.of(null).equals(allocation.of(null));
      if (alike ? one.repeats(allocation) : equal) {
        return refused.get(i);
      }
    }
    return null;
  }

  /**
   * Takes the newest refusal like this one from the count. Returns it as a failure, which is known
   * at this offset; {@code null} for none.
   */
  @Nullable OutOfMemory end(FailedAllocation like, long offset) {
    Refused known = newest(like, true);
    if (known == null) {
      return null;
    }
    refusals--;
    int at = refused.indexOf(known);
    if (known.count == 1) {
      refused.remove(at);
    } else {
      long before = known.beforeMillis;
      refused.set(
          at, new Refused(known.allocation, known.count - 1, known.firstMillis, before, before));
    }
    return new OutOfMemory(new LogPosition(offset, known.lastMillis), known.allocation);
  }

  /** Adds the op of a failure that a later line states. */
  public void amend(FailedAllocation failure, String op) {
    for (int i = newest.size() - 1; i >= 0; i--) {
      OutOfMemory one = newest.get(i);
      if (one.allocation().equals(failure)) {
        if (one.during() == null) {
          newest.set(i, new OutOfMemory(one.at(), failure.during(op)));
        }
        return;
      }
    }
  }

  /** Adds the op and the place that a repetition of the newest failure like it states. */
  void repeated(FailedAllocation again) {
    for (int i = newest.size() - 1; i >= 0; i--) {
      OutOfMemory one = newest.get(i);
      if (one.allocation().repeats(again)) {
        newest.set(i, new OutOfMemory(one.at(), one.allocation().withMoreOf(again)));
        return;
      }
    }
  }

  /** Adds the tensor of the newest failure without one whose request has a size in this range. */
  void name(FailedTensor tensor, long least, long most) {
    for (int i = newest.size() - 1; i >= 0; i--) {
      OutOfMemory one = newest.get(i);
      Long needed = one.shortage().neededBytes();
      if (one.allocation().tensor() == null
          && needed != null
          && needed >= least
          && needed <= most) {
        newest.set(i, new OutOfMemory(one.at(), one.allocation().of(tensor)));
        return;
      }
    }
  }

  /** Whether an allocation failed or the process was killed, so that the run is over. */
  public boolean failed() {
    return count > 0 || killed != null;
  }

  /** Whether any allocation failed or was refused, or the process was killed. */
  public boolean any() {
    return failed() || refusals > 0;
  }

  /** Their public record. */
  public RunFailures published() {
    return new RunFailures(
        newest,
        count,
        any() ? null : quoted,
        refusals == 0
            ? null
            : new Refusals(
                refused.stream()
                    .map(
                        one ->
                            new Refusals.Refused(
                                one.allocation, one.count, one.firstMillis, one.lastMillis))
                    .toList(),
                refusals),
        hints.isEmpty() ? null : hints,
        killed);
  }
}
