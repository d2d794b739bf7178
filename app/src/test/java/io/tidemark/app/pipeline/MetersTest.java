package io.tidemark.app.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.tidemark.model.Samples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests which meters of Kafka's clients are served. */
class MetersTest {

  private final PrometheusMeterRegistry registry = Meters.registry(KafkaMeters.ALL);

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
  void aTopicHasASeriesUnderItsOwnNameAlone() {
    bind("kafka.consumer.fetch.manager.records.lag", "topic", "tidemark_lines");
    bind("kafka.consumer.fetch.manager.records.lag", "topic", "tidemark.lines");

    assertThat(registry.scrape()).contains("tidemark.lines").doesNotContain("tidemark_lines");
  }

  @Test
  void byDefaultOnlyTheMetersOfDashboardsAndAlertsAreServed() {
    PrometheusMeterRegistry shown = Meters.registry(KafkaMeters.SHOWN);
    for (String name :
        List.of(
            "kafka.consumer.fetch.manager.records.lag.max",
            "kafka.consumer.fetch.manager.records.lag",
            "kafka.producer.record.send.total",
            "kafka.stream.task.process.rate",
            "jvm.memory.used")) {
      Gauge.builder(name, () -> 1).register(shown);
    }

    assertThat(served(shown))
        .containsExactlyInAnyOrder(
            "kafka_consumer_fetch_manager_records_lag_max", "jvm_memory_used");
  }

  @Test
  void theMetersServedByDefaultAreThoseThatDashboardsAndAlertsName() throws IOException {
    PrometheusMeterRegistry shown = Meters.registry(KafkaMeters.SHOWN);
    KafkaMeters.NAMES.forEach(name -> Gauge.builder(name, () -> 1).register(shown));

    assertThat(served(shown)).isEqualTo(named());
  }

  private static Set<String> served(PrometheusMeterRegistry registry) {
    return registry
        .scrape()
        .lines()
        .filter(line -> !line.startsWith("#"))
        .map(line -> line.split("[ {]", 2)[0])
        .collect(Collectors.toSet());
  }

  private static Set<String> named() throws IOException {
    Set<String> names = new TreeSet<>();
    for (String folder : List.of("grafana/dashboards", "sink/prometheus/rules")) {
      try (Stream<Path> files = Files.list(Samples.root().resolve(folder))) {
        for (Path file : files.toList()) {
          Matcher name = Pattern.compile("\\bkafka_\\w+").matcher(Files.readString(file));
          while (name.find()) {
            names.add(name.group());
          }
        }
      }
    }
    return names;
  }
}
