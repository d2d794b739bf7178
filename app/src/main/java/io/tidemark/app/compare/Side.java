package io.tidemark.app.compare;

import io.tidemark.analysis.run.Settings;
import io.tidemark.app.logfile.Analysed;
import io.tidemark.app.logfile.LogAtRest;
import io.tidemark.app.logfile.LogFailure;
import io.tidemark.ingest.Ingest;
import io.tidemark.model.Counted;
import io.tidemark.model.Refusal;
import io.tidemark.model.log.DumpName;
import io.tidemark.model.log.RunId;
import io.tidemark.sink.board.Board;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One side of a comparison: a run, and the board of its whole log. */
public record Side(String name, RunId run, Board board) {

  private static final Pattern NUMBERED = Pattern.compile("(.+)#(\\d{1,9})");
  private static final String REPORTED = "_profile.log";

  /**
   * A run that was chosen and not yet read.
   *
   * @param number of the run; {@code null} for the last one
   */
  public record Choice(String argument, LogAtRest log, @Nullable Integer number) {

    public Side read() throws LogFailure {
      Board board = Analysed.keeping(log, run -> number != null && run.number() == number).board();
      return new Side(argument, Side.run(argument, board, number), board);
    }

    public Choice with(LogAtRest same) {
      return new Choice(argument, same, number);
    }
  }

  /** Reads what an argument chooses. */
  public static Side of(String argument, Settings settings) throws IOException {
    return choice(argument, settings).read();
  }

  /**
   * Resolves an argument: a log (its last run), {@code LOG#N} (its n-th run), or a report's folder.
   *
   * @throws Refusal when the argument is none of these
   */
  public static Choice choice(String argument, Settings settings) throws IOException {
    Matcher numbered = NUMBERED.matcher(argument);
    boolean one = !Files.exists(Path.of(argument)) && numbered.matches();
    Integer number = one ? Integer.valueOf(numbered.group(2)) : null;
    Path path = Path.of(one ? numbered.group(1) : argument);
    List<LogAtRest> logs = LogAtRest.of(files(path), settings);
    if (logs.size() != 1) {
      throw new Refusal(
          "%s holds %d logs: want one log, or the folder of one report"
              .formatted(path, logs.size()));
    }
    return new Choice(argument, logs.get(0), number);
  }

  /** The argument without the number of a run. */
  String log() {
    return name.replaceFirst("#\\d+$", "");
  }

  public Side named(String name) {
    return new Side(name, run, board);
  }

  private static List<Path> files(Path path) throws IOException {
    if (Files.isDirectory(path) && Files.exists(path.resolve("state.json"))) {
      try (Stream<Path> files = Files.list(path)) {
        // The files of one module are recognised by their names, which a report keeps.
        List<Path> reported =
            files
                .filter(
                    file ->
                        file.getFileName().toString().endsWith(REPORTED)
                            || DumpName.moduleOf(file) != null)
                .toList();
        if (!reported.isEmpty()) {
          return reported;
        }
      }
    }
    return Ingest.atRest(List.of(path.toString()));
  }

  private static RunId run(String argument, Board board, @Nullable Integer number)
      throws LogFailure {
    List<RunId> runs =
        board.runs().keySet().stream()
            .filter(run -> number == null || run.number() == number)
            .toList();
    if (runs.isEmpty()) {
      int held = board.runs().keySet().stream().mapToInt(RunId::number).max().orElse(0);
      if (held == 0) {
        throw LogFailure.empty();
      }
      throw new Refusal(
          "%s: its log holds %s, numbered from 1".formatted(argument, Counted.text(held, "run")));
    }
    return runs.get(runs.size() - 1);
  }
}
