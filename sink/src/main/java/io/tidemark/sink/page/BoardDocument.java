package io.tidemark.sink.page;

import io.tidemark.model.log.RunId;
import io.tidemark.model.run.RunStatus;
import io.tidemark.sink.answer.RunsHistory;
import io.tidemark.sink.board.Board;
import io.tidemark.sink.verdict.RunOrder;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.core.JsonGenerator;

/** The page's data as small JSON: the runs in order of urgency, and the head of each table. */
final class BoardDocument {

  static final int MOST_RUNS = 10;
  private static final int MOST_HISTORY = 500;

  private BoardDocument() {}

  static void write(BoardMoment moment, JsonGenerator out) {
    Board board = moment.board();
    RunWriter runs = new RunWriter(moment, out);
    out.writeStartObject();
    out.writeBooleanProperty("ready", moment.snapshot().ready());
    out.writeArrayPropertyStart("runs");
    RunOrder.of(board, moment.millis()).stream()
        .limit(MOST_RUNS)
        .forEach(run -> runs.whole(run.getKey(), run.getValue()));
    out.writeEndArray();
    out.writeNumberProperty("runsInAll", board.runs().size());
    Map<RunOrder.Section, Integer> sections = new EnumMap<>(RunOrder.Section.class);
    board
        .runs()
        .forEach(
            (id, run) ->
                sections.merge(RunOrder.section(board, id, run, moment.millis()), 1, Integer::sum));
    out.writePOJOProperty("sections", sections);
    out.writeEndObject();
  }

  /** Writes the newest runs in order of time, each with its growth and why it is bad. */
  static void writeHistory(BoardMoment moment, JsonGenerator out) {
    RunsHistory history = RunsHistory.of(moment.board(), RunsHistory.MAX_GROWTH, moment.millis());
    List<RunsHistory.Row> runs = history.runs();
    Set<String> firstBads =
        history.firstBads().stream().map(RunsHistory.Row::run).collect(Collectors.toSet());
    out.writeStartObject();
    out.writeNumberProperty("inAll", runs.size());
    out.writeArrayPropertyStart("rows");
    for (RunsHistory.Row run : runs.subList(Math.max(0, runs.size() - MOST_HISTORY), runs.size())) {
      out.writeStartObject();
      out.writeStringProperty("run", run.run());
      out.writeStringProperty("program", run.program());
      out.writePOJOProperty("labels", run.labels());
      out.writeNumberProperty("startMillis", run.startMillis());
      out.writeStringProperty("verdict", run.words());
      out.writePOJOProperty("where", run.answer().where());
      out.writePOJOProperty("growth", run.growth());
      out.writePOJOProperty("bad", run.bad());
      out.writeBooleanProperty("firstBad", firstBads.contains(run.run()));
      out.writeEndObject();
    }
    out.writeEndArray();
    out.writeEndObject();
  }

  /** Writes one run as on the board, regardless of its rank. */
  static void writeRun(BoardMoment moment, RunId id, JsonGenerator out) {
    RunStatus status = moment.board().runs().get(id);
    if (status == null) {
      out.writeStartObject();
      out.writeEndObject();
    } else {
      new RunWriter(moment, out).whole(id, status);
    }
  }

  /** Writes a range of all runs in order of urgency, each with its figures and without tables. */
  static void writeRuns(BoardMoment moment, Paging range, JsonGenerator out) {
    RunWriter writer = new RunWriter(moment, out);
    Pages.write(
        RunOrder.of(moment.board(), moment.millis()),
        range,
        out,
        (any, run) -> writer.head(run.getKey(), run.getValue()));
  }
}
