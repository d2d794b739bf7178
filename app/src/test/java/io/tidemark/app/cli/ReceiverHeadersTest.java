package io.tidemark.app.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.model.Refusal;
import io.tidemark.sink.receiver.Secret;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ReceiverHeadersTest {

  private static Map<String, String> read(Map<String, String> variables) throws IOException {
    Map<String, String> values = new TreeMap<>();
    for (Map.Entry<String, Secret> header : ReceiverHeaders.ofVariables(variables).entrySet()) {
      values.put(header.getKey(), header.getValue().read());
    }
    return values;
  }

  @Test
  void openTelemetrysVariableHoldsPairsWithEscapes() throws IOException {
    assertThat(
            read(
                Map.of(
                    "OTEL_EXPORTER_OTLP_HEADERS",
                    "Authorization=Basic%20bWU6aHVudGVyMg==, x-scope-orgid=lab+1,")))
        .isEqualTo(Map.of("Authorization", "Basic bWU6aHVudGVyMg==", "x-scope-orgid", "lab+1"));
  }

  @Test
  void theVariableOfMetricsComesBeforeThatOfAllSignals() throws IOException {
    assertThat(
            read(
                Map.of(
                    "OTEL_EXPORTER_OTLP_HEADERS",
                    "a=1",
                    "OTEL_EXPORTER_OTLP_METRICS_HEADERS",
                    "b=2")))
        .isEqualTo(Map.of("b", "2"));
    assertThat(read(Map.of())).isEmpty();
  }

  @Test
  void aRefusalNamesTheHeaderAndNeverItsValue() {
    for (String wrong : List.of("hunter2", "=hunter2", "Host=hunter2", "x=hunter2%zz")) {
      assertThatThrownBy(
              () -> ReceiverHeaders.ofVariables(Map.of("OTEL_EXPORTER_OTLP_HEADERS", wrong)))
          .isInstanceOf(Refusal.class)
          .hasMessageStartingWith("OTEL_EXPORTER_OTLP_HEADERS")
          .hasMessageNotContaining("hunter2");
    }
    assertThatThrownBy(() -> ReceiverHeaders.of("--otlp-header", List.of("hunter2")))
        .isInstanceOf(Refusal.class)
        .hasMessage("--otlp-header: want NAME:VALUE; found one without a name or colon");
  }
}
