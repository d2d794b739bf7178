package io.tidemark.sink.push;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.tidemark.sink.receiver.Endpoint;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Clock;
import java.util.Map;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class PushTest {

  private final Semaphore arrived = new Semaphore(0);
  private final PrometheusMeterRegistry meters =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private volatile int status = 200;
  private HttpServer server;

  @BeforeEach
  void listen() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::take);
    server.start();
    meters.counter("a.count").increment();
  }

  @AfterEach
  void end() {
    server.stop(0);
  }

  private void take(HttpExchange exchange) throws IOException {
    exchange.getRequestBody().readAllBytes();
    // Before the answer: who has it may look at once.
    arrived.release();
    exchange.sendResponseHeaders(status, -1);
    exchange.close();
  }

  private Push push(boolean otlp) {
    String url = "http://127.0.0.1:" + server.getAddress().getPort() + "/";
    Endpoint to = Endpoint.of("--to", url, Map.of());
    Clock clock = Clock.systemUTC();
    return otlp
        ? Push.otlp(to, "box-9:9464", meters, clock)
        : Push.remoteWrite(to, "box-9:9464", meters, clock);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void theStartAndTheEndArePushed(boolean otlp) throws InterruptedException {
    Push push = push(otlp);
    arrived.acquire();
    assertThat(arrived.availablePermits()).isZero();

    push.close();

    assertThat(arrived.availablePermits()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aReceiverThatRefusesEverybodyIsNotAskedAtTheEnd(boolean otlp) throws InterruptedException {
    status = 401;
    Push push = push(otlp);
    arrived.acquire();

    push.close();

    assertThat(arrived.availablePermits()).isZero();
  }
}
