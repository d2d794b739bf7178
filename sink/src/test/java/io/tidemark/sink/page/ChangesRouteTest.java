package io.tidemark.sink.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.tidemark.sink.Made;
import io.tidemark.sink.board.BoardSnapshot;
import io.tidemark.sink.snapshot.Snapshots;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A page waits for a change in one request. */
@Timeout(60)
class ChangesRouteTest {

  private volatile BoardSnapshot snapshot = Made.board().snapshot();
  private volatile Optional<String> problem = Optional.empty();
  private volatile CountDownLatch looks = new CountDownLatch(0);
  private final WebServer server =
      PageServer.start(
          new PageServer.Shown(
              this::seen,
              Optional::empty,
              () -> problem,
              new PrometheusMeterRegistry(PrometheusConfig.DEFAULT),
              Snapshots.NONE),
          new Listen("127.0.0.1", 0));
  private final PageClient client = new PageClient(server.port());

  private BoardSnapshot seen() {
    looks.countDown();
    return snapshot;
  }

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void whoKnowsNoNumberIsAnsweredAtOnce() {
    assertThat(changes("")).matches("\\d+");
    assertThat(changes("4")).matches("\\d+");
  }

  @Test
  void aRequestWaitsForAnotherBoard() throws InterruptedException {
    String known = changes("");
    CompletableFuture<String> waiting = waiting(known);

    snapshot = Made.board().snapshot();

    assertThat(waiting.join()).matches("\\d+").isNotEqualTo(known);
  }

  @Test
  void aRequestWaitsForAnotherProblem() throws InterruptedException {
    String known = changes("");
    CompletableFuture<String> waiting = waiting(known);

    problem = Optional.of("Kafka does not answer");

    assertThat(waiting.join()).matches("\\d+").isNotEqualTo(known);
  }

  /** A request that the server has looked at several times without an answer. */
  private CompletableFuture<String> waiting(String known) throws InterruptedException {
    looks = new CountDownLatch(4);
    CompletableFuture<String> waiting = CompletableFuture.supplyAsync(() -> changes(known));
    assertThat(looks.await(30, TimeUnit.SECONDS)).isTrue();
    assertThat(waiting).isNotDone();
    return waiting;
  }

  private String changes(String after) {
    return client.get("/api/v1/changes?after=" + after).body().strip();
  }
}
