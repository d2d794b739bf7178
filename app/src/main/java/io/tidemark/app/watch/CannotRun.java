package io.tidemark.app.watch;

import io.tidemark.model.TerminalText;

/** Thrown when a program cannot be started. The exit codes are those of a shell. */
public final class CannotRun extends RuntimeException {

  /** The reason, with a shell's exit code. */
  public enum Reason {
    NOT_FOUND(127, "no such program; want one on the PATH or its path"),
    NOT_EXECUTABLE(126, "not an executable file; want one that may be executed (chmod +x)"),
    NOT_STARTED(126, "the system does not start it; want a program for this machine");

    private final int exitCode;
    private final String words;

    Reason(int exitCode, String words) {
      this.exitCode = exitCode;
      this.words = words;
    }
  }

  private final Reason reason;

  CannotRun(String program, Reason reason) {
    super("-- PROGRAM: '%s': %s".formatted(TerminalText.of(program), reason.words));
    this.reason = reason;
  }

  public int exitCode() {
    return reason.exitCode;
  }
}
