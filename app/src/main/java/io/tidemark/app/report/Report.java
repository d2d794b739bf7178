package io.tidemark.app.report;

import static java.util.stream.Collectors.toSet;

import io.tidemark.analysis.run.LogSystems;
import io.tidemark.analysis.run.Outcome;
import io.tidemark.analysis.system.tenstorrent.Tenstorrent;
import io.tidemark.analysis.system.xla.Xla;
import io.tidemark.app.fault.Fault;
import io.tidemark.app.logfile.Analysed;
import io.tidemark.app.logfile.Gathered;
import io.tidemark.app.logfile.LogAtRest;
import io.tidemark.app.logfile.LogFailure;
import io.tidemark.app.summary.CoResidence;
import io.tidemark.app.summary.Markdown;
import io.tidemark.app.summary.Summary;
import io.tidemark.model.Refusal;
import io.tidemark.model.TerminalText;
import io.tidemark.model.log.RunId;
import io.tidemark.model.plan.PlanRecord;
import io.tidemark.model.run.RunFailures;
import io.tidemark.model.run.RunStatus;
import io.tidemark.model.wire.Json;
import io.tidemark.sink.answer.Answer;
import io.tidemark.sink.answer.Answers;
import io.tidemark.sink.board.Board;
import io.tidemark.sink.page.StateDocument;
import io.tidemark.sink.verdict.RunOrder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The report of one log. Decisions: docs/decisions/app.md.
 *
 * @param more receives the events and rejects, too
 */
public record Report(LogAtRest log, Consumer<Outcome> more) {

  /** A report whose events only its own files receive. */
  public Report(LogAtRest log) {
    this(log, outcome -> {});
  }

  /** Runs whose answers Markdown shows. */
  private static final int MOST_RUNS = 3;

  /**
   * The result of an analysis.
   *
   * @param text the summary; empty when the log holds nothing of a known format and no quotation
   * @param folder of the files; empty when none were written
   * @param times the origin of the times, as a line of text
   */
  public record Result(Board board, Optional<String> text, Optional<Path> folder, String times) {

    private static Result of(Analysed analysed, @Nullable String text, @Nullable Path folder) {
      return new Result(
          analysed.board(),
          Optional.ofNullable(text),
          Optional.ofNullable(folder),
          analysed.timesLine());
    }
  }

  /**
   * Analyses the log and writes no files.
   *
   * @throws LogFailure when the log cannot be read or analysed to its end
   */
  public Result read() throws LogFailure {
    LeftOut leftOut = new LeftOut();
    ModuleDumps dumps = new ModuleDumps(leftOut);
    LogSystems systems =
        log.settings().systems().with(Tenstorrent.class, runtime -> runtime.showing(dumps));
    Analysed analysed = Analysed.of(log.readBy(systems), more);
    if (isSilent(analysed.board())) {
      return Result.of(analysed, null, null);
    }
    return Result.of(analysed, text(analysed, dumps, leftOut), null);
  }

  /** One line about a log without a report: what it may be, and how to get memory lines. */
  public String silence() throws LogFailure {
    String name = TerminalText.of(log.name());
    if (log.files().stream().allMatch(file -> file.toFile().length() == 0)) {
      return name + ": the log is empty";
    }
    String like = LooksLike.sentence(log.files());
    return "%s: no memory line of a known format; %s"
        .formatted(name, like == null ? "tidemark report --help-all lists the formats" : like);
  }

  /** Whether no line was of a known format, began like one, or was a quotation of one. */
  public static boolean isSilent(Board board) {
    return board.runs().values().stream()
        .allMatch(
            run ->
                run.formats().isEmpty()
                    && run.lines().rejected() == 0
                    && run.lines().quoted() == 0);
  }

  private static boolean failed(RunFailures failures) {
    return failures.ended() || failures.refused() != null;
  }

  /** Whether a log states memory: a use, a plan, a training or a failed allocation. */
  public static boolean hasFigures(Board board) {
    return !board.usage().isEmpty()
        || !board.plans().isEmpty()
        || board.runs().values().stream()
            .anyMatch(run -> run.training() != null || failed(run.failures()));
  }

  /**
   * The canonical state. It equals that of a watch of the same logs, except that open runs are
   * ended here.
   */
  public static String json(List<Board> boards) {
    return StateDocument.of(merged(boards));
  }

  /** The answers of a log's runs as Markdown, those in trouble first. */
  public static String markdown(Board board) {
    StringBuilder text = new StringBuilder();
    for (Map.Entry<RunId, RunStatus> run :
        RunOrder.of(board, AT_REST).stream().limit(MOST_RUNS).toList()) {
      Answer answer = Answers.of(board, run.getKey(), run.getValue(), AT_REST);
      String title = Summary.title(run.getKey(), run.getValue());
      String alerts = Summary.alerts(board, run.getKey(), run.getValue());
      text.append(new Markdown().answer(title, answer, alerts).text());
    }
    return text.toString();
  }

  /** Lines about all logs together, which no single log yields. */
  public static List<String> together(List<Board> boards) {
    if (boards.size() < 2) {
      return List.of();
    }
    Board all = merged(boards);
    List<String> lines = new ArrayList<>(CoResidence.of(all));
    all.alerts()
        .forEach(
            (key, alert) -> {
              if (boards.stream().noneMatch(board -> board.alerts().containsKey(key))) {
                String words = TerminalText.of(alert.sentence());
                String run = TerminalText.of(key.run().toString());
                lines.add(
                    "%s %s %s: %s"
                        .formatted(key.rule().severity().label(), key.rule().alert(), run, words));
              }
            });
    return lines;
  }

  /** Whether the log is the dump of an XLA module. */
  public static boolean isModule(Board board) {
    return speaks(board, Xla.DUMP);
  }

  /**
   * The summary of these modules. Another log may state the size of a module's memory, so all are
   * read before.
   */
  public static String modules(List<Board> modules, List<Board> all) {
    Set<RunId> runs =
        modules.stream().flatMap(board -> board.runs().keySet().stream()).collect(toSet());
    return Summary.ofModules(merged(all), runs);
  }

  private static Board merged(List<Board> boards) {
    Gathered all = new Gathered();
    boards.forEach(all::add);
    return all.board();
  }

  /**
   * Analyses the log and writes the report's files into a new folder below {@code parent}; no
   * folder when the log holds nothing of a known format.
   *
   * @param title of its page
   * @throws LogFailure when the log cannot be read or analysed to its end; no folder is left then
   * @throws Fault when the disk is full; no folder is left then
   */
  public Result write(ReportParent parent, LocalDateTime now, String title) throws IOException {
    ReportFolder folder = new ReportFolder(parent, log.stem(), now);
    try {
      return write(folder, title);
    } catch (Refusal e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      folder.discard();
      Optional<Fault> full = parent.full(e);
      if (full.isPresent()) {
        throw full.get();
      }
      throw LogFailure.of(e);
    }
  }

  private Result write(ReportFolder folder, String title) throws IOException {
    ReportFiles files = new ReportFiles(folder, log.name(), log.stem());
    Analysed analysed;
    try (files) {
      LogSystems systems = files.shownBy(log.settings().systems());
      analysed = Analysed.of(log.readBy(systems), more.andThen(files::add));
      if (isSilent(analysed.board())) {
        return Result.of(analysed, null, null);
      }
      files.complete(analysed.board());
    }
    copyLog(folder.path());
    String text = text(analysed, files.dumps(), files.leftOut());
    files.page().write(folder.path(), title, analysed.board());
    write(analysed.board(), text, folder.path());
    return Result.of(analysed, text, folder.path());
  }

  private void copyLog(Path folder) throws IOException {
    for (Path file : log.files()) {
      String copy =
          log.files().size() == 1 ? log.stem() + "_profile.log" : file.getFileName().toString();
      Files.copy(file, folder.resolve(copy));
    }
  }

  /** Writes the state last, so that a folder with it is a complete report. */
  private void write(Board board, String text, Path folder) throws IOException {
    JsonFile.write(folder.resolve("plans.json"), plans(board));
    Files.writeString(folder.resolve("summary.txt"), text);
    Files.writeString(folder.resolve("state.json"), StateDocument.of(board));
  }

  /** The summaries of all plans by run and name. */
  private static Map<String, JsonNode> plans(Board board) {
    Map<String, JsonNode> plans = new TreeMap<>();
    board
        .plans()
        .forEach(
            (key, record) -> {
              if (record instanceof PlanRecord.Summary) {
                ObjectNode plan = Json.MAPPER.valueToTree(record);
                plan.remove("type");
                plans.put(key.run() + " " + key.plan(), plan);
              }
            });
    return plans;
  }

  /**
   * @param dumps the runtime's module dumps, if a runtime wrote the log
   * @param ofRuntime counts of the parts left out of the runtime's files
   */
  private String text(Analysed analysed, ModuleDumps dumps, LeftOut ofRuntime) {
    Board board = analysed.board();
    boolean runtime = speaks(board, Tenstorrent.RUNTIME);
    LeftOut leftOut = new LeftOut();
    leftOut.add(LeftOut.Part.RUNS, analysed.runsLeftOut());
    if (runtime) {
      leftOut.add(ofRuntime);
    }
    return Summary.of(board, AT_REST)
        + (runtime ? WeightLines.of(dumps.modules(), board) : "")
        + leftOut.lines()
        + analysed.timesLine();
  }

  static boolean speaks(Board board, String format) {
    return board.runs().values().stream().anyMatch(run -> run.formats().contains(format));
  }

  /** Every run of a complete log has ended, so no state depends on a clock. */
  private static final long AT_REST = 0;
}
