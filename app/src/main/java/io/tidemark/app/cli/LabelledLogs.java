package io.tidemark.app.cli;

import io.tidemark.analysis.run.Settings;
import io.tidemark.app.logfile.Analysed;
import io.tidemark.app.logfile.Gathered;
import io.tidemark.app.logfile.LogAtRest;
import io.tidemark.app.logfile.LogFailure;
import io.tidemark.app.logfile.PlainLogs;
import io.tidemark.app.logfile.SlicedLog.Pass;
import io.tidemark.app.report.Report;
import io.tidemark.ingest.Ingest;
import io.tidemark.model.log.SourceLabels;
import io.tidemark.sink.board.Board;
import java.io.File;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Logs at rest whose paths state labels of their runs. */
final class LabelledLogs {

  /** A label in a path, e.g. {@code nightly/branch=main/commit=1a2b3c.log}. */
  private static final Pattern LABEL =
      Pattern.compile(
          "(?<![\\w.-])([a-zA-Z]\\w*)=([\\w.:+-]+?)(?=\\.(?:log|txt|out|err|gz|zst)(?!\\w)|[,/]|$)");

  @Parameters(arity = "1..*", paramLabel = "LOG", descriptionKey = "LOG")
  List<String> logs = List.of();

  @Mixin LogOptions reading = new LogOptions();

  final LogByLog each = LogByLog.onStandardError();

  /** The runs of all logs that could be read. */
  Board board() throws Exception {
    return board(logs, reading.settings(), System.in, each);
  }

  static Board board(List<String> logs, Settings settings, InputStream in, LogByLog each)
      throws Exception {
    Gathered all = new Gathered();
    List<String> deep = logs.stream().map(LabelledLogs::withSubFolders).toList();
    try (PlainLogs plain = PlainLogs.of(deep, in, each.progress())) {
      List<LogAtRest> found = LogAtRest.of(Ingest.atRest(plain.names()), settings);
      for (LogAtRest log : LogAtRest.shown(found, each.progress(), Pass.values())) {
        LogAtRest labelled = log.labelled(labels(log.files().get(0)));
        each.run(log.name(), () -> add(labelled, all, each));
      }
    }
    return all.board();
  }

  private static void add(LogAtRest log, Gathered to, LogByLog each) throws LogFailure {
    Board board = Analysed.of(log, outcome -> {}).board();
    to.add(board);
    if (Report.isSilent(board)) {
      each.say(new Report(log).silence());
    }
  }

  /** A folder's sub-folders, too, since their names are labels. */
  private static String withSubFolders(String log) {
    boolean plain = log.chars().noneMatch(c -> "*?[{\\".indexOf(c) >= 0);
    return plain && new File(log).isDirectory() ? log + "/**" : log;
  }

  static Map<String, String> labels(Path log) {
    List<String> found = new ArrayList<>();
    Matcher label = LABEL.matcher(log.toString());
    while (label.find()) {
      found.add(label.group());
    }
    return SourceLabels.parse("the path " + log, found);
  }
}
