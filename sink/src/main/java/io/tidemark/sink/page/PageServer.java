package io.tidemark.sink.page;

import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.tidemark.model.Refusal;
import io.tidemark.sink.board.BoardSnapshot;
import io.tidemark.sink.snapshot.Snapshots;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The sink's paths:
 *
 * <pre>
 *  /             the page, with its scripts and /page.css
 *  /metrics      Prometheus text or OpenMetrics, as asked for
 *  /health       200 while the reader lives and is not stalled, else 503 and why
 *  /ready        the same, and only once the board is complete
 *  /api/v1/state the canonical document            /api/v1/board   what the page shows
 *  /api/v1/runs  every run by urgency, without tables: failed, alerting, open, others
 * with ?run=SOURCE#N; an unknown run gives 404, {"error": why}:
 *  /api/v1/run       one run as on the board       /api/v1/timelines  its use over time
 *  /api/v1/plans     its plans, feasible first     /api/v1/ops        its ops that changed use
 *                    (of one memory: &device=0&memory=DRAM)
 *  /api/v1/plan      &plan=NAME with its summary, from which the page draws it
 *  /api/v1/intervals of &plan=NAME, in the order of the log
 *  /api/v1/phases    its training's phases, in the order of the log
 *  /api/v1/rejects   rejected lines of its file, the newest first
 *  /api/v1/snapshots single snapshots of &device=0&memory=DRAM
 * </pre>
 *
 * <p>Runs, plans, ops, phases and intervals are ranges, answered as {@code {"inAll": 43, "rows":
 * […]}}. Their parameters are {@code from} (default 0) and {@code most} (default 100; limit 100,
 * for intervals 5,000). A range beyond the end has no rows. Snapshots have another kind of range,
 * see {@link io.tidemark.sink.snapshot.SnapshotRange}.
 *
 * <p>The probes are answered at once; the scrape and the documents have separate threads.
 */
public final class PageServer implements AutoCloseable {

  private final WebServer web;
  private final List<SharedDocuments> documents;

  private PageServer(WebServer web, List<SharedDocuments> documents) {
    this.web = web;
    this.documents = documents;
  }

  /** The sources of the answers. */
  public record Shown(
      Supplier<BoardSnapshot> snapshots,
      Health health,
      PrometheusMeterRegistry meters,
      Snapshots ranges) {

    /** Sources without single snapshots. */
    public Shown(Supplier<BoardSnapshot> snapshots, Health health, PrometheusMeterRegistry meters) {
      this(snapshots, health, meters, Snapshots.NONE);
    }
  }

  /**
   * Starts listening.
   *
   * @throws Refusal when it cannot listen there
   */
  public static PageServer start(Shown shown, Listen listen) {
    SharedDocuments scrapes = MetricsServer.scrapes();
    SharedDocuments documents = new SharedDocuments("tidemark-documents");
    SharedDocuments ranges = new SharedDocuments("tidemark-snapshots");
    Map<String, Route> routes = MetricsServer.routes(scrapes, shown.meters(), shown.health());
    StaticFile.all().forEach(file -> routes.put(file.path(), file::answer));
    routes.put("/ready", exchange -> MetricsServer.probe(exchange, "ready", unready(shown)));
    routes.put("/api/v1/state", exchange -> documents.send("state", () -> state(shown), exchange));
    BoardMoment.Source moments = new BoardMoment.Source(shown.snapshots(), Clock.systemUTC());
    RunRoutes.addTo(routes, moments, documents);
    routes.put("/api/v1/snapshots", new SnapshotRoute(moments, shown.ranges(), ranges));
    return new PageServer(WebServer.start(listen, routes), List.of(scrapes, documents, ranges));
  }

  /** The port listened on. */
  public int port() {
    return web.port();
  }

  @Override
  public void close() {
    web.close();
    documents.forEach(SharedDocuments::close);
  }

  private static Optional<String> unready(Shown shown) {
    Optional<String> problem = shown.health().problem();
    boolean reading = problem.isEmpty() && !shown.snapshots().get().ready();
    return reading ? Optional.of("still reading") : problem;
  }

  private static Rendition state(Shown shown) {
    BoardSnapshot now = shown.snapshots().get();
    return new Rendition(now, Rendition.JSON, out -> StateDocument.write(now.board(), out));
  }
}
