package io.tidemark.app.replay;

import io.tidemark.app.report.LogAtRest;
import io.tidemark.app.report.SlicedLog;
import io.tidemark.ingest.ship.Outlet;
import io.tidemark.model.Slice;
import java.io.IOException;
import java.util.function.Consumer;

/**
 * A log at rest on its way through a running pipeline: the slices that a tailer would ship, each
 * when it is due. Its generation is what the log holds, so that the same log under the same name
 * counts once, and what a stopped replay had shipped already is dropped as a duplicate by the next.
 */
public final class Shipment {

  private static final long LOOK_MILLIS = 5;

  private final LogAtRest log;
  private final String source;
  private final Surveyed surveyed;
  private final Pace pace;
  private final Carrier carrier;
  private final long startMillis;
  private long sentMillis;
  private long sentBytes;
  private long shippedBytes;
  private long shippedLines;
  private boolean stopped;

  /** The outlet, the clock, and the listener of the progress. */
  public record Carrier(Outlet outlet, WallClock clock, Consumer<Shipped> listener) {}

  private Shipment(LogAtRest log, String source, Surveyed surveyed, Pace pace, Carrier carrier) {
    this.log = log;
    this.source = source;
    this.surveyed = surveyed;
    this.pace = pace;
    this.carrier = carrier;
    this.startMillis = carrier.clock().millis();
    this.sentMillis = startMillis;
  }

  /** Ships the log and waits until the broker has it, or until the clock says stop. */
  public static Shipped ship(
      LogAtRest log, String source, ReplayTimes times, Pace pace, Carrier carrier)
      throws IOException, InterruptedException {
    Shipment shipment = new Shipment(log, source, Surveyed.of(log, times), pace, carrier);
    shipment.run();
    return shipment.shipped();
  }

  private void run() throws IOException, InterruptedException {
    try {
      SlicedLog.read(log.files(), this::take);
    } catch (SlicedLog.Aborted e) {
      if (e.getCause() instanceof InterruptedException cause) {
        throw cause;
      }
      throw e.getCause() instanceof RuntimeException cause ? cause : e;
    }
    while (shippedBytes < sentBytes && !stopped) {
      settle();
    }
  }

  private void take(Slice slice) {
    try {
      for (Slice piece : surveyed.times().cut(slice, pace.mostMillis())) {
        send(piece);
      }
    } catch (InterruptedException | RuntimeException e) {
      // The broker or the pipeline is to blame, or nobody: not the log.
      throw new SlicedLog.Aborted(e);
    }
  }

  private void send(Slice piece) throws InterruptedException {
    long due = due(piece.toMillis());
    while (!stopped && (carrier.clock().millis() < due || !carrier.outlet().hasRoom())) {
      settle();
    }
    if (stopped) {
      return;
    }
    Slice timed = timed(piece);
    sentBytes += timed.length();
    carrier.outlet().send(source, timed, () -> arrived(timed));
    carrier.outlet().settle();
  }

  private void arrived(Slice slice) {
    shippedBytes += slice.length();
    shippedLines += slice.lines();
  }

  private void settle() throws InterruptedException {
    carrier.outlet().settle();
    carrier.listener().accept(shipped());
    stopped |= !carrier.clock().await(carrier.clock().millis() + LOOK_MILLIS);
  }

  private long due(long ownMillis) {
    return startMillis + pace.dueMillis(ownMillis - surveyed.times().millisAt(0));
  }

  private Slice timed(Slice piece) {
    long from = piece.fromMillis();
    long to = piece.toMillis();
    if (pace.retime()) {
      long now = carrier.clock().millis();
      from = pace.unhurried() ? due(from) : sentMillis;
      to = pace.unhurried() ? due(to) : now;
      sentMillis = now;
    }
    return new Slice(
        surveyed.generation(),
        piece.offset(),
        piece.length(),
        piece.lines(),
        piece.truncated(),
        piece.unterminated(),
        from,
        to,
        piece.bytes());
  }

  private Shipped shipped() {
    long millis = carrier.clock().millis() - startMillis;
    long length = surveyed.length();
    long left =
        pace.unhurried()
            ? due(surveyed.times().millisAt(length)) - startMillis - millis
            : shippedBytes == 0 ? 0 : millis * (length - shippedBytes) / shippedBytes;
    return new Shipped(
        source,
        surveyed.generation(),
        shippedLines,
        shippedBytes,
        length,
        millis,
        Math.max(0, left),
        surveyed.times().dates());
  }
}
