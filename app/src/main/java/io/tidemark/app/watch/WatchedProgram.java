package io.tidemark.app.watch;

import io.tidemark.analysis.line.Parsed.Sign;
import io.tidemark.app.locale.UserLocale;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
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

  /** Exit codes after SIGINT and SIGTERM. */
  private static final Set<Integer> ENDED_BY_A_USER = Set.of(130, 143);

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
          UserLocale.of(new ProcessBuilder(command))
              .redirectInput(ProcessBuilder.Redirect.INHERIT)
              .start();
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
   * may delay. The log states a bad end in a last line, since an allocation that was refused may
   * have led to it.
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
    if (code != 0 && !ENDED_BY_A_USER.contains(code)) {
      log.add(Sign.BAD_END + code);
    }
    log.close();
    return code;
  }

  /** Copies one output of a program into its log, then to this process's output, until it ends. */
  private static final class OutputPump {

    private static final Logger LOG = LoggerFactory.getLogger(OutputPump.class);
    private static final int BUFFER_BYTES = 1 << 16;

    private final InputStream from;
    private final OutputLog.Lines log;
    private final OutputStream to;
    private final Thread thread;

    /** Start time of the present wait for output; {@code Long.MAX_VALUE} while it does not wait. */
    private volatile long waitingSinceNanos = Long.MAX_VALUE;

    OutputPump(String name, InputStream from, OutputLog.Lines log, OutputStream to) {
      this.from = from;
      this.log = log;
      this.to = to;
      this.thread = new Thread(this::run, name);
      thread.setDaemon(true);
    }

    void start() {
      thread.start();
    }

    private void run() {
      byte[] bytes = new byte[BUFFER_BYTES];
      try (from) {
        int read;
        while ((read = read(bytes)) >= 0) {
          log.write(bytes, read);
          to.write(bytes, 0, read);
          to.flush();
        }
      } catch (IOException e) {
        // Closing the stream gives the program a broken pipe, as without a watch.
        LOG.debug("the output ends", e);
      } finally {
        log.end();
      }
    }

    private int read(byte[] bytes) throws IOException {
      waitingSinceNanos = System.nanoTime();
      int read = from.read(bytes);
      waitingSinceNanos = Long.MAX_VALUE;
      return read;
    }

    /** Waits at most this long for the end of the output; returns whether it has ended. */
    boolean awaitEnd(long millis) throws InterruptedException {
      thread.join(millis);
      return !thread.isAlive();
    }

    /**
     * Whether the program has printed nothing for this long, and all earlier output was passed on.
     */
    boolean silentFor(long millis) {
      long since = waitingSinceNanos;
      return since != Long.MAX_VALUE
          && System.nanoTime() - since >= TimeUnit.MILLISECONDS.toNanos(millis);
    }
  }
}
