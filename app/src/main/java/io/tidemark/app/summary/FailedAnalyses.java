package io.tidemark.app.summary;

import io.tidemark.model.TerminalText;
import io.tidemark.model.run.AnalysisFailure;
import io.tidemark.sink.board.Board;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One line per run that an error of Tidemark ended. */
public final class FailedAnalyses {

  private FailedAnalyses() {}

  /** The lines, sorted by run. */
  public static List<String> of(Board board) {
    return board.runs().entrySet().stream()
        .filter(run -> isError(run.getValue().analysisFailure()))
        .map(
            run ->
                "%s: %s"
                    .formatted(
                        TerminalText.of(run.getKey().toString()),
                        TerminalText.of(
                            Objects.requireNonNull(run.getValue().analysisFailure()).sentence())))
        .toList();
  }

  private static boolean isError(@Nullable AnalysisFailure failure) {
    return failure != null && !failure.isUpgrade();
  }
}
