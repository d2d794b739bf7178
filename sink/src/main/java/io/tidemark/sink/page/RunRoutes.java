package io.tidemark.sink.page;

import io.tidemark.model.TerminalText;
import io.tidemark.model.log.RunId;
import io.tidemark.model.plan.PlanKey;
import io.tidemark.sink.board.Board;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Map;
import java.util.function.Supplier;

/** The paths of the board, of one run, and of ranges of its tables. */
final class RunRoutes {

  private static final int MOST_INTERVALS = 5_000;

  private final Supplier<BoardMoment> moments;
  private final SharedDocuments documents;

  private RunRoutes(Supplier<BoardMoment> moments, SharedDocuments documents) {
    this.moments = moments;
    this.documents = documents;
  }

  /** A document at a moment. */
  private interface Body {
    void write(BoardMoment now, OutputStream to) throws IOException;
  }

  /** A document of a run, or of a range of one of its tables. */
  private interface Table<T> {
    void write(T now, RunId run, Paging range, OutputStream to) throws IOException;
  }

  static void addTo(
      Map<String, Route> routes, Supplier<BoardMoment> moments, SharedDocuments documents) {
    RunRoutes runs = new RunRoutes(moments, documents);
    routes.put("/api/v1/board", any -> runs.send("board", BoardDocument::write, any));
    routes.put("/api/v1/runs", runs::runs);
    routes.put(
        "/api/v1/run",
        runs.table("run", (now, run, range, to) -> BoardDocument.writeRun(now, run, to)));
    routes.put(
        "/api/v1/timelines",
        runs.ofBoard("timelines", (board, run, range, to) -> Pages.timelines(board, run, to)));
    routes.put("/api/v1/plans", runs.ofBoard("plans", Pages::plans));
    routes.put("/api/v1/ops", runs::ops);
    routes.put("/api/v1/phases", runs.ofBoard("phases", Pages::phases));
    routes.put("/api/v1/plan", runs::plan);
    routes.put("/api/v1/intervals", runs::intervals);
    routes.put("/api/v1/rejects", runs.table("rejects", Pages::rejects));
  }

  private void runs(Exchange exchange) {
    try {
      Paging range = Paging.of(exchange);
      send("runs " + range, (now, to) -> BoardDocument.writeRuns(now, range, to), exchange);
    } catch (IllegalArgumentException e) {
      exchange.refuse(400, String.valueOf(e.getMessage()));
    }
  }

  private Route table(String name, Table<BoardMoment> table) {
    return exchange -> ofRun(name, table, exchange, Paging.MOST);
  }

  private Route ofBoard(String name, Table<Board> table) {
    return exchange -> ofRun(name, inBoard(table), exchange, Paging.MOST);
  }

  private static Table<BoardMoment> inBoard(Table<Board> table) {
    return (now, run, range, to) -> table.write(now.snapshot().board(), run, range, to);
  }

  private void ops(Exchange exchange) {
    Pages.OfMemory wanted =
        new Pages.OfMemory(exchange.parameter("device"), exchange.parameter("memory"));
    ofBoard("ops " + wanted, (board, run, range, to) -> Pages.ops(board, run, wanted, range, to))
        .answer(exchange);
  }

  private void plan(Exchange exchange) {
    String plan = exchange.parameter("plan");
    ofBoard(
            "plan " + plan,
            (board, run, range, to) -> PlanDocument.write(board, new PlanKey(run, plan, 0), to))
        .answer(exchange);
  }

  private void intervals(Exchange exchange) {
    String plan = exchange.parameter("plan");
    ofRun(
        "intervals " + plan,
        inBoard(
            (board, run, range, to) ->
                Pages.intervals(board, new PlanKey(run, plan, 0), range, to)),
        exchange,
        MOST_INTERVALS);
  }

  /**
   * The run that a request names.
   *
   * @throws IllegalArgumentException when the text is no run id
   */
  static RunId runOf(Exchange exchange) {
    String run = exchange.parameter("run");
    try {
      return RunId.parse(run);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "run '%s': want ?run=<source>#<number>".formatted(TerminalText.of(run)), e);
    }
  }

  private void ofRun(String name, Table<BoardMoment> table, Exchange exchange, int mostRows) {
    RunId id;
    Paging range;
    try {
      id = runOf(exchange);
      range = Paging.of(exchange, mostRows);
    } catch (IllegalArgumentException e) {
      exchange.refuse(400, String.valueOf(e.getMessage()));
      return;
    }
    if (moments.get().snapshot().board().runs().containsKey(id)) {
      send(name + "\0" + id + "\0" + range, (now, to) -> table.write(now, id, range, to), exchange);
    } else {
      exchange.refuse(404, "run '%s' is not known".formatted(TerminalText.of(id.toString())));
    }
  }

  private void send(String name, Body body, Exchange exchange) {
    documents.send(
        name,
        () -> {
          BoardMoment now = moments.get();
          return new Rendition(now, Rendition.JSON, to -> body.write(now, to));
        },
        exchange);
  }
}
