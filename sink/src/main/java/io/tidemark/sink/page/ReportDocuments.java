package io.tidemark.sink.page;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidemark.model.log.RunId;
import io.tidemark.model.plan.PlanKey;
import io.tidemark.model.plan.PlanRecord;
import io.tidemark.model.wire.Json;
import io.tidemark.sink.board.Board;
import io.tidemark.sink.snapshot.RunSnapshots;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Map;
import tools.jackson.core.JsonGenerator;

/**
 * All documents of a log as one JSON object. A key consists of the path, the run and the plan, one
 * per line. Tables are complete; the page selects ranges itself.
 */
final class ReportDocuments {

  private static final Paging ALL = new Paging(0, Integer.MAX_VALUE);

  private final BoardMoment moment;
  private final OutputStream out;
  private boolean begun;

  private ReportDocuments(BoardMoment moment, OutputStream out) {
    this.moment = moment;
    this.out = out;
  }

  static void write(
      BoardMoment moment, RunSnapshots snapshots, Map<String, Object> more, OutputStream out)
      throws IOException {
    ReportDocuments documents = new ReportDocuments(moment, out);
    out.write('{');
    documents.add("board", to -> BoardDocument.write(moment, to));
    documents.add("runs", to -> BoardDocument.writeRuns(moment, ALL, to));
    for (RunId run : moment.snapshot().board().runs().keySet()) {
      documents.addRun(run);
      documents.add("snapshots", run, to -> SnapshotColumns.write(snapshots.of(run), to));
    }
    for (Map.Entry<String, Object> one : more.entrySet()) {
      documents.add(
          one.getKey(),
          to -> {
            try (JsonGenerator json = HarmlessJson.pageGenerator(to)) {
              json.writePOJO(one.getValue());
            }
          });
    }
    out.write('}');
  }

  private void addRun(RunId run) throws IOException {
    Board board = moment.snapshot().board();
    add("run", run, to -> BoardDocument.writeRun(moment, run, to));
    add("timelines", run, to -> Pages.timelines(board, run, to));
    add("plans", run, to -> Pages.plans(board, run, ALL, to));
    add("ops", run, to -> Pages.ops(board, run, new Pages.OfMemory("", ""), ALL, to));
    add("phases", run, to -> Pages.phases(board, run, ALL, to));
    add("rejects", run, to -> Pages.rejects(moment, run, ALL, to));
    for (Map.Entry<PlanKey, PlanRecord> plan : board.plansOf(run)) {
      if (plan.getValue() instanceof PlanRecord.Summary) {
        String key = "\nrun=" + run + "\nplan=" + plan.getKey().plan();
        add("plan" + key, to -> PlanDocument.write(board, plan.getKey(), to));
        add("intervals" + key, to -> Pages.intervals(board, plan.getKey(), ALL, to));
      }
    }
  }

  private void add(String name, RunId run, Rendition.Body body) throws IOException {
    add(name + "\nrun=" + run, body);
  }

  private void add(String key, Rendition.Body body) throws IOException {
    if (begun) {
      out.write(',');
    }
    begun = true;
    out.write(Json.MAPPER.writeValueAsString("api/v1/" + key).getBytes(UTF_8));
    out.write(':');
    body.writeTo(out);
  }
}
