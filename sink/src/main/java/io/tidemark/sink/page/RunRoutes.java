package io.tidemark.sink.page;

import io.tidemark.model.TerminalText;
import io.tidemark.model.log.RunId;
import io.tidemark.sink.board.Board;
import io.tidemark.sink.page.RunDocument.Asked;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import tools.jackson.core.JsonGenerator;

/** The paths of the board, of one run, and of ranges of its tables. */
final class RunRoutes {

  private final Supplier<BoardMoment> moments;
  private final SharedDocuments documents;

  private RunRoutes(Supplier<BoardMoment> moments, SharedDocuments documents) {
    this.moments = moments;
    this.documents = documents;
  }

  static void addTo(
      Map<String, Route> routes, Supplier<BoardMoment> moments, SharedDocuments documents) {
    RunRoutes runs = new RunRoutes(moments, documents);
    routes.put("/api/v1/board", any -> runs.send("board", BoardDocument::write, any));
    routes.put("/api/v1/runs", checked(runs::runs));
    routes.put("/api/v1/history", any -> runs.send("history", BoardDocument::writeHistory, any));
    for (RunDocument document : RunDocument.values()) {
      routes.put("/api/v1/" + document.path(), checked(any -> runs.ofRun(document, any)));
    }
  }

  /** Answers a parameter that is not allowed with 400 and the reason. */
  static Route checked(Route route) {
    return exchange -> {
      try {
        route.answer(exchange);
      } catch (IllegalArgumentException e) {
        exchange.refuse(400, String.valueOf(e.getMessage()));
      }
    };
  }

  private void runs(Exchange exchange) {
    Paging range = Paging.of(exchange, Paging.MOST);
    send("runs " + range, (now, out) -> BoardDocument.writeRuns(now, range, out), exchange);
  }

  private void ofRun(RunDocument document, Exchange exchange) {
    RunId run = runOf(exchange);
    Asked asked = document.asked(run, exchange);
    if (isKnown(run, moments.get().board(), exchange)) {
      send(document + "\0" + asked, (now, out) -> document.write(now, asked, out), exchange);
    }
  }

  static RunId runOf(Exchange exchange) {
    String run = exchange.parameter("run");
    try {
      return RunId.parse(run);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "run '%s': want ?run=<source>#<number>".formatted(TerminalText.of(run)), e);
    }
  }

  /** Whether the board has the run; otherwise the request is refused. */
  static boolean isKnown(RunId run, Board board, Exchange exchange) {
    boolean known = board.runs().containsKey(run);
    if (!known) {
      exchange.refuse(404, "run '%s' is not known".formatted(TerminalText.of(run.toString())));
    }
    return known;
  }

  private void send(String name, BiConsumer<BoardMoment, JsonGenerator> body, Exchange exchange) {
    documents.send(
        name,
        () -> {
          BoardMoment now = moments.get();
          return Rendition.ofPage(now, out -> body.accept(now, out));
        },
        exchange);
  }
}
