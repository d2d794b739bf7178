package io.tidemark.streams;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.meter.StallCheck.Work;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.streams.KafkaStreams.State;
import org.junit.jupiter.api.Test;

class StreamsTest {

  private record Figure(String name, Map<String, String> tags, double value) implements Metric {
    @Override
    public MetricName metricName() {
      return new MetricName(name, "group", "", tags);
    }

    @Override
    public Object metricValue() {
      return value;
    }
  }

  private static Figure lag(double records) {
    return new Figure("records-lag", Map.of("topic", "tidemark_lines", "partition", "1"), records);
  }

  @Test
  void whatItsConsumersFetchedIsDoneAndWhatTheyLagIsPending() {
    List<Figure> figures =
        List.of(
            new Figure("process-total", Map.of(), 5),
            new Figure("records-consumed-total", Map.of("client-id", "one"), 7),
            new Figure("records-consumed-total", Map.of("client-id", "two"), 2),
            // The same figure again, by topic.
            new Figure("records-consumed-total", Map.of("client-id", "two", "topic", "x"), 2),
            lag(0),
            lag(3));
    assertThat(Streams.work(figures, State.RUNNING)).isEqualTo(new Work(14, true));
  }

  @Test
  void aJobThatHasReadEverythingHasNoWork() {
    assertThat(Streams.work(List.of(lag(0), lag(Double.NaN)), State.RUNNING))
        .isEqualTo(new Work(0, false));
  }

  @Test
  void aJobThatWaitsForItsPartitionsHasWork() {
    assertThat(Streams.work(List.of(), State.REBALANCING).pending()).isTrue();
  }
}
