package io.tidemark.app.report;

import io.tidemark.analysis.HeapParts;
import io.tidemark.analysis.Outcome;
import io.tidemark.analysis.SourceState;
import io.tidemark.model.Slice;
import io.tidemark.sink.Board;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;

/** Runs the analysis over a log at rest and gathers what the streams would write of it. */
final class Analysed {

  private final Gathered gathered = new Gathered();
  private final SourceState state;
  private final Consumer<Outcome> outcomes;

  private Analysed(LogAtRest log, Consumer<Outcome> outcomes) {
    this.state = SourceState.load(log.name(), new HeapParts(), log.settings());
    this.outcomes = outcomes;
  }

  /** The board at the log's end; {@code outcomes} gets the events and rejects on the way. */
  static Board board(LogAtRest log, Consumer<Outcome> outcomes) throws IOException {
    Analysed analysed = new Analysed(log, outcomes);
    SlicedLog.read(log.files(), analysed::take);
    analysed.end();
    return analysed.gathered.board();
  }

  /** One board of all logs. */
  static Board board(List<LogAtRest> logs) throws IOException {
    Gathered all = new Gathered();
    for (LogAtRest log : logs) {
      all.add(board(log, outcome -> {}));
    }
    return all.board();
  }

  private void take(Slice slice) {
    outcomes.accept(state.after(slice));
    gathered.add(state.changesWhileBusy());
  }

  private void end() {
    outcomes.accept(state.end());
    gathered.add(state.changes());
  }
}
