package io.tidemark.sink.page;

import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.tidemark.model.Refusal;
import io.tidemark.model.Sha256;
import io.tidemark.model.TerminalText;
import io.tidemark.sink.board.BoardSnapshot;
import io.tidemark.sink.snapshot.Snapshots;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.eclipse.jetty.http.HttpHeader;
import org.jspecify.annotations.Nullable;

/**
 * The sink's paths:
 *
 * <pre>
 *  /             the page, with its scripts and /page.css
 *  /metrics      Prometheus text or OpenMetrics, as asked for
 *  /health       200 while the reader lives and is not stalled, else 503 and why
 *  /ready        the same, and only once the board is complete and Kafka answers
 *  /api/v1/ready the same text, without an error
 *  /api/v1/changes  a number; ?after=NUMBER waits for another one, or 25 seconds
 *  /api/v1/state the canonical document            /api/v1/board   what the page shows
 *  /api/v1/runs  every run by urgency, without tables: failed, alerting, open, others
 *  /api/v1/history  the newest runs by time: peak, growth, the first bad one
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
public final class PageServer {

  private PageServer() {}

  public record Shown(
      Supplier<BoardSnapshot> snapshots,
      Health health,
      Health ready,
      PrometheusMeterRegistry meters,
      Snapshots ranges) {

    /** Why this board is not up to date, in the words of {@code /ready}; empty if it is. */
    public Optional<String> unready(BoardSnapshot now) {
      return health
          .problem()
          .or(ready::problem)
          .or(() -> now.ready() ? Optional.empty() : Optional.of("still reading"));
    }
  }

  /**
   * Starts listening, before there is a board: it is alive, not ready, and has no page yet.
   *
   * @param starting why it is not ready
   * @throws Refusal when it cannot listen there
   */
  public static WebServer start(PrometheusMeterRegistry meters, Health starting, Listen listen) {
    SharedDocuments scrapes = MetricsServer.scrapes();
    Map<String, Route> routes = MetricsServer.routes(scrapes, meters, Optional::empty, starting);
    routes.put(
        WebServer.ANY_OTHER,
        exchange -> exchange.busy(503, starting.problem().orElse("starting up")));
    return WebServer.start(listen, routes, scrapes);
  }

  /**
   * Starts listening.
   *
   * @throws Refusal when it cannot listen there
   */
  public static WebServer start(Shown shown, Listen listen) {
    WebServer web = WebServer.start(listen, Map.of());
    show(shown, web);
    return web;
  }

  /** Serves the board from now on. */
  public static void show(Shown shown, WebServer web) {
    SharedDocuments scrapes = MetricsServer.scrapes();
    SharedDocuments documents = new SharedDocuments("tidemark-documents");
    SharedDocuments ranges = new SharedDocuments("tidemark-snapshots");
    Health ready = () -> shown.unready(shown.snapshots().get());
    Map<String, Route> routes =
        MetricsServer.routes(scrapes, shown.meters(), shown.health(), ready);
    StaticFile.all().forEach(file -> routes.put(file.path(), file::answer));
    routes.put("/api/v1/state", exchange -> documents.send("state", () -> state(shown), exchange));
    BoardMoment.Source moments = new BoardMoment.Source(shown.snapshots(), Clock.systemUTC());
    RunRoutes.addTo(routes, moments, documents);
    routes.put(
        "/api/v1/snapshots", RunRoutes.checked(new SnapshotRoute(moments, shown.ranges(), ranges)));
    routes.put(
        "/api/v1/ready",
        exchange -> exchange.text(200, ready.problem().map(TerminalText::line).orElse("ready")));
    routes.put("/api/v1/changes", new ChangesRoute(shown.snapshots(), ready));
    web.serve(routes, scrapes, documents, ranges);
  }

  private static Rendition state(Shown shown) {
    BoardSnapshot now = shown.snapshots().get();
    return new Rendition(now, Rendition.JSON, out -> StateDocument.write(now.board(), out));
  }

  /**
   * The page's files; no other file is served, whatever the path. A client may cache a file and
   * revalidates it. A file is compressed at its first request, since most watches have no reader.
   */
  private static final class StaticFile {

    private static final String ECHARTS =
        "/META-INF/resources/_static/echarts/6.0.0/dist/echarts.esm.min.js";
    private static final String SCRIPT = "text/javascript;charset=utf-8";
    private static final String STYLE = "text/css;charset=utf-8";
    private static final int VERSION_DIGITS = 16;

    private final String path;
    private final String resource;
    private final String contentType;
    private byte @Nullable [] packed;

    /** An ETag without its quotes. */
    private String version = "";

    private StaticFile(String path, String resource, String contentType) {
      this.path = path;
      this.resource = resource;
      this.contentType = contentType;
    }

    static List<StaticFile> all() {
      return Stream.concat(
              Stream.of(
                  new StaticFile("/", "index.html", "text/html;charset=utf-8"),
                  new StaticFile("/page.css", "page.css", STYLE),
                  new StaticFile("/plan.css", "plan.css", STYLE),
                  new StaticFile("/echarts.js", ECHARTS, SCRIPT)),
              ReportPage.modules().stream().map(name -> new StaticFile("/" + name, name, SCRIPT)))
          .toList();
    }

    String path() {
      return path;
    }

    /** Answers with the file, or that the client's copy is still valid. */
    void answer(Exchange exchange) {
      boolean gzip = exchange.gzip();
      byte[] file = packed();
      String tag = "\"" + version + (gzip ? "-gzip" : "") + "\"";
      exchange.headers().put(HttpHeader.CACHE_CONTROL, "no-cache");
      exchange.headers().put(HttpHeader.VARY, "Accept-Encoding");
      exchange.headers().put(HttpHeader.ETAG, tag);
      if (tag.equals(exchange.header("If-None-Match"))) {
        exchange.send(304, contentType, new byte[0]);
      } else if (gzip) {
        exchange.headers().put(HttpHeader.CONTENT_ENCODING, "gzip");
        exchange.send(200, contentType, file);
      } else {
        exchange.send(200, contentType, bytes());
      }
    }

    /** The file by gzip; sets its version, too. */
    private synchronized byte[] packed() {
      byte[] known = packed;
      if (known == null) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        byte[] file = bytes();
        try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
          gzip.write(file);
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
        version =
            HexFormat.of().formatHex(Sha256.digest().digest(file)).substring(0, VERSION_DIGITS);
        known = out.toByteArray();
        packed = known;
      }
      return known;
    }

    private byte[] bytes() {
      return ReportPage.resource(resource);
    }
  }
}
