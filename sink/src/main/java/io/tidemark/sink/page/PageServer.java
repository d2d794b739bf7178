package io.tidemark.sink.page;

import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.tidemark.model.Refusal;
import io.tidemark.sink.board.BoardSnapshot;
import io.tidemark.sink.snapshot.Snapshots;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
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
  private final Scrapes scrapes;
  private final SharedDocuments documents;
  private final SnapshotRoute ranges;

  private PageServer(
      WebServer web, Scrapes scrapes, SharedDocuments documents, SnapshotRoute ranges) {
    this.web = web;
    this.scrapes = scrapes;
    this.documents = documents;
    this.ranges = ranges;
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
    Scrapes scrapes = new Scrapes(shown.meters());
    SharedDocuments documents = new SharedDocuments("tidemark-documents", DocumentBound.bytes());
    Map<String, Route> routes = MetricsServer.routes(scrapes, shown.health());
    addFiles(routes);
    BoardMoment.Source moments = new BoardMoment.Source(shown.snapshots(), Clock.systemUTC());
    addDocuments(routes, shown, moments, documents);
    SnapshotRoute ranges = new SnapshotRoute(moments, shown.ranges());
    routes.put("/api/v1/snapshots", ranges);
    return new PageServer(WebServer.start(listen, routes), scrapes, documents, ranges);
  }

  /** The port listened on. */
  public int port() {
    return web.port();
  }

  @Override
  public void close() {
    web.close();
    scrapes.close();
    documents.close();
    ranges.close();
  }

  private static void addFiles(Map<String, Route> routes) {
    for (StaticFile file : StaticFile.all()) {
      routes.put(file.path(), file::answer);
    }
  }

  private static void addDocuments(
      Map<String, Route> routes,
      Shown shown,
      BoardMoment.Source moments,
      SharedDocuments documents) {
    Supplier<BoardSnapshot> snapshots = shown.snapshots();
    routes.put("/ready", exchange -> MetricsServer.probe(exchange, "ready", unready(shown)));
    routes.put(
        "/api/v1/state",
        exchange ->
            documents.send(
                "state",
                of(snapshots, now -> out -> StateDocument.write(now.board(), out)),
                exchange));
    routes.put(
        "/api/v1/board",
        exchange ->
            documents.send(
                "board", at(moments, now -> out -> BoardDocument.write(now, out)), exchange));
    RunRoutes.addTo(routes, moments, documents);
  }

  private static Optional<String> unready(Shown shown) {
    Optional<String> problem = shown.health().problem();
    boolean reading = problem.isEmpty() && !shown.snapshots().get().ready();
    return reading ? Optional.of("still reading") : problem;
  }

  private static Supplier<Rendition> of(
      Supplier<BoardSnapshot> snapshots, Function<BoardSnapshot, Rendition.Body> body) {
    return () -> {
      BoardSnapshot now = snapshots.get();
      return new Rendition(now, Rendition.JSON, body.apply(now));
    };
  }

  private static Supplier<Rendition> at(
      Supplier<BoardMoment> moments, Function<BoardMoment, Rendition.Body> body) {
    return () -> {
      BoardMoment now = moments.get();
      return new Rendition(now, Rendition.JSON, body.apply(now));
    };
  }
}
