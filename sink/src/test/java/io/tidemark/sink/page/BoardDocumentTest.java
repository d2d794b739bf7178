package io.tidemark.sink.page;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidemark.sink.Golden;
import io.tidemark.sink.Made;
import java.io.ByteArrayOutputStream;
import org.junit.jupiter.api.Test;

class BoardDocumentTest {

  @Test
  void theMadeUpBoardGivesTheGoldenDocument() throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();

    BoardMoment moment = new BoardMoment(Made.board().snapshot(), Made.NEW_YEAR_MILLIS);
    HarmlessJson.write(out, json -> BoardDocument.write(moment, json));

    Golden.check(out.toString(UTF_8), "golden-board.json");
  }
}
