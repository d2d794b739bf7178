package io.tidemark.analysis.memory;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.OptBoolean;
import io.tidemark.analysis.line.Bytes;
import io.tidemark.analysis.state.Stored;
import io.tidemark.model.event.FailedAllocation;
import io.tidemark.model.event.FailedTensor;
import io.tidemark.model.event.MemoryEvent.OutOfMemory;
import io.tidemark.model.run.Killed;
import io.tidemark.model.run.Refusals;
import io.tidemark.model.run.RunFailures;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The failed allocations of a run: their count and the newest ones, those after which the run went
 * on, and the first one that a quoted line claims.
 */
@Stored
public final class Failures {

  /** Limit of lines behind a kill of which the log does not say by whom. */
  private static final int MOST_BEHIND = 256;

  /** That limit where the log names the killer; reports of an end have fewer lines. */
  private static final int MOST_BEHIND_NAMED = 4_096;

  /** Lines behind a failure that may name its owner, such as a backtrace. */
  private static final int OWNED_WITHIN = 32;

  private static final int MOST_OF_A_LINE = 512;

  private final List<OutOfMemory> newest = new ArrayList<>();
  private long count;
  private @Nullable FailedAllocation quoted;

  /** Distinct refusals, the newest last. */
  private final List<RefusedAllocations.Refused> refused = new ArrayList<>();

  private long refusals;

  private final transient RefusedAllocations refusedOnes = new RefusedAllocations(refused);

  /** Their public record, until they change. */
  private transient @Nullable Refusals publishedRefusals;

  /** The line that shows that the run went on behind the newest refusal that is decided. */
  @JsonProperty(isRequired = OptBoolean.FALSE)
  private @Nullable String proof;

  @JsonProperty(isRequired = OptBoolean.FALSE)
  private final Aftermath aftermath = new Aftermath();

  /** Those that were taken back since the last question. */
  private final transient List<FailedAllocation> survived = new ArrayList<>();

  @JsonProperty(isRequired = OptBoolean.FALSE)
  private @Nullable Killed killed;

  /** Number of lines behind the newest line that says so. */
  @JsonProperty(isRequired = OptBoolean.FALSE)
  private long behindKill;

  @JsonProperty(isRequired = OptBoolean.FALSE)
  private boolean cancelled;

  private transient boolean turned;

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
    aftermath.decided();
    turned = true;
  }

  /** Records that the job was cancelled: a later kill that names no killer is no failure. */
  void cancel() {
    cancelled = true;
  }

  /** The kill that ended the run, as far as is known; {@code null} for none. */
  public @Nullable Killed killed() {
    return killed;
  }

  private void notKilled(String proof) {
    if (killed != null) {
      hint(killed.sentence() + "; the run went on: " + proof);
      killed = null;
      turned = true;
    }
  }

  /** Whether the next lines may decide something. */
  public boolean waits() {
    return killed != null || aftermath.waits();
  }

  /** Whether the newest refused allocation is not decided, within so many lines behind it. */
  public boolean isRefused(long within) {
    return aftermath.isRefused(within);
  }

  /**
   * Records progress of the run behind what failed.
   *
   * @param proof the line that shows it
   * @param isStep whether the line counts steps; other figures may be a report of the failure
   */
  public void wentOn(String proof, boolean isStep) {
    notKilled(proof);
    decide(aftermath.progressed(isStep), proof);
  }

  /** Records that a traceback of the run ends in an error. */
  public void raised() {
    aftermath.raised();
  }

  /** Records that the program says that it goes on without what was refused. */
  public void caught(String proof) {
    decide(aftermath.caught(), proof);
  }

  private void decide(Aftermath.Verdict verdict, String proof) {
    if (verdict == Aftermath.Verdict.TAKEN_BACK) {
      int last = Math.min(aftermath.failures(), newest.size());
      List<OutOfMemory> back = newest.subList(newest.size() - last, newest.size());
      for (OutOfMemory one : back) {
        refuse(one.allocation(), one.timeMillis());
        survived.add(one.allocation());
      }
      count -= aftermath.failures();
      back.clear();
      turned = true;
    }
    if (verdict != Aftermath.Verdict.NOTHING) {
      this.proof = proof;
      publishedRefusals = null;
      aftermath.decided();
    }
  }

  /** Whether a failure of this memory is left. */
  public boolean failed(String device, String memory) {
    return newest.stream()
        .anyMatch(one -> one.device().equals(device) && one.memory().equals(memory));
  }

  /** Returns the failures that turned out to be survived since the last call. */
  public List<FailedAllocation> drainSurvived() {
    List<FailedAllocation> answer = List.copyOf(survived);
    survived.clear();
    return answer;
  }

  /** Returns whether lines behind may decide something new, or did, since the last call. */
  public boolean drainTurned() {
    boolean answer = turned;
    turned = false;
    return answer;
  }

  /** The newest failure is that of an exception's text or a message. */
  void thrown() {
    aftermath.thrown();
    turned = true;
  }

  /** Counts a line behind what failed that says nothing of the run. */
  @Nullable OutOfMemory pass(long offset) {
    if (killed != null && ++behindKill > mostBehindKill()) {
      notKilled(mostBehindKill() + " lines follow");
    }
    return failed(aftermath.passed(), offset);
  }

  private int mostBehindKill() {
    return killed == null || killed.by() == null ? MOST_BEHIND : MOST_BEHIND_NAMED;
  }

  /**
   * Counts a failed allocation after which the run may go on.
   *
   * @param goesOn whether its program says that it goes on
   */
  void refuse(FailedAllocation allocation, long millis, boolean goesOn) {
    refuse(allocation, millis);
    aftermath.refused(allocation, goesOn);
    turned = true;
  }

  private void refuse(FailedAllocation allocation, long millis) {
    refusals++;
    proof = null;
    publishedRefusals = null;
    refusedOnes.add(allocation, millis);
  }

  /**
   * Takes the newest refusal like this one from the count. Returns it as a failure, which is known
   * at this offset; {@code null} for none.
   */
  @Nullable OutOfMemory end(FailedAllocation like, long offset) {
    OutOfMemory failure = refusedOnes.end(like, offset);
    refusals -= failure == null ? 0 : 1;
    publishedRefusals = null;
    return failure;
  }

  /** Whether the run failed, or an allocation was refused shortly before, whoever catches it. */
  public boolean isKnown() {
    return failed() || aftermath.isRefused(OWNED_WITHIN);
  }

  /** Whether a refusal shortly before has no figure, so that a failure now is the same. */
  public boolean lacksFigures() {
    FailedAllocation last = aftermath.refused();
    return last != null && last.isUnsized() && aftermath.isRefused(OWNED_WITHIN);
  }

  /** Takes it back before a failure of the same memory, or if it names none. */
  void withdrawUnsized(FailedAllocation text) {
    FailedAllocation last = aftermath.refused();
    if (last != null && lacksFigures() && last.mayBe(text)) {
      end(last, 0);
      aftermath.withdrawn();
    }
  }

  /** Returns the refused allocation that ended the run badly; {@code null} for none. */
  @Nullable OutOfMemory ended(long offset) {
    return failed(aftermath.ended(), offset);
  }

  /** Returns the refused allocation behind which the log ends or rests; {@code null} for none. */
  @Nullable OutOfMemory silent(long offset) {
    return failed(aftermath.silent(), offset);
  }

  /** Whether the text of a failure decides what was refused just before. */
  boolean isDecided(FailedAllocation text) {
    return aftermath.waitsFor(text);
  }

  /**
   * Returns the refused allocation that ended the run before its exception's text was read; {@code
   * null} for none.
   */
  public @Nullable FailedAllocation endedBefore(FailedAllocation text) {
    return aftermath.repeats(text) ? aftermath.refused() : null;
  }

  private @Nullable OutOfMemory failed(Aftermath.Verdict verdict, long offset) {
    FailedAllocation last = aftermath.refused();
    return verdict == Aftermath.Verdict.FAILED && last != null ? end(last, offset) : null;
  }

  /** Reads a line shortly behind the newest failure: it may name the owner of the request. */
  public void owned(FrameOwners owners, byte[] bytes, int start, int end) {
    if (aftermath.isWithin(OWNED_WITHIN)) {
      advise(owners.ofLine(Bytes.text(bytes, start, Math.min(end, start + MOST_OF_A_LINE))));
    }
  }

  /** Adds advice to the newest failure, or refusal that is to be decided, without any. */
  void advise(@Nullable String words) {
    if (words != null && aftermath.refused() != null) {
      refusedOnes.advise(words);
      publishedRefusals = null;
    } else if (words != null) {
      amend(one -> true, one -> one.advice() == null ? one.advised(words) : one);
    }
  }

  /** Adds the op of a failure that a later line states. */
  public void amend(FailedAllocation failure, String op) {
    amend(
        one -> one.allocation().advised(null).equals(failure.advised(null)),
        one -> one.during() == null ? one.during(op) : one);
  }

  /** Adds the op and the place that a repetition of the newest failure like it states. */
  void repeated(FailedAllocation again) {
    // No lambda, for speed: layers repeat a failure more often than anything else is said of it.
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
    amend(
        one -> {
          Long needed = one.shortage().neededBytes();
          return one.allocation().tensor() == null
              && needed != null
              && needed >= least
              && needed <= most;
        },
        one -> one.of(tensor));
  }

  /** Adds to the newest failure of a kind. */
  private void amend(Predicate<OutOfMemory> kind, UnaryOperator<FailedAllocation> more) {
    for (int i = newest.size() - 1; i >= 0; i--) {
      OutOfMemory one = newest.get(i);
      if (kind.test(one)) {
        newest.set(i, new OutOfMemory(one.at(), more.apply(one.allocation())));
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
        publishedRefusals(),
        hints.isEmpty() ? null : hints,
        killed,
        aftermath.isOpen() ? true : null);
  }

  private @Nullable Refusals publishedRefusals() {
    if (publishedRefusals == null && refusals > 0) {
      publishedRefusals = new Refusals(refusedOnes.published(), refusals, proof);
    }
    return publishedRefusals;
  }
}
