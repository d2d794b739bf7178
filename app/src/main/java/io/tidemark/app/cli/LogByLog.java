package io.tidemark.app.cli;

import io.tidemark.app.logfile.LogFailure;
import io.tidemark.app.logfile.Progress;
import io.tidemark.model.TerminalText;
import java.io.PrintStream;

/** Runs a command over its logs one by one: the failure of one log does not end the others. */
final class LogByLog {

  private final PrintStream errors;
  private final Progress progress;
  private int exitCode;

  interface Work {
    void run() throws Exception;
  }

  /**
   * @param errors gets one line for each log that failed
   * @param progress of the reading
   */
  LogByLog(PrintStream errors, Progress progress) {
    this.errors = errors;
    this.progress = progress;
  }

  /** Those of a command: errors and progress go to standard error. */
  static LogByLog onStandardError() {
    return new LogByLog(System.err, Progress.onTerminal());
  }

  /** Cleared before a line about a log. */
  Progress progress() {
    return progress;
  }

  /** Runs the work; prints a failure of the log, passes any other exception on. */
  void run(String log, Work work) throws Exception {
    try {
      work.run();
    } catch (LogFailure e) {
      exitCode = e.isEmpty() && exitCode != 1 ? ReportCommand.NO_FIGURE : 1;
      progress.clear();
      errors.println("tidemark: " + TerminalText.of(log) + ": " + e.getMessage());
    }
  }

  /** Prints a line about a log that did not fail. */
  void say(String line) {
    progress.clear();
    errors.println(TerminalText.of(line));
  }

  /** 1 when a log failed, 4 when one that was compared is empty, else 0. */
  int exitCode() {
    return exitCode;
  }
}
