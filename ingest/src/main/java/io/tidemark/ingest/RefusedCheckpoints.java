package io.tidemark.ingest;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.tidemark.ingest.ship.StoredCheckpoints.Reason;
import io.tidemark.ingest.ship.StoredCheckpoints.Refused;
import java.util.List;
import java.util.Locale;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts and logs the stored positions that were skipped. */
final class RefusedCheckpoints {

  private static final Logger LOG = LoggerFactory.getLogger(RefusedCheckpoints.class);

  /** Each is logged up to this number; all are counted. */
  private static final int MOST_LOGGED = 10;

  private RefusedCheckpoints() {}

  static void report(List<Refused> refused, MeterRegistry registry) {
    for (Reason reason : Reason.values()) {
      Counter.builder("tidemark.positions.refused")
          .description("Stored positions that no tailer writes, passed over")
          .tag("reason", reason.name().toLowerCase(Locale.ROOT).replace('_', '-'))
          .register(registry)
          .increment((double) refused.stream().filter(one -> one.reason() == reason).count());
    }
    refused.stream()
        .limit(MOST_LOGGED)
        .forEach(
            one ->
                LOG.warn(
                    "tidemark.positions: record {} of key '{}' is passed over: {}",
                    one.recordOffset(),
                    one.key(),
                    one.reason()));
    if (refused.size() > MOST_LOGGED) {
      LOG.warn("tidemark.positions: {} more records are passed over", refused.size() - MOST_LOGGED);
    }
  }
}
