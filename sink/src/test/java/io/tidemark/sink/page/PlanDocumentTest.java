package io.tidemark.sink.page;

import static io.tidemark.sink.Made.RUN;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.plan.PlanKey;
import io.tidemark.model.plan.PlanRecord;
import io.tidemark.model.wire.Json;
import io.tidemark.sink.Made;
import io.tidemark.sink.board.BoardBuilder;
import io.tidemark.sink.page.RunDocument.Asked;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class PlanDocumentTest {

  private static final String PLAN = "lmem#1";

  private static JsonNode document(String plan) throws IOException {
    BoardBuilder builder = Made.board();
    builder.applyPlan(new PlanKey(RUN, PLAN, 0), Made.summary(4400));
    BoardMoment now = new BoardMoment(builder.snapshot(), 0);
    Asked asked = new Asked(RUN, Map.of("plan", plan), new Paging(0, 1));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    HarmlessJson.write(out, json -> RunDocument.PLAN.write(now, asked, json));
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
