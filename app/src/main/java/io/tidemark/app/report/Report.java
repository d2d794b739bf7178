package io.tidemark.app.report;

import io.tidemark.analysis.LogSystems;
import io.tidemark.analysis.alert.TrainingMemory;
import io.tidemark.analysis.system.tenstorrent.Tenstorrent;
import io.tidemark.analysis.system.tpumlir.TpuMlir;
import io.tidemark.app.watch.CoResidence;
import io.tidemark.app.watch.GivenSizes;
import io.tidemark.app.watch.Summary;
import io.tidemark.model.MemoryKey;
import io.tidemark.model.OpTable;
import io.tidemark.model.Refusal;
import io.tidemark.model.RunId;
import io.tidemark.model.TerminalText;
import io.tidemark.model.Training;
import io.tidemark.sink.board.Board;
import io.tidemark.sink.page.StateDocument;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The report of one log. */
public final class Report {

  private final LogAtRest log;

  private final GivenSizes sizes;

  public Report(LogAtRest log, GivenSizes sizes) {
    this.log = log;
    this.sizes = sizes;
  }

  /**
   * What an analysis of the log came to.
   *
   * @param text the summary; empty when the log holds nothing of a known format and no quotation
   * @param folder of the files; empty when none were written
   */
  public record Result(Board board, Optional<String> text, Optional<Path> folder) {}

  /**
   * Analyses the log and writes no files.
   *
   * @throws LogFailure when the log cannot be read or analysed to its end
   */
  public Result read() throws LogFailure {
    Analysed analysed = Analysed.of(log, outcome -> {});
    if (analysed.silent() && quotedLines(analysed.board()) == 0) {
      return new Result(analysed.board(), Optional.empty(), Optional.empty());
    }
    LeftOut leftOut = new LeftOut();
    String text = text(analysed, dumps(analysed.board(), leftOut), leftOut);
    return new Result(analysed.board(), Optional.of(text), Optional.empty());
  }

  /** One line about a log that got no report: what was looked for, what was quoted. */
  public String silence(Board board) {
    String only = log.settings().onlyFormat();
    long quoted = quotedLines(board);
    String lines = quoted == 0 ? "" : "; " + Summary.quoted(quoted);
    return "%s: no known line: looked for %s%s"
        .formatted(
            TerminalText.of(log.name()),
            only == null ? String.join(", ", LogSystems.ALL.formats().names()) : only,
            lines);
  }

  private static long quotedLines(Board board) {
    return board.runs().values().stream().mapToLong(run -> run.lines().quoted()).sum();
  }

  /** The canonical state: a watch of the logs comes to it too, but what stands open is closed. */
  public static String json(List<Board> boards) {
    return StateDocument.of(merged(boards));
  }

  /** Lines about all logs together that no log gives alone. */
  public static List<String> together(List<Board> boards) {
    return boards.size() > 1 ? CoResidence.of(merged(boards)) : List.of();
  }

  private static Board merged(List<Board> boards) {
    Gathered all = new Gathered();
    boards.forEach(all::add);
    return all.board();
  }

  /**
   * The state of a log: its newest runs, and those that {@code run} names.
   *
   * @throws LogFailure when the log cannot be read or analysed to its end
   */
  public static Board board(LogAtRest log, Predicate<RunId> run) throws LogFailure {
    return Analysed.keeping(log, run).board();
  }

  /**
   * Analyses the log and writes the report's files into a new folder below {@code parent}; no
   * folder when the log holds nothing of a known format.
   *
   * @throws LogFailure when the log cannot be read or analysed to its end; no folder is left then
   */
  public Result write(Path parent, LocalDateTime now) throws IOException {
    ReportFolder folder = new ReportFolder(parent, log.stem(), now);
    try {
      return write(folder);
    } catch (Refusal e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      folder.discard();
      throw LogFailure.of(e);
    }
  }

  private Result write(ReportFolder folder) throws IOException {
    Analysed analysed;
    try (EventFiles events = new EventFiles(folder);
        AttributionFile attribution = new AttributionFile(folder, log.stem())) {
      analysed =
          Analysed.of(
              log,
              outcome -> {
                events.take(outcome);
                attribution.add(outcome);
              });
      if (analysed.silent()) {
        return new Result(analysed.board(), Optional.empty(), Optional.empty());
      }
      events.open();
      if (speaks(analysed.board(), Tenstorrent.RUNTIME)) {
        attribution.open();
      } else {
        attribution.discard();
      }
    }
    String text = write(analysed, folder.path());
    return new Result(analysed.board(), Optional.of(text), Optional.of(folder.path()));
  }

  /** Answers the summary. The state comes last: a folder with it is a whole report. */
  private String write(Analysed analysed, Path folder) throws IOException {
    String name = log.stem();
    for (Path file : log.files()) {
      String copy = log.files().size() == 1 ? name + "_profile.log" : file.getFileName().toString();
      Files.copy(file, folder.resolve(copy));
    }
    Board board = analysed.board();
    LeftOut leftOut = new LeftOut();
    JsonFile.write(folder.resolve("ops.json"), ops(board));
    JsonFile.write(folder.resolve("plans.json"), PlansFile.of(board));
    JsonFile.write(folder.resolve("training.json"), training(board));
    if (speaks(board, TpuMlir.RECORDS)) {
      RecordsFile.write(log, folder.resolve("records.json"));
    }
    ModuleDumps dumps = dumps(board, leftOut);
    if (dumps != null) {
      OperationFiles.write(log, folder, name, leftOut);
      if (!dumps.stages().isEmpty()) {
        JsonFile.writeSnakeCase(folder.resolve(name + "_ir.json"), dumps.stages());
      }
    }
    String text = text(analysed, dumps, leftOut);
    Files.writeString(folder.resolve("summary.txt"), text);
    Files.writeString(folder.resolve("state.json"), StateDocument.of(board));
    return text;
  }

  /** {@code null} when no runtime wrote the log. */
  private @Nullable ModuleDumps dumps(Board board, LeftOut leftOut) throws LogFailure {
    return speaks(board, Tenstorrent.RUNTIME) ? ModuleDumps.read(log, leftOut) : null;
  }

  private String text(Analysed analysed, @Nullable ModuleDumps dumps, LeftOut leftOut) {
    Board board = analysed.board();
    leftOut.add(LeftOut.Part.RUNS, analysed.runsLeftOut());
    return Summary.of(board, sizes)
        + (dumps == null ? "" : WeightLines.of(dumps.modules(), board))
        + leftOut.lines()
        + analysed.timesLine();
  }

  private static boolean speaks(Board board, String format) {
    return board.runs().values().stream().anyMatch(run -> run.formats().contains(format));
  }

  private static Map<String, OpTable> ops(Board board) {
    Map<String, OpTable> tables = new TreeMap<>();
    board.ops().forEach((key, table) -> tables.put(text(key), table));
    return tables;
  }

  private static String text(MemoryKey key) {
    return key.run() + " " + key.device() + " " + key.memory();
  }

  /** A trainer's summaries with what follows from them, by run. */
  private Map<String, Trained> training(Board board) {
    Map<String, Trained> runs = new TreeMap<>();
    board
        .runs()
        .forEach(
            (run, status) -> {
              Training training = status.training();
              if (training != null) {
                runs.put(
                    run.toString(),
                    new Trained(training, TrainingMemory.of(training, sizes.about(training))));
              }
            });
    return runs;
  }

  private record Trained(Training summary, TrainingMemory memory) {}
}
