package io.tidemark.app.broker;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.TimeGauge;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether Kafka answers. A program goes on without it and continues where it was, so that only its
 * figures get old; therefore its silence is a metric, a reason of {@code /ready}, and a log line at
 * either end. One thread notes answers; any thread may ask.
 */
public final class KafkaContact {

  /** Silence from which on it counts as lost: three questions without an answer. */
  static final Duration LOST_AFTER = TopicIdentities.EVERY.multipliedBy(3);

  private static final Logger LOG = LoggerFactory.getLogger(KafkaContact.class);

  private final String servers;
  private final InstantSource clock;
  private volatile Instant answered;
  private boolean lost;

  KafkaContact(String servers, MeterRegistry meters, InstantSource clock) {
    this.servers = servers;
    this.clock = clock;
    this.answered = clock.instant();
    TimeGauge.builder(
            "tidemark.kafka.silent", this, TimeUnit.MILLISECONDS, c -> c.silence().toMillis())
        .description("Time since Kafka last answered a question that is asked every five seconds")
        .register(meters);
  }

  /** Notes an answer. */
  void answer() {
    Duration silent = silence();
    answered = clock.instant();
    if (lost) {
      lost = false;
      LOG.warn("Kafka at {} answers again, after {} s", servers, silent.toSeconds());
    }
  }

  /** Logs the loss once. */
  void check() {
    if (!lost && silence().compareTo(LOST_AFTER) >= 0) {
      lost = true;
      LOG.warn(
          "Kafka at {} has not answered for {} s; this program waits for it and goes on where it was",
          servers,
          silence().toSeconds());
    }
  }

  private Duration silence() {
    return Duration.between(answered, clock.instant());
  }

  /** That Kafka is lost, and since when; empty while it answers. */
  public Optional<String> problem() {
    Duration silent = silence();
    return silent.compareTo(LOST_AFTER) < 0
        ? Optional.empty()
        : Optional.of(
            "Kafka at %s has not answered for %d s".formatted(servers, silent.toSeconds()));
  }
}
