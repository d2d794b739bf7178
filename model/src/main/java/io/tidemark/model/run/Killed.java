package io.tidemark.model.run;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.tidemark.model.ByteSize;
import io.tidemark.model.log.LogPosition;
import org.jspecify.annotations.Nullable;

/**
 * The end of a run's process by a signal that no process can catch.
 *
 * @param at the first line that says so
 * @param by the killer, e.g. {@code the kernel}, or {@code the kernel, at the limit of the job,};
 *     {@code null} if the log names none
 * @param process name or number of what was killed; {@code null} if the log does not say
 * @param pid number of the process; {@code null} if the log does not say
 * @param residentBytes host memory that it held; {@code null} if the log does not say
 * @param time when it was killed, as the log prints it; {@code null} if the line has no time
 */
public record Killed(
    @JsonUnwrapped LogPosition at,
    @Nullable String by,
    @Nullable String process,
    @Nullable Long pid,
    @Nullable Long residentBytes,
    @Nullable String time) {

  /** Adds what another line of the same end states beside it. */
  public Killed and(Killed more) {
    // A name and the figures beside it are of one line, which is the one that names the killer.
    boolean better = by == null && more.by != null;
    Killed first = better ? more : this;
    Killed other = better ? this : more;
    boolean same = first.pid == null || other.pid == null || first.pid.equals(other.pid);
    return new Killed(
        at,
        first.by,
        first.process == null && same ? other.process : first.process,
        first.pid == null ? other.pid : first.pid,
        first.residentBytes == null && same ? other.residentBytes : first.residentBytes,
        first.time == null ? other.time : first.time);
  }

  public String sentence() {
    String when = time == null ? "" : " (" + time + ")";
    if (by == null) {
      return "killed%s%s: by whom the log does not say".formatted(named(": "), when);
    }
    String held = residentBytes == null ? "" : ", which held " + ByteSize.text(residentBytes);
    String whom = named(" ");
    return "%s killed%s%s%s%s"
        .formatted(
            by,
            whom.isEmpty() ? " the process" : whom,
            held,
            when,
            isAtLimit() ? "" : ": host memory was full");
  }

  /** Whether the memory of a job, a container or a cgroup was full, and not that of the host. */
  @JsonIgnore
  public boolean isAtLimit() {
    return by != null && by.contains(" at the limit of ");
  }

  private String named(String before) {
    String number = pid == null ? "" : "process " + pid;
    return process == null
        ? (pid == null ? "" : before + number)
        : before + process + (pid == null ? "" : " (%s)".formatted(number));
  }
}
