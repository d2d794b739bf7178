package io.tidemark.ingest.follow;

import io.tidemark.ingest.own.OwnerSession;
import io.tidemark.ingest.own.Ownership;
import io.tidemark.ingest.ship.Outlet;
import io.tidemark.model.Position;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A tailer beside others: before each round it reads what they say, and when it takes over what one
 * of them followed it begins anew with the positions of that one.
 */
public final class OwnedTailer implements AutoCloseable {

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
    session.step(time.steadyMillis());
    Ownership ownership = session.ownership();
    if (!ownership.stale()) {
      return tailer.doWork();
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

  /** Keeps how far every log is acknowledged; no round may follow. */
  @Override
  public void close() {
    tailer.close();
  }
}
