package io.tidemark.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.run.Killed;
import io.tidemark.model.run.RunFailures;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A log that says that its program was killed ends so, unless its program goes on. */
class KilledTest {

  private static final String STEP = "step 41 loss 2.25\n";
  private static final String KERNEL =
      "[  812.250001] Out of memory: Killed process 4242 (trainer) total-vm:9000000kB,"
          + " anon-rss:2097152kB, file-rss:10kB, shmem-rss:0kB\n";

  /** The whole log, and the same line by line with a restart after each. */
  private static LogRun ended(String log) {
    LogRun whole = LogRun.of(log);
    whole.end();
    LogRun lines = LogRun.lineByLine(log);
    lines.end();
    assertThat(lines.status().failures()).isEqualTo(whole.status().failures());
    assertThat(lines.alerts).isEqualTo(whole.alerts);
    return whole;
  }

  private static Killed killed(String log) {
    return ended(log).status().failures().killed();
  }

  @Test
  void theKernelsLineSaysWhatItKilledAndWhen() {
    LogRun run =
        ended(STEP + KERNEL + "[  812.500000] oom_reaper: reaped process 4242 (trainer)\n");
    assertThat(run.status().failures().killed())
        .returns("the kernel", Killed::by)
        .returns("trainer", Killed::process)
        .returns(4242L, Killed::pid)
        .returns(2L << 30, Killed::residentBytes)
        .returns("[  812.250001]", Killed::time)
        .returns(
            "the kernel killed trainer (process 4242), which held 2.00 GiB ([  812.250001]): host memory was full",
            Killed::sentence);
    assertThat(run.status().failures().refused()).isNull();
    assertThat(run.alerts.keySet()).containsExactly("log#1   KILLED");
  }

  @Test
  void linesOfOneEndAreOne() {
    Killed killed = killed(STEP + "Killed\n" + KERNEL + "srun: error: n1: task 0: Out Of Memory\n");
    assertThat(killed)
        .returns("the kernel", Killed::by)
        .returns(4242L, Killed::pid)
        .returns((long) STEP.length(), one -> one.at().offset());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      ignoreLeadingAndTrailingWhitespace = false,
      value = {
        "slurmstepd: error: Detected 3 oom_kill events in StepId=9.0.|the kernel, at the limit of the job, killed the process",
        "Mar 02 10:01:12 n1 systemd[1]: train.service: Failed with result 'oom-kill'.|the kernel killed train.service (Mar 02 10:01:12): host memory was full",
        "      Reason:       OOMKilled|the kernel, at the limit of the container, killed the process",
        "trainer-0   0/1     OOMKilled   2          5m|the kernel, at the limit of the container, killed trainer-0",
        "[77.000001] oom-kill:constraint=CONSTRAINT_MEMCG,nodemask=(null),cpuset=/,mems_allowed=0,task=python,pid=7,uid=0|the kernel, at the limit of its cgroup, killed python (process 7) ([77.000001])",
        "[77.000001] oom-kill:constraint=CONSTRAINT_NONE,nodemask=(null),cpuset=/,mems_allowed=0,task=python,pid=7,uid=0|the kernel killed python (process 7) ([77.000001]): host memory was full",
        "[77.000001] Memory cgroup out of memory: Killed process 7 (python)|the kernel, at the limit of its cgroup, killed python (process 7) ([77.000001])",
        "make: *** [Makefile:3: train] Killed|killed: Makefile:3: train: by whom the log does not say",
        "(raylet) [2025-08-25 10:00:02,241 E 11 11] (raylet) node_manager.cc:3064: 2 Workers (tasks / actors) killed due to memory pressure (OOM), 0 Workers crashed|Ray killed the process (2025-08-25 10:00:02,241): host memory was full",
      })
  void whoKilledIsSaidWhereTheLogDoes(String line, String sentence) {
    LogRun run = ended(STEP + line + "\n");
    assertThat(run.status().failures().killed())
        .returns(sentence, Killed::sentence)
        .returns((long) STEP.length(), end -> end.at().offset());
    assertThat(run.status().failures().count()).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "x exited with code 137 lines of output",
        "server exited with code 137 bytes",
        "Process finished with exit code 137 lines"
      })
  void aNumberOfThingsIsNoExitCode(String line) {
    assertThat(ended(STEP + line + "\n").status().failures().killed()).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Killed",
        "trainer-0  | Killed",
        "run.sh: line 7: 4242 Killed                  python train.py",
        "tidemark: the program ended with exit code 137",
        "##[error]Process completed with exit code 137.",
        "make: *** [Makefile:3: train] Error 137",
        "  traceback : Signal 9 (SIGKILL) received by PID 4242",
      })
  void aSignalAloneDoesNotSayWhoSentIt(String line) {
    LogRun run = ended(STEP + line + "\n");
    assertThat(run.status().failures().killed()).returns(null, Killed::by);
    assertThat(run.status().failures().killed().sentence())
        .startsWith("killed")
        .endsWith(": by whom the log does not say");
    assertThat(run.alerts.keySet()).containsExactly("log#1   KILLED");
  }

  @ParameterizedTest
  @ValueSource(strings = {KERNEL, "Killed\n"})
  void aRunThatGoesOnWasNotKilled(String line) {
    LogRun run = ended(STEP + line + "loading\n" + STEP);
    assertThat(run.status().failures().killed()).isNull();
    assertThat(run.status().failures().hints())
        .singleElement()
        .asString()
        .contains("killed")
        .endsWith("; the run went on: step 41 loss 2.25");
    assertThat(run.alerts.get("log#1   KILLED").active()).isFalse();
  }

  @Test
  void aReportOfTheEndIsNoProgress() {
    assertThat(killed(KERNEL + "RuntimeError: rank 3 failed at step 41\n"))
        .returns("the kernel", Killed::by)
        .returns(4242L, Killed::pid);
  }

  @Test
  void manyLinesBehindABareSignalRefuteIt() {
    assertThat(killed("Killed\n" + "copied\n".repeat(256))).returns(null, Killed::by);
    assertThat(killed("Killed\n" + "copied\n".repeat(257))).isNull();
  }

  @Test
  void veryManyLinesBehindANamedKillerRefuteIt() {
    assertThat(LogRun.of(KERNEL + "copied\n".repeat(4_096)).status().failures().killed())
        .returns(4242L, Killed::pid);
    assertThat(LogRun.of(KERNEL + "copied\n".repeat(4_097)).status().failures())
        .returns(null, RunFailures::killed)
        .extracting(failures -> failures.hints().get(0))
        .asString()
        .endsWith("; the run went on: 4096 lines follow");
  }

  @ParameterizedTest
  @ValueSource(strings = {"room 3", "skill 0.5", "terrors", "failover ok", "toxic exits_total 2"})
  void aWordThatHoldsAFaultIsNone(String word) {
    assertThat(killed(KERNEL + "step 42 loss 2.25 " + word + "\n")).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ValueError",
        "rank 3 FAILED",
        "failures: 2",
        "SIGKILL",
        "killed",
        "oom_kill",
        "OOM",
        "exit_code=1",
        "exitcode: 1",
        "signal 9",
        "Aborted",
        "CudaException"
      })
  void aStepBesideAFaultIsNoProgress(String fault) {
    assertThat(killed(KERNEL + fault + " at step 41\n")).returns(4242L, Killed::pid);
  }

  @ParameterizedTest
  @CsvSource({
    "slurmstepd: error: *** STEP 7.0 ON n[1-2] CANCELLED AT 2026-01-05T08:00:00 ***, srun: error: n1: task 0: Killed",
    "slurmstepd: error: *** JOB 7 ON n1 CANCELLED AT 2026-01-05T08:00:00 DUE TO TIME LIMIT ***, Killed",
    "##[error]The operation was canceled., ##[error]Process completed with exit code 137.",
  })
  void aKillBehindACancelOfTheJobIsAHint(String cancel, String line) {
    LogRun run = ended(STEP + cancel + "\nwaiting\n" + line + "\n");
    assertThat(run.status().failures().killed()).isNull();
    assertThat(run.status().failures().hints())
        .containsExactly("killed: by whom the log does not say; the job was cancelled before");
    assertThat(run.alerts).isEmpty();
  }

  @Test
  void aCancelExplainsNeitherANamedKillerNorAKillBeforeIt() {
    String cancel = "slurmstepd: error: *** JOB 7 ON n1 CANCELLED AT 2026-01-05T08:00:00 ***\n";
    assertThat(killed(STEP + cancel + KERNEL)).returns("the kernel", Killed::by);
    assertThat(killed(STEP + "Killed\n" + cancel + "Killed\n")).isNotNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "the answer was: \"Out of memory: Killed process 7 (a) total-vm:1kB, anon-rss:1kB, file-rss:0kB\"",
        "> Killed",
        "    Killed",
        "Killed 3 stale workers",
        "worker 3 was Killed",
        "Process completed with exit code 13.",
        "Process completed with exit code 1.",
        "tidemark: the program ended with exit code 1",
        "why does it say exited with exit code 137",
        "The log reads Signal 9 (SIGKILL) received by PID 14750",
        "      \"OOMKilled\": false,",
      })
  void whatOnlyMentionsAKillIsNone(String line) {
    assertThat(killed(STEP + line + "\n")).isNull();
  }
}
