package io.tidemark.app.cli;

import io.tidemark.analysis.run.Settings;
import io.tidemark.app.fault.FaultSentences;
import io.tidemark.app.logfile.LogAtRest;
import io.tidemark.app.notify.Notifier;
import io.tidemark.app.pipeline.AllInOne;
import io.tidemark.app.pipeline.Delivery;
import io.tidemark.app.report.Report;
import io.tidemark.app.report.ReportParent;
import io.tidemark.app.summary.Summary;
import io.tidemark.app.watch.ProgramSearch;
import io.tidemark.app.watch.Signals;
import io.tidemark.app.watch.WatchedProgram;
import io.tidemark.model.Refusal;
import io.tidemark.model.TerminalText;
import io.tidemark.model.log.SliceOrigin;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.apache.kafka.common.utils.Utils;
import org.jspecify.annotations.Nullable;

/**
 * A program whose output is watched: {@code watch -- PROGRAM ARGS}. Its output goes through a file
 * in a temporary folder, so that it never waits for the analysis.
 */
final class ProgramToWatch implements AutoCloseable {

  private static final String DELIMITER = "--";
  private static final DateTimeFormatter STAMP = DateTimeFormatter.ofPattern("yyyyMMdd_HHmmss_SSS");
  private static final long LOOK_MILLIS = 200;

  /** Signals that a terminal sends to all of its foreground processes. */
  private static final Set<String> OF_A_TERMINAL = Set.of("INT", "HUP");

  private final List<String> command;
  private final Path folder;
  private final String name;
  private final LocalDateTime started = LocalDateTime.now(ZoneId.systemDefault());

  private boolean failed;
  private OptionalInt ended = OptionalInt.empty();

  private ProgramToWatch(List<String> command, Path folder) {
    this.command = List.copyOf(command);
    this.folder = folder;
    Path program = Path.of(command.get(0)).getFileName();
    this.name = program == null ? "program" : program.toString();
  }

  /** The program after {@code --} in the arguments of a command line; {@code null} without one. */
  static @Nullable ProgramToWatch of(List<String> arguments, int positional) throws IOException {
    int delimiter = arguments.indexOf(DELIMITER);
    if (delimiter < 0) {
      return null;
    }
    List<String> command = arguments.subList(delimiter + 1, arguments.size());
    if (command.isEmpty() || positional > command.size()) {
      throw new Refusal("-- PROGRAM: want LOG... or -- PROGRAM ARGS..., not both");
    }
    ProgramToWatch program =
        new ProgramToWatch(command, Files.createTempDirectory("tidemark-program-"));
    // An existing path is taken literally; a missing one could be read as a glob.
    Files.createFile(program.log());
    return program;
  }

  /** The file of the output; its name is unique per start, since outputs may be alike. */
  Path log() {
    return folder.resolve(name + "_" + started.format(STAMP) + ".log");
  }

  /**
   * Runs the program to its end, waits until its output is analysed, and prints the summary on
   * {@code err}.
   *
   * @return its exit code; 128 plus the signal's number if a signal ended it
   */
  int run(AllInOne parts, Notifier notifier, PrintStream err) throws Exception {
    WatchedProgram.Outputs outputs =
        new WatchedProgram.Outputs(
            new FileOutputStream(FileDescriptor.out), new FileOutputStream(FileDescriptor.err));
    CountDownLatch impatient = new CountDownLatch(1);
    CompletableFuture<WatchedProgram> running = new CompletableFuture<>();
    // Before the program starts: a signal must not end the watch and leave the program behind.
    Signals signals =
        Signals.to(
            List.of("INT", "TERM", "HUP", "USR1"),
            signal -> {
              CompletableFuture<Void> unused =
                  running.thenAccept(program -> onSignal(program, signal, impatient));
            });
    try (signals) {
      WatchedProgram program = WatchedProgram.start(command, log(), outputs);
      running.complete(program);
      Runnable look =
          () -> {
            parts.check();
            notifier.look(parts::board);
          };
      failed = await(program, look, err);
      int code = program.exitCode(() -> impatient.getCount() == 0);
      ended = OptionalInt.of(code);
      if (!failed && Delivery.await(parts::lacks, look, impatient)) {
        err.print(Summary.of(parts.board(), Clock.systemUTC().millis()));
      }
      return code;
    }
  }

  /**
   * Waits for the program. A failing watch does not end it; returns whether the watch has failed.
   */
  private static boolean await(WatchedProgram program, Runnable look, PrintStream err)
      throws InterruptedException {
    boolean failed = false;
    while (!program.awaitEnd(LOOK_MILLIS)) {
      try {
        look.run();
      } catch (RuntimeException e) {
        if (!failed) {
          err.println(
              "tidemark: the watch has failed, the program goes on: " + FaultSentences.of(e));
        }
        failed = true;
      }
    }
    return failed;
  }

  /**
   * Runs the watch of the program. After the program's end, a failure does not replace its exit
   * code. It is printed, unless one was printed before.
   */
  int codeOf(Callable<Integer> watch, PrintStream err) throws Exception {
    try {
      return watch.call();
    } catch (Exception e) {
      if (ended.isEmpty()) {
        throw e;
      }
      if (!failed) {
        err.println("tidemark: the watch has failed: " + FaultSentences.of(e));
      }
      return ended.getAsInt();
    }
  }

  /**
   * Checks that the program can be started, before anything else is started.
   *
   * @throws io.tidemark.app.watch.CannotRun when it cannot
   */
  void check() {
    String path = Optional.ofNullable(System.getenv("PATH")).orElse("/usr/bin:/bin");
    ProgramSearch.require(command.get(0), path);
  }

  /**
   * Forwards a signal unless the terminal sends it to the program itself. After the program's end,
   * a signal ends the wait.
   */
  private static void onSignal(WatchedProgram program, String signal, CountDownLatch impatient) {
    if (!program.ended()) {
      if (!(OF_A_TERMINAL.contains(signal) && Foreground.ofATerminal())) {
        program.signal(signal);
      }
    } else if (!signal.equals("USR1")) {
      impatient.countDown();
    }
  }

  /** Writes the report of its output and prints its folder, or the reason why there is none. */
  void report(ReportParent parent, Settings settings, PrintStream err) {
    try {
      write(parent, settings, err);
    } catch (IOException | RuntimeException e) {
      err.println("tidemark: no report: " + FaultSentences.of(e));
    }
  }

  private void write(ReportParent parent, Settings settings, PrintStream err) throws IOException {
    LogAtRest log = new LogAtRest(name + ".log", List.of(log()), settings, SliceOrigin.UNKNOWN);
    Report report = new Report(log);
    Report.Result result = report.write(parent, started, log.name());
    err.println(
        result.folder().isPresent()
            ? "tidemark: report in " + TerminalText.of(result.folder().get().toString())
            : "tidemark: no report: " + report.silence());
  }

  @Override
  public void close() throws IOException {
    Utils.delete(folder.toFile());
  }

  /**
   * Detects whether this process is in the foreground of a terminal, independent of its outputs.
   */
  static final class Foreground {

    private static final Path STAT = Path.of("/proc/self/stat");

    /** Fields after the name: the process group, and the foreground group of the terminal. */
    private static final int GROUP = 2;

    private static final int FOREGROUND_GROUP = 5;

    private Foreground() {}

    /**
     * Reads /proc, see proc(5). On other systems, an output that is a terminal is taken as a sign.
     */
    public static boolean ofATerminal() {
      try {
        return ofATerminal(Files.readString(STAT));
      } catch (IOException e) {
        return Boolean.getBoolean("tidemark.terminal")
            || Boolean.getBoolean("tidemark.terminal.errors");
      }
    }

    /** The name may contain spaces and brackets, so fields are counted after its end. */
    static boolean ofATerminal(String stat) {
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
      return fields[GROUP].equals(fields[FOREGROUND_GROUP]);
    }
  }
}
