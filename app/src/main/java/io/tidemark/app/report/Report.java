package io.tidemark.app.report;

import io.tidemark.analysis.judge.TrainingMemory;
import io.tidemark.analysis.parse.Formats;
import io.tidemark.app.watch.CoResidence;
import io.tidemark.app.watch.Summary;
import io.tidemark.app.watch.ToldSizes;
import io.tidemark.model.MemoryKey;
import io.tidemark.model.OpTable;
import io.tidemark.model.PlanRecord;
import io.tidemark.model.TerminalText;
import io.tidemark.model.Training;
import io.tidemark.sink.Board;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The report of one log. */
public final class Report {

  private final LogAtRest log;

  private final ToldSizes told;

  public Report(LogAtRest log, ToldSizes told) {
    this.log = log;
    this.told = told;
  }

  /** The text summary; empty when the log tells nothing. */
  public Optional<String> text() throws IOException {
    Analysed analysed = Analysed.of(log, outcome -> {});
    return analysed.silent() ? Optional.empty() : Optional.of(text(analysed));
  }

  /** What is said of a log that tells nothing, in a line. */
  public String silence() {
    String only = log.settings().onlyFormat();
    return "%s: told nothing: looked for %s"
        .formatted(
            TerminalText.of(log.name()), only == null ? String.join(", ", Formats.names()) : only);
  }

  /** The canonical state: a watch of the logs comes to it too, but what stands open is closed. */
  public static String json(List<LogAtRest> logs) throws IOException {
    return Analysed.board(logs).stateJson();
  }

  /** What logs tell together that none of them tells alone. */
  public static List<String> together(List<LogAtRest> logs) throws IOException {
    return logs.size() > 1 ? CoResidence.of(Analysed.board(logs)) : List.of();
  }

  /** All that a log tells. */
  public static Board board(LogAtRest log) throws IOException {
    return Analysed.of(log, outcome -> {}).board();
  }

  /**
   * Writes the report's files into a new folder below {@code parent} and answers it; no folder when
   * the log tells nothing.
   */
  public Optional<Path> write(Path parent, LocalDateTime now) throws IOException {
    Analysed analysed;
    Path folder;
    try (EventFiles events = new EventFiles(() -> ReportFolder.make(parent, log.stem(), now))) {
      analysed = Analysed.of(log, events::take);
      if (analysed.silent()) {
        return Optional.empty();
      }
      folder = events.folder();
    }
    write(analysed, folder);
    return Optional.of(folder);
  }

  private void write(Analysed analysed, Path folder) throws IOException {
    String name = log.stem();
    for (Path file : log.files()) {
      String copy = log.files().size() == 1 ? name + "_profile.log" : file.getFileName().toString();
      Files.copy(file, folder.resolve(copy));
    }
    Board board = analysed.board();
    Files.writeString(folder.resolve("state.json"), board.stateJson());
    Files.writeString(folder.resolve("summary.txt"), text(analysed));
    JsonFile.write(folder.resolve("ops.json"), ops(board));
    JsonFile.write(folder.resolve("plans.json"), plans(board));
    JsonFile.write(folder.resolve("training.json"), training(board));
    if (speaks(board, Formats.TPU_MLIR)) {
      RecordsFile.write(log, folder.resolve("records.json"));
    }
    if (speaks(board, Formats.TENSTORRENT)) {
      OperationFiles.write(log, folder, name);
      Map<String, ModuleDumps.Stage> stages = ModuleDumps.read(log).stages();
      if (!stages.isEmpty()) {
        JsonFile.writeSnakeCase(folder.resolve(name + "_ir.json"), stages);
      }
    }
  }

  private String text(Analysed analysed) throws IOException {
    Board board = analysed.board();
    return Summary.of(board, told) + weights(board) + analysed.timesLine();
  }

  private String weights(Board board) throws IOException {
    return speaks(board, Formats.TENSTORRENT)
        ? WeightLines.of(ModuleDumps.read(log).modules(), board)
        : "";
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
                    new Trained(training, TrainingMemory.of(training, told.about(training))));
              }
            });
    return runs;
  }

  private record Trained(Training summary, TrainingMemory memory) {}

  private static Map<String, PlanRecord> plans(Board board) {
    Map<String, PlanRecord> plans = new TreeMap<>();
    board
        .plans()
        .forEach(
            (key, record) -> {
              if (record instanceof PlanRecord.Summary) {
                plans.put(key.run() + " " + key.plan(), record);
              }
            });
    return plans;
  }
}
