package io.tidemark.app.cli;

import io.tidemark.app.logfile.LogAtRest;
import io.tidemark.app.logfile.PlainLogs;
import io.tidemark.app.logfile.SlicedLog.Pass;
import io.tidemark.app.report.PageFile;
import io.tidemark.app.report.Report;
import io.tidemark.app.report.ReportIndex;
import io.tidemark.app.report.ReportParent;
import io.tidemark.app.report.TraceFile;
import io.tidemark.app.summary.PlotLines;
import io.tidemark.app.watch.ProgramSearch;
import io.tidemark.ingest.Ingest;
import io.tidemark.model.TerminalText;
import io.tidemark.sink.board.Board;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(name = "report", mixinStandardHelpOptions = true)
final class ReportCommand implements Callable<Integer> {

  /** Exit code when no log states memory. */
  static final int NO_FIGURE = 4;

  @Parameters(arity = "1..*", paramLabel = "LOG", descriptionKey = "LOG")
  List<String> logs = List.of();

  @Option(names = "--out", paramLabel = "DIR")
  @Nullable Path out;

  @ArgGroup ReportForm form = new ReportForm();

  /** What is printed; one of them. */
  static final class ReportForm extends HistoryCommand.HistoryForm {
    @Option(names = "--text")
    boolean text;
  }

  @Option(names = "--perfetto", paramLabel = "FILE")
  @Nullable Path perfetto;

  @Option(names = "--title", paramLabel = "TEXT")
  @Nullable String title;

  @Option(names = "--open")
  boolean open;

  @Mixin LabelOption label = new LabelOption();

  @Mixin LogOptions reading = new LogOptions();

  /** Collected for the figures of all logs together. */
  private final List<Board> boards = new ArrayList<>();

  /** Those of XLA modules, which are printed together. */
  private final List<Board> modules = new ArrayList<>();

  /** Printed after the canonical state. */
  private final StringBuilder printed = new StringBuilder();

  private final List<String> silent = new ArrayList<>();

  private final List<TraceFile> viewers = new ArrayList<>();

  /** Whether any of the logs states memory. */
  private boolean figures;

  @Override
  public Integer call() throws Exception {
    List<Path> reports = logs.stream().map(Path::of).filter(PageFile::isIn).toList();
    reports.forEach(this::makeAgain);
    List<String> others = new ArrayList<>(logs);
    others.removeIf(log -> reports.contains(Path.of(log)));
    return others.isEmpty() ? 0 : report(others);
  }

  private void makeAgain(Path folder) {
    Path page = PageFile.makeAgain(folder, title == null ? folder.getFileName().toString() : title);
    System.out.println(TerminalText.of(page.toString()));
    show(page);
  }

  private void show(Path page) {
    if (open) {
      OpenedPage.show(page, System.err);
    }
  }

  private void show(ReportIndex index) throws IOException {
    Optional<Path> all = index.write(title == null ? "Reports" : title);
    all.ifPresent(page -> System.err.println(TerminalText.of("all reports: " + page)));
    all.or(index::only).ifPresent(this::show);
  }

  private int report(List<String> names) throws Exception {
    Map<String, String> labels = label.value();
    LogByLog each = LogByLog.onStandardError();
    try (PlainLogs plain = PlainLogs.of(names, System.in, each.progress())) {
      if (perfetto != null) {
        viewers.add(new TraceFile(perfetto));
      }
      FollowOptions.sayNotFollowed(plain.names());
      ReportIndex index = new ReportIndex(parent());
      List<LogAtRest> found = LogAtRest.of(Ingest.atRest(plain.names()), reading.settings());
      for (LogAtRest log : LogAtRest.shown(found, each.progress(), Pass.values())) {
        each.run(log.name(), () -> report(log.labelled(labels), index));
      }
      show(index);
      for (TraceFile viewer : viewers) {
        viewer.finish(names);
      }
    } finally {
      viewers.forEach(TraceFile::close);
    }
    if (form.json) {
      System.out.print(Report.json(boards));
    }
    System.out.print(printed);
    System.out.print(Report.modules(modules, boards));
    System.out.flush();
    // Standard output holds only the names of folders, so that a program can read it.
    silent.forEach(line -> System.err.println(TerminalText.of(line)));
    if (form.text) {
      Report.together(boards).forEach(line -> System.out.println(TerminalText.of(line)));
    }
    System.out.flush();
    return figures || each.exitCode() != 0 ? each.exitCode() : NO_FIGURE;
  }

  private void report(LogAtRest log, ReportIndex index) throws IOException {
    Report report = new Report(log, outcome -> viewers.forEach(viewer -> viewer.add(outcome)));
    boolean other = form.json || form.text || form.markdown || !viewers.isEmpty();
    boolean files = out != null || open || !other;
    Report.Result result =
        files
            ? report.write(
                parent(),
                LocalDateTime.now(ZoneId.systemDefault()),
                title == null ? log.name() : title)
            : report.read();
    viewers.forEach(viewer -> viewer.add(log.name(), result.board(), result.times()));
    figures |= Report.hasFigures(result.board());
    if (form.json || form.text) {
      boards.add(result.board());
    }
    if (form.markdown) {
      printed.append(Report.markdown(result.board()));
    }
    if (form.text && Report.isModule(result.board())) {
      modules.add(result.board());
    } else if (form.text) {
      result.text().ifPresent(summary -> printed.append(summary).append(plot(result.board())));
    }
    result
        .folder()
        .ifPresent(
            folder ->
                printed.append(TerminalText.of(folder.toString())).append(System.lineSeparator()));
    result.folder().ifPresent(folder -> index.add(result.board(), folder));
    if (!form.json) {
      log.progress().clear();
      System.out.print(printed);
      System.out.flush();
      printed.setLength(0);
    }
    if (result.text().isEmpty() && (files || form.text)) {
      silent.add(report.silence());
    }
  }

  private ReportParent parent() {
    return new ReportParent("--out", out == null ? Path.of("") : out);
  }

  private static String plot(Board board) {
    return PlotLines.of(board).stream()
        .map(line -> line + System.lineSeparator())
        .collect(Collectors.joining());
  }

  /** Shows a file in the user's browser, with the desktop's program for it and without a shell. */
  static final class OpenedPage {

    private OpenedPage() {}

    /** Prints a line if there is no such program. */
    static void show(Path page, PrintStream err) {
      String system = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
      show(page, system.contains("mac") ? "open" : "xdg-open", System.getenv("PATH"), err);
    }

    static void show(Path page, String opener, String folders, PrintStream err) {
      Optional<Path> program = ProgramSearch.executables(opener, folders).findFirst();
      try {
        if (program.isPresent()) {
          start(program.get(), page);
          return;
        }
      } catch (IOException e) {
        // Only the line below can report it.
      }
      err.printf("tidemark: no %s here; open %s%n", opener, TerminalText.of(page.toString()));
    }

    private static void start(Path program, Path page) throws IOException {
      new ProcessBuilder(program.toString(), page.toAbsolutePath().toString())
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .redirectError(ProcessBuilder.Redirect.DISCARD)
          .start();
    }
  }
}
