package io.tidemark.app.surface;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tidemark.analysis.run.Settings;
import io.tidemark.app.logfile.Analysed;
import io.tidemark.app.logfile.LogAtRest;
import io.tidemark.app.notify.NoticeTexts;
import io.tidemark.app.report.Report;
import io.tidemark.app.summary.StatusLines;
import io.tidemark.app.summary.Summary;
import io.tidemark.model.ByteSize;
import io.tidemark.model.Samples;
import io.tidemark.model.log.RunId;
import io.tidemark.model.wire.Json;
import io.tidemark.sink.board.Board;
import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every surface gives the same answer: the same words and figures for each part. */
class AnswerSurfacesTest {

  /** Later than every date of a sample; all its runs have ended. */
  private static final long NOW = 4_000_000_000_000L;

  /**
   * The expected parts of a log's answer, as texts that each surface must contain.
   *
   * @param log in the folder of samples, in {@code cases} beside it, or in {@code writers} of these
   *     resources, whose logs were written for this test in the words of each writer
   */
  record Expected(String log, String state, String where, String why, String fills) {
    @Override
    public String toString() {
      return log;
    }

    Path path() throws URISyntaxException {
      URL own = AnswerSurfacesTest.class.getResource(log);
      return own != null
          ? Path.of(own.toURI())
          : log.startsWith("cases/")
              ? Samples.path("xla/golden.json").getParent().getParent().resolveSibling(log)
              : log.startsWith("examples/") ? Samples.root().resolve(log) : Samples.path(log);
    }
  }

  private static Stream<Expected> expected() throws IOException {
    List<Expected> all = new ArrayList<>();
    for (String row : table().strip().split("\n\n", -1)) {
      List<String> cells = row.strip().lines().map(cell -> cell.equals("-") ? "" : cell).toList();
      all.add(new Expected(cells.get(0), cells.get(1), cells.get(2), cells.get(3), cells.get(4)));
    }
    return all.stream();
  }

  private static String table() throws IOException {
    try (var table = AnswerSurfacesTest.class.getResourceAsStream("answers.txt")) {
      return new String(table.readAllBytes(), UTF_8);
    }
  }

  @ParameterizedTest
  @MethodSource("expected")
  void everySurfaceGivesTheSameAnswer(Expected of) throws Exception {
    assumeTrue(Files.exists(of.path()), "the log is not here");
    LogAtRest log = LogAtRest.of(List.of(of.path()), Settings.DEFAULT).get(0);
    Board board = Analysed.of(log, outcome -> {}).board();
    RunId run = board.runs().firstKey();
    Map<String, String> surfaces = new LinkedHashMap<>();
    surfaces.put("summary", Summary.of(board, NOW));
    surfaces.put("page", page(board, run));
    surfaces.put("markdown", Report.markdown(board).replace("`", ""));
    surfaces.put("status line", StatusLines.line(board, run, board.runs().get(run), NOW));
    if (!board.alertsOf(run).isEmpty()) {
      surfaces.put("webhook", NoticeTexts.webhook(board, run));
      surfaces.put("variables", NoticeTexts.variables(board, run));
    }
    // What the log does not state is no part of the answer.
    String summary = " " + surfaces.get("summary").replaceAll("\\s+", " ");
    assertThat(summary.contains(" where ")).isEqualTo(!of.where().isEmpty());
    assertThat(summary.contains(" why ")).isEqualTo(!of.why().isEmpty());
    String alerts = Summary.alerts(board, run, board.runs().get(run));
    assertThat(summary).contains(alerts.isEmpty() ? "" : " alerts " + alerts + " ");
    assertThat(surfaces.get("markdown").contains("| alerts | " + alerts + " |"))
        .isEqualTo(!alerts.isEmpty());
    assertThat(summary.contains(" fills ")).isEqualTo(!of.fills().isEmpty());
    surfaces.forEach(
        (surface, text) -> {
          String words = text.replaceAll("\\s+", " ");
          assertThat(words).as(surface).contains(of.where(), of.why());
          if (!surface.equals("status line")) {
            assertThat(words).as(surface).contains(of.fills());
          }
          if (!surface.equals("webhook") && !surface.equals("variables")) {
            assertThat(words.toLowerCase(Locale.ROOT)).as(surface).contains(of.state());
          }
        });
  }

  /** The strings of the run's document, with its figures in words. */
  private static String page(Board board, RunId run) throws Exception {
    String document = Door.get(board, "/api/v1/run?run=" + run.source() + "%23" + run.number());
    var answer = Json.MAPPER.readTree(document).get("answer");
    StringBuilder words = new StringBuilder(document);
    for (String kind : List.of("parts", "modules", "ops")) {
      var holders = answer.path("fills").path(kind);
      List<String> said = new ArrayList<>();
      holders.forEach(
          holder ->
              said.add(
                  holder.get("name").asString()
                      + " "
                      + ByteSize.text(holder.get("heldAtPeakBytes").asLong())));
      words.append(' ').append(String.join(", ", said));
    }
    return words.toString();
  }
}
