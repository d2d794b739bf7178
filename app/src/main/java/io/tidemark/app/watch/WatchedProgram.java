package io.tidemark.app.watch;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A program that runs as it would without a watch. It shares this process's input, and its output
 * is passed on at once and unchanged. The same bytes go into a log.
 *
 * <pre>
 *  program ─ stdout ─▶ our stdout ┐
 *          └ stderr ─▶ our stderr ┴▶ OutputLog, line by line
 * </pre>
 */
public final class WatchedProgram {

  private static final Logger LOG = LoggerFactory.getLogger(WatchedProgram.class);

  /** A process that the program left behind may keep its outputs open. */
  private static final long OUTPUT_MILLIS = 2_000;

  private static final long LOOK_MILLIS = 100;

  private final Process process;
  private final OutputLog log;
  private final List<OutputPump> pumps;

  private WatchedProgram(Process process, OutputLog log, Outputs outputs) {
    this.process = process;
    this.log = log;
    this.pumps =
        List.of(
            new OutputPump("tidemark-stdout", process.getInputStream(), log.lines(), outputs.out()),
            new OutputPump(
                "tidemark-stderr", process.getErrorStream(), log.lines(), outputs.err()));
  }

  /** The streams that a program's output is passed on to. */
  public record Outputs(OutputStream out, OutputStream err) {}

  /**
   * Starts a program without a shell.
   *
   * @param command the program, searched like any other, and its arguments
   * @param file receives its output
   * @throws CannotRun when it cannot be started
   */
  public static WatchedProgram start(List<String> command, Path file, Outputs outputs)
      throws IOException {
    return start(command, new OutputLog(file), outputs);
  }

  static WatchedProgram start(List<String> command, OutputLog log, Outputs outputs)
      throws IOException {
    try {
      Process process =
          new ProcessBuilder(command).redirectInput(ProcessBuilder.Redirect.INHERIT).start();
      WatchedProgram program = new WatchedProgram(process, log, outputs);
      program.pumps.forEach(OutputPump::start);
      return program;
    } catch (IOException e) {
      log.close();
      CannotRun refused = new CannotRun(command.get(0), CannotRun.Reason.NOT_STARTED);
      refused.initCause(e);
      throw refused;
    }
  }

  /** Sends a signal by its name, such as {@code INT}; ignored if the program has ended. */
  public void signal(String name) {
    if (!process.isAlive()) {
      return;
    }
    try {
      new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).inheritIO().start();
    } catch (IOException e) {
      LOG.warn("no kill here: the program is asked to end");
      process.destroy();
    }
  }

  /** Whether the program has ended. */
  public boolean ended() {
    return !process.isAlive();
  }

  /** Waits at most this long; returns whether the program has ended. */
  public boolean awaitEnd(long millis) throws InterruptedException {
    return process.waitFor(millis, TimeUnit.MILLISECONDS);
  }

  /**
   * Waits for the rest of an ended program's output, which a slow reader of this process's output
   * may delay.
   *
   * @param givenUp whether to stop waiting
   * @return its exit code
   */
  public int exitCode(BooleanSupplier givenUp) throws InterruptedException, IOException {
    int code = process.waitFor();
    for (OutputPump pump : pumps) {
      while (!pump.awaitEnd(LOOK_MILLIS)) {
        if (pump.silentFor(OUTPUT_MILLIS) || givenUp.getAsBoolean()) {
          break;
        }
      }
    }
    log.close();
    return code;
  }
}
