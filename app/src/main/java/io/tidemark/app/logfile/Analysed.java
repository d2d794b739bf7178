package io.tidemark.app.logfile;

import io.tidemark.analysis.HeapParts;
import io.tidemark.analysis.LogAnalysis;
import io.tidemark.analysis.Outcome;
import io.tidemark.app.times.Dates;
import io.tidemark.app.times.LogTimes;
import io.tidemark.model.RunId;
import io.tidemark.model.Slice;
import io.tidemark.model.SliceOrigin;
import io.tidemark.sink.board.Board;
import java.time.ZoneOffset;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Runs the analysis over a log at rest and gathers what the streams would write of it: each line at
 * the time of the log's dates, all of them at its last change where it has none.
 */
public final class Analysed {

  /** What slices changed is stored and summed up so often: each time takes as long as a slice. */
  private static final int SLICES_TO_GATHER = 16;

  private final Gathered gathered;
  private final LogTimes times;
  private final LogAnalysis state;
  private final SliceOrigin origin;
  private final Consumer<Outcome> outcomes;
  private long end;
  private long taken;

  private Analysed(LogAtRest log, Gathered gathered, LogTimes times, Consumer<Outcome> outcomes) {
    this.gathered = gathered;
    this.times = times;
    this.state = LogAnalysis.load(log.name(), new HeapParts(), log.settings());
    this.origin = log.origin();
    this.outcomes = outcomes;
  }

  /** All of the log; {@code outcomes} gets the events and rejects on the way. */
  public static Analysed of(LogAtRest log, Consumer<Outcome> outcomes) throws LogFailure {
    return of(log, new Gathered(), outcomes);
  }

  /** All of the log, and the state of one run even if many come after it. */
  public static Analysed keeping(LogAtRest log, Predicate<RunId> run) throws LogFailure {
    return of(log, new Gathered(run), outcome -> {});
  }

  private static Analysed of(LogAtRest log, Gathered gathered, Consumer<Outcome> outcomes)
      throws LogFailure {
    Dates dates = new Dates();
    SlicedLog.read(log.files(), dates::add);
    LogTimes times = dates.times(ZoneOffset.UTC, null, SlicedLog.changed(log.files()));
    Analysed analysed = new Analysed(log, gathered, times, outcomes);
    SlicedLog.read(log.files(), analysed::take);
    analysed.end();
    return analysed;
  }

  /** The board at the log's end. */
  public Board board() {
    return gathered.board();
  }

  /** Runs that the board does not hold, since too many came after them. */
  public long runsLeftOut() {
    return gathered.runsLeftOut();
  }

  /** Not one line was of a known format, nor began like one. */
  public boolean silent() {
    return board().runs().values().stream()
        .allMatch(run -> run.formats().isEmpty() && run.lines().rejected() == 0);
  }

  /** The origin of the times, as a line for people. */
  public String timesLine() {
    return times.dates() == 0
        ? "times: of the file's last change for all of it, no line has a date\n"
        : "times: by %,d dates of the log, UTC where they name no zone, estimated between them\n"
            .formatted(times.dates());
  }

  private void take(Slice slice) {
    (times.dates() == 0 ? List.of(slice) : times.cut(slice))
        .forEach(piece -> outcomes.accept(state.apply(piece.from(origin))));
    if (++taken % SLICES_TO_GATHER == 0) {
      state.store();
      gathered.add(state.changesWhileBusy());
    }
    end = slice.end();
  }

  private void end() throws LogFailure {
    outcomes.accept(LogFailure.closing(end, state::end));
    gathered.add(state.changes());
  }
}
