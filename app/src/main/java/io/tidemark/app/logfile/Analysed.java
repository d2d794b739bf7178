package io.tidemark.app.logfile;

import io.tidemark.analysis.LogAnalysis;
import io.tidemark.analysis.date.Dates;
import io.tidemark.analysis.date.LogTimes;
import io.tidemark.analysis.run.Outcome;
import io.tidemark.analysis.store.NoParts;
import io.tidemark.app.logfile.SlicedLog.Pass;
import io.tidemark.model.Counted;
import io.tidemark.model.log.RunId;
import io.tidemark.model.log.Slice;
import io.tidemark.model.log.SliceOrigin;
import io.tidemark.sink.board.Board;
import java.time.ZoneOffset;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Analyses a complete log and collects the state that the streams job would publish. Each line gets
 * its time from the log's dates. In a log without dates, all lines get the time of the file's last
 * change.
 */
public final class Analysed {

  /** Changes are summed up once per this many slices, since it takes as long as a slice. */
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
    this.state = LogAnalysis.load(log.name(), new NoParts(), log.settings());
    this.origin = log.origin();
    this.outcomes = outcomes;
  }

  /** Analyses the whole log; {@code outcomes} receives the events and rejects. */
  public static Analysed of(LogAtRest log, Consumer<Outcome> outcomes) throws LogFailure {
    return of(log, new Gathered(), outcomes);
  }

  /** Analyses the whole log and keeps the state of selected runs even if many follow them. */
  public static Analysed keeping(LogAtRest log, Predicate<RunId> run) throws LogFailure {
    return of(log, new Gathered(run), outcome -> {});
  }

  private static Analysed of(LogAtRest log, Gathered gathered, Consumer<Outcome> outcomes)
      throws LogFailure {
    Dates dates = new Dates();
    SlicedLog.read(log, Pass.DATES, dates::add);
    LogTimes times = dates.times(ZoneOffset.UTC, null, SlicedLog.changed(log.files()));
    Analysed analysed = new Analysed(log, gathered, times, outcomes);
    SlicedLog.read(log, Pass.ANALYSIS, analysed::take);
    analysed.end();
    return analysed;
  }

  public Board board() {
    return gathered.board();
  }

  /** The number of runs that the board has dropped because too many followed them. */
  public long runsLeftOut() {
    return gathered.runsLeftOut();
  }

  /** The origin of the times, as a line of text. */
  public String timesLine() {
    return times.dates() == 0
        ? "times: of the file's last change for all of it, no line has a date\n"
        : "times: by %s of the log, UTC where they name no zone, estimated between them\n"
            .formatted(Counted.text(times.dates(), "date"));
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
