package io.tidemark.sink.page;

import static io.tidemark.sink.Made.RUN;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.plan.PlanKey;
import io.tidemark.model.plan.PlanRecord;
import io.tidemark.model.wire.Json;
import io.tidemark.sink.Made;
import io.tidemark.sink.board.Board;
import io.tidemark.sink.board.BoardBuilder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class PlanDocumentTest {

  private static final String PLAN = "lmem#1";

  private static JsonNode document(String plan) throws IOException {
    BoardBuilder builder = Made.board();
    builder.applyPlan(new PlanKey(RUN, PLAN, 0), Made.summary(4400));
    Board board = builder.snapshot().board();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    HarmlessJson.write(out, json -> PlanDocument.write(board, new PlanKey(RUN, plan, 0), json));
    return Json.MAPPER.readTree(out.toByteArray());
  }

  @Test
  void aPlanHasItsVerdictAndItsWholeSummary() throws IOException {
    PlanRecord.Summary summary = Made.summary(4400);

    JsonNode document = document(PLAN);

    assertThat(document.get("plan").asString()).isEqualTo(PLAN);
    assertThat(document.get("verdict").asString()).isNotEmpty();
    assertThat(document.at("/summary/peakBytes").asLong()).isEqualTo(summary.peakBytes());
    assertThat(document.at("/summary/usedPerStep")).hasSize(summary.use().usedPerStep().size());
  }

  @Test
  void aPlanThatIsNotKnownIsAnEmptyObject() throws IOException {
    assertThat(document("lmem#7")).isEmpty();
  }
}
