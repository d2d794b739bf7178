package io.tidemark.sink.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.plan.PlanKey;
import io.tidemark.model.plan.PlanRecord;
import io.tidemark.model.wire.Json;
import io.tidemark.sink.Made;
import io.tidemark.sink.board.BoardBuilder;
import io.tidemark.sink.snapshot.RunSnapshots;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Collections;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class ReportDocumentsTest {

  @Test
  void aPlanOfManyIntervalsIsInAReportAsAWhole() throws IOException {
    BoardBuilder board = Made.board();
    PlanRecord.Page one = Made.page("b1", 9_000);
    PlanRecord.Page full =
        new PlanRecord.Page(
            Collections.nCopies(PlanRecord.Page.SIZE, one.intervals().get(0)), one.offset());
    for (int page = 1; page <= 40; page++) {
      board.applyPlan(new PlanKey(Made.RUN, Made.PLAN.plan(), page), full);
    }

    JsonNode intervals =
        documents(board).get("api/v1/intervals\nrun=" + Made.RUN + "\nplan=" + Made.PLAN.plan());

    assertThat(intervals.get("inAll").intValue()).isEqualTo(40 * PlanRecord.Page.SIZE);
    assertThat(intervals.get("rows").size()).isEqualTo(40 * PlanRecord.Page.SIZE);
  }

  private static JsonNode documents(BoardBuilder board) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ReportDocuments.write(
        new BoardMoment(board.snapshot(), Made.NEW_YEAR_MILLIS), new RunSnapshots(), Map.of(), out);
    return Json.MAPPER.readTree(out.toByteArray());
  }
}
