package io.tidemark.sink.page;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.sink.Golden;
import io.tidemark.sink.Made;
import java.io.ByteArrayOutputStream;
import org.junit.jupiter.api.Test;

class BoardDocumentTest {

  @Test
  void theMadeUpBoardGivesTheGoldenDocument() throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();

    BoardDocument.write(new BoardMoment(Made.board().snapshot(), Made.NEW_YEAR_MILLIS), out);

    assertThat(out.toString(UTF_8)).isEqualTo(Golden.text("golden-board.json"));
  }
}
