package io.tidemark.sink.page;

import io.tidemark.model.log.RunId;
import io.tidemark.model.run.RunStatus;
import io.tidemark.sink.board.Board;
import io.tidemark.sink.verdict.RunOrder;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JsonGenerator;

/** The page's data as small JSON: the runs in order of urgency, and the head of each table. */
final class BoardDocument {

  static final int MOST_RUNS = 10;

  private BoardDocument() {}

  /** Writes one run after another. */
  static void write(BoardMoment moment, OutputStream to) throws IOException {
    Board board = moment.snapshot().board();
    try (JsonGenerator out = HarmlessJson.pageGenerator(to)) {
      RunWriter runs = new RunWriter(moment, out);
      out.writeStartObject();
      out.writeBooleanProperty("ready", moment.snapshot().ready());
      out.writeArrayPropertyStart("runs");
      RunOrder.of(board).stream()
          .limit(MOST_RUNS)
          .forEach(run -> runs.whole(run.getKey(), run.getValue()));
      out.writeEndArray();
      out.writeNumberProperty("runsInAll", board.runs().size());
      out.writeEndObject();
    }
  }

  /** Writes one run as on the board, regardless of its rank. */
  static void writeRun(BoardMoment moment, RunId id, OutputStream to) throws IOException {
    try (JsonGenerator out = HarmlessJson.pageGenerator(to)) {
      RunStatus status = moment.snapshot().board().runs().get(id);
      if (status == null) {
        out.writeStartObject();
        out.writeEndObject();
      } else {
        new RunWriter(moment, out).whole(id, status);
      }
    }
  }

  /** Writes a range of all runs in order of urgency, each with its figures and without tables. */
  static void writeRuns(BoardMoment moment, Paging range, OutputStream to) throws IOException {
    List<Map.Entry<RunId, RunStatus>> runs = RunOrder.of(moment.snapshot().board());
    try (JsonGenerator out = HarmlessJson.pageGenerator(to)) {
      RunWriter writer = new RunWriter(moment, out);
      Pages.write(
          out, runs.size(), range.of(runs), run -> writer.head(run.getKey(), run.getValue()));
    }
  }
}
