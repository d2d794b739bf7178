package io.tidemark.app;

import io.tidemark.app.report.LogFailure;
import io.tidemark.model.TerminalText;
import java.io.PrintStream;

/** Runs a command over its logs one by one: the failure of one log does not end the others. */
final class LogByLog {

  private final PrintStream errors;
  private boolean failed;

  /** What is done with one log. */
  interface Work {
    void run() throws Exception;
  }

  /**
   * A run without a failure so far.
   *
   * @param errors gets one line for each log that failed
   */
  LogByLog(PrintStream errors) {
    this.errors = errors;
  }

  /** Does the work; a failure of the log is printed, anything else that is thrown passes on. */
  void run(String log, Work work) throws Exception {
    try {
      work.run();
    } catch (LogFailure e) {
      failed = true;
      errors.println("tidemark: " + TerminalText.of(log) + ": " + e.getMessage());
    }
  }

  /** 1 when a log failed, else 0. */
  int exitCode() {
    return failed ? 1 : 0;
  }
}
