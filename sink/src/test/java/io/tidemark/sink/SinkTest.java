package io.tidemark.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.tidemark.model.Refusal;
import io.tidemark.model.run.RunStatus;
import io.tidemark.sink.page.Listen;
import io.tidemark.sink.page.PageServer;
import io.tidemark.sink.page.StateDocument;
import io.tidemark.sink.page.WebServer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests the sink without a broker: it waits for one, serves meanwhile, and releases everything. */
@Timeout(60)
class SinkTest {

  private static final Map<String, Object> NOBODY = Map.of("bootstrap.servers", "127.0.0.1:1");

  private static Sink open(Map<String, Object> kafka, int port, PrometheusMeterRegistry meters) {
    WebServer page =
        PageServer.start(meters, () -> Optional.of("starting up"), new Listen("127.0.0.1", port));
    try {
      return Sink.open(
          new SinkConfig(
              kafka,
              "",
              SinkConfig.Receivers.NONE,
              SinkConfig.Scope.ALL,
              SinkConfig.STALLED_AFTER,
              null),
          meters,
          new Sink.Beside(page, Optional::empty, Optional::empty, System::nanoTime));
    } catch (RuntimeException e) {
      page.close();
      throw e;
    }
  }

  private final PrometheusMeterRegistry meters =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

  @Test
  void withoutABrokerItServesAnEmptyBoardAndIsNotReady() {
    try (Sink sink = open(NOBODY, 0, meters)) {
      assertThat(sink.ready()).isFalse();
      assertThat(sink.board().runs()).isEmpty();
      assertThat(StateDocument.of(sink.board())).isEqualTo("{\n  \"runs\" : { }\n}\n");
      assertThat(sink.port()).isPositive();
      assertThat(sink.lacks(Map.of("a.log", new Sink.Shipped("g1", 10, false))))
          .hasValue("source a.log: shipped to byte 10 of generation g1, analysed to nothing");
      assertThat(meters.scrape()).contains("tidemark_ready 0.0").contains("jvm_memory_used_bytes");
      sink.check();
    }
  }

  /** What waits for a further line is decided after the last byte, so its record lacks nothing. */
  @Test
  void aLogAtRestLacksWhatIsDecidedThen() {
    RunStatus read = Made.status("g1", 10, null);
    Sink.Shipped rested = new Sink.Shipped("g1", 10, true);

    assertThat(lacks(read, rested)).isTrue();
    assertThat(lacks(Made.rested(read, 9), rested)).isTrue();
    assertThat(lacks(Made.rested(read, 10), rested)).isFalse();
    assertThat(lacks(Made.status("g1", 10, 1L), rested)).isFalse();
    assertThat(lacks(read, new Sink.Shipped("g1", 10, false))).isFalse();
  }

  private static boolean lacks(RunStatus run, Sink.Shipped shipped) {
    return Sink.lacks("a.log", List.of(run), shipped).isPresent();
  }

  @Test
  void aClosedSinkLeavesNoMeterOfTheBoard() {
    open(NOBODY, 0, meters).close();

    assertThat(meters.scrape()).doesNotContain("tidemark_").doesNotContain("kafka_");
    assertThat(meters.isClosed()).isFalse();
  }

  @Test
  void aRefusedStartLeavesNothingOpen() {
    try (Sink first = open(NOBODY, 0, meters)) {
      PrometheusMeterRegistry other = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

      assertThatThrownBy(() -> open(NOBODY, first.port(), other)).isInstanceOf(Refusal.class);
      assertThat(other.scrape()).doesNotContain("tidemark_");
    }
  }

  @Test
  void aPropertyThatKafkaDoesNotAcceptIsRefused() {
    Map<String, Object> wrong = Map.of("bootstrap.servers", "no port");

    assertThatThrownBy(() -> open(wrong, 0, meters))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("bootstrap.servers");
  }
}
