package io.tidemark.ingest.follow;

import io.tidemark.ingest.generation.SourceProgress;
import io.tidemark.ingest.own.OwnerSession;
import io.tidemark.ingest.own.Ownership;
import io.tidemark.ingest.ship.Outlet;
import io.tidemark.model.Position;
import io.tidemark.model.TailerProcess;
import io.tidemark.model.TerminalText;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A tailer beside others: before each round it reads what they say, and when it takes over what one
 * of them followed it begins anew with the positions of that one.
 */
public final class OwnedTailer implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(OwnedTailer.class);

  private final OwnerSession session;
  private final Supplier<Optional<Map<String, Position>>> positions;
  private final Time time;
  private final Tailer tailer;

  /** Where slices and positions go, and where positions are read again; empty: not now. */
  public record Broker(Outlet outlet, Supplier<Optional<Map<String, Position>>> positions) {}

  /**
   * Begins with these positions.
   *
   * @param session which has applied all records that are older than the positions
   */
  public OwnedTailer(
      Setup setup, Map<String, Position> known, Broker broker, OwnerSession session, Time time) {
    this.session = session;
    this.positions = broker.positions();
    this.time = time;
    this.tailer = new Tailer(setup, known, broker.outlet(), session.ownership(), time);
  }

  public Tailer tailer() {
    return tailer;
  }

  /**
   * One round.
   *
   * @throws io.tidemark.ingest.own.TakenOver when another tailer follows a source of this one
   */
  public Tailer.Work doWork() {
    session.step(time::steadyMillis);
    Ownership ownership = session.ownership();
    if (!ownership.stale()) {
      Tailer.Work work = tailer.doWork();
      reportTakeovers();
      return work;
    }
    if (tailer.letGo()) {
      positions
          .get()
          .ifPresent(
              known -> {
                ownership.onPositionsRead();
                tailer.restart(known);
              });
    }
    return Tailer.Work.SOME;
  }

  /** As loud as the wait before it: only warnings are shown. */
  private void reportTakeovers() {
    for (SourceProgress log :
        session.takeovers().isEmpty() ? List.<SourceProgress>of() : tailer.progress()) {
      TailerProcess before = session.takeovers().remove(log.source());
      if (before != null) {
        LOG.warn(
            "{}: taken over from {}; goes on at byte {} of {}",
            TerminalText.of(log.source()),
            before.label(),
            log.shippedBytes(),
            TerminalText.of(log.label()));
      }
    }
  }

  /**
   * Frees the sources of this tailer after it was closed, so that the next one begins at once: if
   * the broker has all their positions, and nobody can have taken them over.
   */
  public void release() {
    if (session.ownership().current(time.steadyMillis()) && tailer.allKept()) {
      session.release();
    }
  }

  /** Keeps how far every log is acknowledged; no round may follow. */
  @Override
  public void close() {
    tailer.close();
  }
}
