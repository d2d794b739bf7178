package io.tidemark.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.tidemark.model.Refusal;
import io.tidemark.sink.page.Listen;
import io.tidemark.sink.page.StateDocument;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests the sink without a broker: it waits for one, serves meanwhile, and releases everything. */
@Timeout(60)
class SinkTest {

  private static final Map<String, Object> NOBODY = Map.of("bootstrap.servers", "127.0.0.1:1");

  private static SinkConfig config(Map<String, Object> kafka, int port) {
    return new SinkConfig(
        kafka,
        new Listen("127.0.0.1", port),
        null,
        SinkConfig.Scope.ALL,
        SinkConfig.STALLED_AFTER,
        null);
  }

  private final PrometheusMeterRegistry meters =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

  @Test
  void withoutABrokerItServesAnEmptyBoardAndIsNotReady() {
    try (Sink sink = Sink.open(config(NOBODY, 0), meters)) {
      assertThat(sink.ready()).isFalse();
      assertThat(sink.board().runs()).isEmpty();
      assertThat(StateDocument.of(sink.board())).isEqualTo("{\n  \"runs\" : { }\n}\n");
      assertThat(sink.port()).isPositive();
      assertThat(sink.lacks(Map.of("a.log", new Sink.Shipped("g1", 10))))
          .hasValue("source a.log: shipped to byte 10 of generation g1, analysed to nothing");
      assertThat(meters.scrape()).contains("tidemark_ready 0.0").contains("jvm_memory_used_bytes");
      sink.check();
    }
  }

  @Test
  void aClosedSinkLeavesNoMeterOfTheBoard() {
    Sink.open(config(NOBODY, 0), meters).close();

    assertThat(meters.scrape()).doesNotContain("tidemark_").doesNotContain("kafka_");
    assertThat(meters.isClosed()).isFalse();
  }

  @Test
  void aRefusedStartLeavesNothingOpen() {
    try (Sink first = Sink.open(config(NOBODY, 0), meters)) {
      PrometheusMeterRegistry other = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

      assertThatThrownBy(() -> Sink.open(config(NOBODY, first.port()), other))
          .isInstanceOf(Refusal.class);
      assertThat(other.scrape()).doesNotContain("tidemark_");
    }
  }

  @Test
  void aPropertyThatKafkaDoesNotAcceptIsRefused() {
    Map<String, Object> wrong = Map.of("bootstrap.servers", "no port");

    assertThatThrownBy(() -> Sink.open(config(wrong, 0), meters))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("bootstrap.servers");
  }
}
