package io.tidemark.ingest.own;

import io.tidemark.ingest.find.ManyWarnings;
import io.tidemark.ingest.own.Owners.Standing;
import io.tidemark.ingest.own.OwnersLog.Write;
import io.tidemark.ingest.own.Ownership.TakenSource;
import io.tidemark.model.TerminalText;
import io.tidemark.model.log.OwnerRecord.Kind;
import io.tidemark.model.log.TailerProcess;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Synchronises the ownership with the log of all tailers, one step before each round. */
public final class OwnerSession {

  private static final Logger LOG = LoggerFactory.getLogger(OwnerSession.class);

  /**
   * Longest wait for own claims. They normally return within milliseconds; the first also waits for
   * the consumer's connection.
   */
  private static final Duration DECISION = Duration.ofMillis(100);

  private final Ownership ownership;
  private final OwnersLog log;
  private final Map<String, TailerProcess> said = new HashMap<>();
  private final Map<String, TailerProcess> takeovers = new HashMap<>();
  private long steppedMillis;
  private long stoodStillMillis;

  public OwnerSession(Ownership ownership, OwnersLog log, long nowMillis) {
    this.ownership = ownership;
    this.log = log;
    this.steppedMillis = nowMillis;
  }

  public Ownership ownership() {
    return ownership;
  }

  /**
   * Reads records of other tailers, writes due records, and waits up to 100 ms for the decision of
   * own claims.
   *
   * @throws TakenOver when another tailer follows a source of this one
   */
  public void step(LongSupplier steadyMillis) {
    long nowMillis = steadyMillis.getAsLong();
    read(Duration.ZERO, nowMillis);
    write(ownership.due(nowMillis), nowMillis);
    if (ownership.undecided()) {
      // A write may have waited for the broker.
      read(DECISION, steadyMillis.getAsLong());
    }
    noteTakeovers();
    report();
  }

  private void read(Duration patience, long nowMillis) {
    noteStandstill(nowMillis);
    steppedMillis = nowMillis;
    log.poll(patience, ownership.readAt(nowMillis));
    ownership
        .loss()
        .ifPresent(
            loss -> {
              throw new TakenOver(sentence(loss, nowMillis));
            });
  }

  /** A source that was released in order before this tailer began is not a takeover. */
  private void noteTakeovers() {
    ownership
        .gained()
        .forEach(
            (source, before) -> {
              if (before.kind() != Kind.RELEASED || said.containsKey(source)) {
                takeovers.put(source, before.tailer());
              }
            });
  }

  /** Previous owners of sources that were taken over; the caller reports and removes them. */
  public Map<String, TailerProcess> takeovers() {
    return takeovers;
  }

  private void noteStandstill(long nowMillis) {
    long gap = nowMillis - steppedMillis;
    if (gap >= Heartbeats.CURRENT_MILLIS) {
      stoodStillMillis = gap;
    } else if (ownership.current(nowMillis)) {
      stoodStillMillis = 0;
    }
  }

  private String sentence(TakenSource loss, long nowMillis) {
    long quietMillis = ownership.quietMillis(nowMillis);
    String why = "";
    if (stoodStillMillis > 0) {
      why = "; this tailer stood still for %d s".formatted(seconds(stoodStillMillis));
    } else if (quietMillis >= Heartbeats.CURRENT_MILLIS) {
      why = "; this tailer could not reach Kafka for %d s".formatted(seconds(quietMillis));
    }
    return "%s: %s follows it now%s%s"
        .formatted(
            TerminalText.of(loss.source()), loss.owner().label(), why, ofTwoHosts(loss.owner()));
  }

  /** Hint for two hosts: they follow one log in a shared folder, or two logs with one name. */
  private String ofTwoHosts(TailerProcess owner) {
    return owner.host().equals(ownership.self().host())
        ? ""
        : "; if that is another log of the same name, give each host its own --host-name";
  }

  private static long seconds(long millis) {
    return TimeUnit.MILLISECONDS.toSeconds(millis);
  }

  private void write(List<Write> writes, long nowMillis) {
    for (Write write : writes) {
      if (!log.write(write.key(), write.value())) {
        ownership.refused(write, nowMillis);
      }
    }
  }

  private void report() {
    Map<String, TailerProcess> elsewhere = ownership.elsewhere();
    said.keySet().retainAll(elsewhere.keySet());
    ManyWarnings lines =
        new ManyWarnings(LOG, "logs are followed by other tailers; waiting until these are gone");
    elsewhere.forEach(
        (source, owner) -> {
          if (ownership.of(source) == Standing.ELSEWHERE
              && !owner.equals(said.put(source, owner))) {
            lines.warn(
                "%s: followed by %s; waiting until it is gone%s"
                    .formatted(TerminalText.of(source), owner.label(), ofTwoHosts(owner)));
          }
        });
    lines.end();
  }

  /** Frees the sources of this tailer; its positions must be stored before. */
  public void release() {
    ownership.releases().forEach(write -> log.write(write.key(), write.value()));
  }
}
