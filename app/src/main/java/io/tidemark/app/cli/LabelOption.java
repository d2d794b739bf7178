package io.tidemark.app.cli;

import io.tidemark.model.log.SourceLabels;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Option;

/** {@code --label}: facts about the logs that they do not state. */
final class LabelOption {

  private static final String NAME = "--label";

  @Option(
      names = NAME,
      paramLabel = "NAME=VALUE",
      description = {
        "a label of all sources, such as pod=train-0: in the records of their runs, behind the"
            + " sentences of their alerts, and in metrics as label_NAME of tidemark_run_info; may"
            + " be repeated",
        "allowed: " + SourceLabels.ALLOWED,
        "default: none"
      })
  List<String> typed = List.of();

  Map<String, String> value() {
    return SourceLabels.parse(NAME, typed);
  }
}
