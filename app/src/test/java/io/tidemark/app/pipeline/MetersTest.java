package io.tidemark.app.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which of the meters that Kafka's clients bring along are served. */
class MetersTest {

  private final PrometheusMeterRegistry registry = Meters.registry();

  private void bind(String name, String... tags) {
    Gauge.builder(name, () -> 1).tags(tags).register(registry);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "kafka.consumer.fetch.manager.records.lag.max",
        "kafka.stream.thread.commit.latency.avg",
        "kafka.stream.task.process.rate",
        "kafka.producer.record.error.rate",
        "jvm.memory.used"
      })
  void whatTellsOfLagAndWorkIsServed(String name) {
    bind(name, "topic", "tidemark.lines");

    assertThat(registry.scrape()).contains(name.replace('.', '_') + "{topic=\"tidemark.lines\"");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "kafka.stream.state.put.rate",
        "kafka.stream.state.num-entries-active-mem-table",
        "kafka.stream.processor.node.record.e2e.latency.avg",
        "kafka.stream.record.cache.hit.ratio.avg",
        "kafka.consumer.fetch.manager.preferred.read.replica",
        "kafka.consumer.fetch.manager.records.lead.min",
        "kafka.admin.client.commit.count",
        "kafka.consumer.io.time.ns.avg"
      })
  void whatHasASeriesForEachStoreOrNoUnitIsNot(String name) {
    bind(name);

    assertThat(registry.scrape()).isEmpty();
  }

  @Test
  void aTopicIsToldUnderItsOwnNameAlone() {
    bind("kafka.consumer.fetch.manager.records.lag", "topic", "tidemark_lines");
    bind("kafka.consumer.fetch.manager.records.lag", "topic", "tidemark.lines");

    assertThat(registry.scrape()).contains("tidemark.lines").doesNotContain("tidemark_lines");
  }
}
