package io.tidemark.app.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.model.Refusal;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReceiverHeadersTest {

  @Test
  void openTelemetrysVariableHoldsPairsWithEscapes() {
    assertThat(
            ReceiverHeaders.ofVariables(
                Map.of(
                    "OTEL_EXPORTER_OTLP_HEADERS",
                    "Authorization=Basic%20bWU6aHVudGVyMg==, x-scope-orgid=lab+1,")))
        .isEqualTo(Map.of("Authorization", "Basic bWU6aHVudGVyMg==", "x-scope-orgid", "lab+1"));
  }

  @Test
  void theVariableOfMetricsComesBeforeThatOfAllSignals() {
    assertThat(
            ReceiverHeaders.ofVariables(
                Map.of(
                    "OTEL_EXPORTER_OTLP_HEADERS",
                    "a=1",
                    "OTEL_EXPORTER_OTLP_METRICS_HEADERS",
                    "b=2")))
        .isEqualTo(Map.of("b", "2"));
    assertThat(ReceiverHeaders.ofVariables(Map.of())).isEmpty();
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
