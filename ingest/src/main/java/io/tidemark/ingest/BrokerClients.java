package io.tidemark.ingest;

import io.tidemark.ingest.own.OwnerSession;
import io.tidemark.ingest.own.Ownership;
import io.tidemark.ingest.own.ProcessSpace;
import io.tidemark.ingest.ship.KafkaOutlet;
import io.tidemark.ingest.ship.OwnersTopic;
import io.tidemark.ingest.ship.StoredCheckpoints.Read;
import io.tidemark.model.log.Position;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * The tailer's clients of the broker.
 *
 * @param stored the positions that were read first
 * @param positions reads the positions as they are now; empty when no broker answers
 * @param refusedOwners counts the records of {@code tidemark.owners} that were skipped
 * @param end closes all but the outlet, after the last round
 */
record BrokerClients(
    KafkaOutlet outlet,
    OwnerSession session,
    Read stored,
    Supplier<Optional<Map<String, Position>>> positions,
    LongSupplier refusedOwners,
    Runnable end) {

  /**
   * Reads the owners of sources, then the positions.
   *
   * @throws io.tidemark.model.Refusal when a client property is wrong
   * @throws IllegalStateException when no broker answers, or a topic is missing
   */
  static BrokerClients open(IngestConfig config, long nowMillis) {
    Map<String, Object> kafka = config.kafka();
    KafkaOutlet outlet = KafkaOutlet.open(kafka, config.naming().origin());
    try {
      return open(OwnersTopic.open(kafka, outlet), outlet, kafka, nowMillis);
    } catch (RuntimeException e) {
      outlet.close();
      throw e;
    }
  }

  private static BrokerClients open(
      OwnersTopic owners, KafkaOutlet outlet, Map<String, Object> kafka, long nowMillis) {
    try {
      ProcessSpace here = ProcessSpace.own();
      Ownership ownership = new Ownership(here.self(), here::isGone);
      Read stored = owners.readAll(kafka, ownership.readAt(nowMillis));
      ownership.onPositionsRead();
      return new BrokerClients(
          outlet,
          new OwnerSession(ownership, owners, nowMillis),
          stored,
          () -> owners.positionsAgain().map(Read::known),
          owners::refused,
          owners::close);
    } catch (RuntimeException e) {
      owners.close();
      throw e;
    }
  }
}
