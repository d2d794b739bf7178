package io.tidemark.ingest.ship;

import io.tidemark.ingest.own.OwnersLog;
import io.tidemark.model.TerminalText;
import io.tidemark.model.log.OwnerRecord;
import io.tidemark.model.log.OwnerRecord.Claim;
import io.tidemark.model.log.TailerProcess;
import io.tidemark.model.wire.Topics;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decodes records of {@code tidemark.owners}. Writers of that topic are not trusted: an invalid
 * record is counted, logged and skipped.
 */
final class OwnerDecoder {

  private static final Logger LOG = LoggerFactory.getLogger(OwnerDecoder.class);

  private static final int MAX_BYTES = 8 * 1024;
  private static final int MAX_CHARS = 512;
  private static final long MAX_EPOCH = Long.MAX_VALUE / 2;

  /** Each is logged up to this number; all are counted. */
  private static final int MOST_LOGGED = 10;

  private final AtomicLong refused = new AtomicLong();

  void apply(ConsumerRecord<byte[], byte[]> next, OwnersLog.Reader reader) {
    byte[] bytes = next.key();
    String key = bytes == null ? "" : new String(bytes, StandardCharsets.UTF_8);
    if (next.value() == null) {
      reader.onTombstone(key);
      return;
    }
    Optional<OwnerRecord> record = decoded(key, next);
    if (record.isPresent()) {
      reader.onRecord(key, record.get());
      return;
    }
    if (refused.incrementAndGet() <= MOST_LOGGED) {
      LOG.warn(
          "tidemark.owners: record {} of key '{}' is passed over: no tailer writes such",
          next.offset(),
          TerminalText.of(key.substring(0, Math.min(key.length(), 120))));
    }
    reader.onRefused(key);
  }

  private static Optional<OwnerRecord> decoded(String key, ConsumerRecord<byte[], byte[]> next) {
    if (key.isBlank() || key.length() > MAX_CHARS || next.value().length > MAX_BYTES) {
      return Optional.empty();
    }
    try {
      return Optional.ofNullable(
              Topics.OWNERS
                  .value()
                  .deserializer()
                  .deserialize(next.topic(), next.headers(), next.value()))
          .filter(record -> isSound(key, record));
    } catch (RuntimeException notOurs) {
      LOG.debug("tidemark.owners: record {} cannot be read", next.offset(), notOurs);
      return Optional.empty();
    }
  }

  private static boolean isSound(String key, OwnerRecord record) {
    boolean ofTailer = key.startsWith(OwnerRecord.TAILER_KEY);
    return record instanceof Claim claim ? !ofTailer && isSound(claim) : ofTailer;
  }

  /** The JSON reader sets absent fields to null, even if the record type forbids it. */
  @SuppressWarnings("NullAway")
  private static boolean isSound(Claim claim) {
    TailerProcess tailer = claim.tailer();
    return claim.kind() != null
        && claim.epoch() > 0
        && claim.epoch() < MAX_EPOCH
        && tailer != null
        && isName(tailer.id())
        && isName(tailer.host());
  }

  @SuppressWarnings("NullAway")
  private static boolean isName(String text) {
    return text != null && !text.isBlank() && text.length() <= MAX_CHARS;
  }

  /** Number of skipped records. */
  long refused() {
    return refused.get();
  }
}
