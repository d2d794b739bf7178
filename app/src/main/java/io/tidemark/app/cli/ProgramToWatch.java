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
import io.tidemark.app.watch.ProgramOutput;
import io.tidemark.app.watch.ProgramSearch;
import io.tidemark.model.Refusal;
import io.tidemark.model.TerminalText;
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
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/**
 * A program whose output is watched: {@code watch -- PROGRAM ARGS}. The script {@code
 * watch-program} runs it beside this process, which may end at any moment without any effect on the
 * program.
 */
final class ProgramToWatch {

  private static final String DELIMITER = "--";
  private static final DateTimeFormatter STAMP = DateTimeFormatter.ofPattern("yyyyMMdd_HHmmss_SSS");
  private static final long LOOK_MILLIS = 200;

  private final List<String> command;
  private final Path folder;
  private final String name;
  private final LocalDateTime started = LocalDateTime.now(ZoneId.systemDefault());

  private ProgramToWatch(List<String> command, Path folder) {
    this.command = List.copyOf(command);
    this.folder = folder;
    Path program = Path.of(command.get(0)).getFileName();
    this.name = program == null ? "program" : program.toString();
  }

  /**
   * The program after {@code --} in the arguments of a command line; {@code null} without one.
   *
   * @param folder that of the script; {@code null} when no script runs the program
   */
  static @Nullable ProgramToWatch of(
      List<String> arguments, int positional, @Nullable String folder) {
    int delimiter = arguments.indexOf(DELIMITER);
    if (delimiter < 0) {
      return null;
    }
    List<String> command = arguments.subList(delimiter + 1, arguments.size());
    if (command.isEmpty() || positional > command.size()) {
      throw new Refusal("-- PROGRAM: want LOG... or -- PROGRAM ARGS..., not both");
    }
    if (folder == null || folder.isEmpty()) {
      throw new Refusal(
          "-- PROGRAM: a virtual machine alone runs no program; want the script tidemark, or"
              + " PROGRAM 2>&1 | java -jar tidemark.jar watch -");
    }
    return new ProgramToWatch(command, Path.of(folder));
  }

  /** The file of the output; its name is unique per start, since outputs may be alike. */
  Path log() {
    return folder.resolve(name + "_" + started.format(STAMP) + ".log");
  }

  /**
   * Follows the program to its end, waits until its output is analysed, and prints the summary on
   * {@code err}. The script says that the program goes on if this fails.
   */
  void follow(AllInOne parts, Notifier notifier, CountDownLatch stop, PrintStream err)
      throws InterruptedException, IOException {
    Runnable look =
        () -> {
          parts.check();
          notifier.look(parts::board);
        };
    try (ProgramOutput output =
        ProgramOutput.follow(folder, Long.getLong("tidemark.program.pid", 0), log())) {
      while (!output.awaitEnd(LOOK_MILLIS)) {
        look.run();
        if (stop.getCount() == 0) {
          return;
        }
      }
    }
    if (Delivery.await(parts::lacks, look, stop)) {
      err.print(Summary.of(parts.board(), Clock.systemUTC().millis()));
    }
  }

  /**
   * Checks that the program can be started, before anything else is started, and makes the file of
   * its output: an existing path is taken literally, a missing one could be read as a glob.
   *
   * @throws io.tidemark.app.watch.CannotRun when it cannot
   */
  void check() throws IOException {
    String path = Optional.ofNullable(System.getenv("PATH")).orElse("/usr/bin:/bin");
    ProgramSearch.require(command.get(0), path);
    Files.createFile(log());
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
    LogAtRest log = new LogAtRest(name + ".log", List.of(log()), settings);
    Report report = new Report(log);
    Report.Result result = report.write(parent, started, log.name());
    err.println(
        result.folder().isPresent()
            ? "tidemark: report in " + TerminalText.of(result.folder().get().toString())
            : "tidemark: no report: " + report.silence());
  }
}
