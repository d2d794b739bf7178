package io.tidemark.analysis.memory;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.OptBoolean;
import io.tidemark.analysis.state.Stored;
import io.tidemark.model.event.FailedAllocation;
import org.jspecify.annotations.Nullable;

/**
 * Decides by the lines behind an allocation that failed what became of its run.
 *
 * <pre>
 *   refused ─ the run goes on, or says that it caught it ──▶ survived
 *           ─ the process or what it ran ends badly,
 *             or an exception is the last of it ───────────▶ failed
 *           ─ the log ends, or says nothing of the run ────▶ open, which counts as failed
 *   open ──── the run goes on ─────────────────────────────▶ survived
 *   thrown ── the run goes on for two steps, or says so ───▶ survived
 * </pre>
 */
@Stored
final class Aftermath {

  /** A failure, as the next lines may still decide it. */
  private enum State {
    DECIDED,
    /** Refused by a program that says that it goes on: only a bad end makes it a failure. */
    DECLINED,
    /** Refused by a runtime that threw, whoever catches. */
    REFUSED,
    /** The same, and no line behind it said anything of the run. */
    OPEN,
    /** A failure whose text was shown; the program may have caught it all the same. */
    THROWN
  }

  /** A consequence for the failures of a run. */
  enum Verdict {
    NOTHING,
    /** The refused allocation ended the run. */
    FAILED,
    /** The run went on behind a refused allocation. */
    SURVIVED,
    /** The run went on behind what had counted as failures. */
    TAKEN_BACK
  }

  /** Steps behind a failure until the run goes on: other workers may finish theirs. */
  private static final int STEPS = 2;

  /** Lines behind a refused allocation until the log says nothing of its run. */
  private static final int SILENT = 256;

  /** Lines behind an error that are of its text, or of the end of its process. */
  private static final int MOST_BEHIND_ERROR = 8;

  /** Lines behind a failure that are asked. */
  private static final int MOST = 1_024;

  private State state = State.DECIDED;
  private @Nullable FailedAllocation refused;
  private int failures;
  private int steps;
  private long lines;

  /**
   * Lines behind what was declined up to which the log must end for the error of a traceback to be
   * its last word; 0 for no such error, or for progress behind it.
   */
  @JsonProperty(isRequired = OptBoolean.FALSE)
  private long raisedUntil;

  /** Whether lines may decide something. */
  boolean waits() {
    return state != State.DECIDED && lines <= MOST;
  }

  /** Whether the log says nothing of the run behind its newest failure. */
  boolean isOpen() {
    return state == State.OPEN;
  }

  /** Whether the newest refused allocation is not yet decided, within so many lines behind it. */
  boolean isRefused(long within) {
    return state == State.REFUSED && lines <= within;
  }

  /** Whether something is to be decided, within so many lines behind it. */
  boolean isWithin(long most) {
    return state != State.DECIDED && lines <= most;
  }

  /** The refused allocation that is to be decided; {@code null} for none. */
  @Nullable FailedAllocation refused() {
    return refused;
  }

  /**
   * Whether a text repeats the refused allocation that counts as a failure since its run ended
   * badly or is silent.
   */
  boolean repeats(FailedAllocation text) {
    return refused != null
        && (state == State.DECIDED || state == State.OPEN)
        && refused.repeats(text);
  }

  /** Whether the refused allocation is not decided, and this text repeats it. */
  boolean waitsFor(FailedAllocation text) {
    return refused != null
        && (state == State.REFUSED || state == State.DECLINED)
        && refused.repeats(text);
  }

  /** Number of the newest failures that the run may survive. */
  int failures() {
    return failures;
  }

  /** An allocation was refused. */
  void refused(FailedAllocation allocation, boolean goesOn) {
    if (goesOn && state == State.REFUSED) {
      return;
    }
    begin(goesOn ? State.DECLINED : State.REFUSED);
    refused = allocation;
  }

  /** An allocation failed, as an exception's text or a message says. */
  void thrown() {
    begin(State.THROWN);
    failures++;
  }

  private void begin(State next) {
    state = next;
    refused = null;
    steps = 0;
    lines = 0;
    raisedUntil = 0;
  }

  /** The refused allocation is none of its own; failures before it may be survived as before. */
  void withdrawn() {
    begin(failures > 0 ? State.THROWN : State.DECIDED);
  }

  /** Decided by something else than a line behind it. */
  void decided() {
    begin(State.DECIDED);
    failures = 0;
  }

  /** A line says nothing of the run. */
  Verdict passed() {
    lines++;
    if (lines > MOST && state != State.OPEN) {
      decided();
    }
    return lines > SILENT ? silent() : Verdict.NOTHING;
  }

  /** A traceback of the run ends in an error. */
  void raised() {
    raisedUntil = state == State.DECLINED ? lines + MOST_BEHIND_ERROR : 0;
  }

  /** The log ends, or rests. */
  Verdict silent() {
    boolean raised = lines < raisedUntil;
    if (state != State.REFUSED && !raised) {
      return Verdict.NOTHING;
    }
    state = raised ? State.THROWN : State.OPEN;
    raisedUntil = 0;
    failures++;
    return Verdict.FAILED;
  }

  /** The process ended badly, or what it ran. */
  Verdict ended() {
    boolean fails = state == State.REFUSED || state == State.DECLINED;
    FailedAllocation last = refused;
    decided();
    refused = last;
    return fails ? Verdict.FAILED : Verdict.NOTHING;
  }

  /** A step, an answer or a figure of the run. */
  Verdict progressed(boolean isStep) {
    raisedUntil = 0;
    if (state == State.THROWN) {
      steps += isStep ? 1 : 0;
      return steps < STEPS ? Verdict.NOTHING : Verdict.TAKEN_BACK;
    }
    if (state == State.DECLINED && isStep && ++steps == STEPS) {
      decided();
    }
    return caught();
  }

  /** The program says that it goes on all the same. */
  Verdict caught() {
    return switch (state) {
      case REFUSED -> Verdict.SURVIVED;
      case OPEN, THROWN -> Verdict.TAKEN_BACK;
      case DECIDED, DECLINED -> Verdict.NOTHING;
    };
  }
}
