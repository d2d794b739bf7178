package io.tidemark.app.page;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.tidemark.analysis.run.Settings;
import io.tidemark.app.logfile.Analysed;
import io.tidemark.app.logfile.LogAtRest;
import io.tidemark.sink.board.Board;
import io.tidemark.sink.board.BoardBuilder;
import io.tidemark.sink.board.BoardSnapshot;
import io.tidemark.sink.page.Listen;
import io.tidemark.sink.page.PageServer;
import io.tidemark.sink.page.WebServer;
import io.tidemark.sink.snapshot.Snapshots;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The sink's own page for the boards of analysed logs, which may grow. */
final class ShownLogs implements AutoCloseable {

  /** Folder of the golden logs, relative to the checkout. */
  static final String GOLDEN = "analysis/src/test/resources/io/tidemark/analysis/system/";

  private volatile BoardSnapshot snapshot;
  private volatile @Nullable String problem;
  private final WebServer server;

  private ShownLogs(BoardSnapshot first, Snapshots snapshots) {
    snapshot = first;
    server =
        PageServer.start(
            new PageServer.Shown(
                () -> snapshot,
                Optional::empty,
                () -> Optional.ofNullable(problem),
                new PrometheusMeterRegistry(PrometheusConfig.DEFAULT),
                snapshots),
            new Listen("127.0.0.1", 0));
  }

  static ShownLogs of(List<Path> files) throws Exception {
    return new ShownLogs(analysed(files), Snapshots.NONE);
  }

  /** Shows a state that no complete log has. */
  static ShownLogs ofBoard(BoardSnapshot board) {
    return ofBoard(board, Snapshots.NONE);
  }

  /** The same, with a source of single snapshots. */
  static ShownLogs ofBoard(BoardSnapshot board, Snapshots snapshots) {
    return new ShownLogs(board, snapshots);
  }

  /** Shows the logs in their present state. */
  void read(List<Path> files) throws Exception {
    snapshot = analysed(files);
  }

  private static BoardSnapshot analysed(List<Path> files) throws Exception {
    BoardBuilder builder = new BoardBuilder();
    for (LogAtRest log : LogAtRest.of(files, Settings.DEFAULT)) {
      Board board = Analysed.of(log, outcome -> {}).board();
      board.runs().forEach(builder::applyRun);
      board.usage().forEach((key, usage) -> builder.applyUsage(key, usage, 0));
      board.ops().forEach(builder::applyOps);
      board.timelines().forEach(builder::applyTimeline);
      board.alerts().forEach(builder::applyAlert);
      board.plans().forEach(builder::applyPlan);
    }
    return builder.snapshot();
  }

  /** Is not ready from now on. */
  void unready(String why) {
    problem = why;
  }

  Board board() {
    return snapshot.board();
  }

  URI index() {
    return URI.create("http://127.0.0.1:" + server.port() + "/");
  }

  /** The address of a view, with the keys of its link. */
  URI at(String view, Map<String, String> keys) {
    String rest =
        keys.entrySet().stream()
            .map(key -> "&" + key.getKey() + "=" + URLEncoder.encode(key.getValue(), UTF_8))
            .collect(Collectors.joining());
    return URI.create(
        "http://127.0.0.1:%d/?%d#view=%s%s".formatted(server.port(), rest.hashCode(), view, rest));
  }

  @Override
  public void close() {
    server.close();
  }
}
