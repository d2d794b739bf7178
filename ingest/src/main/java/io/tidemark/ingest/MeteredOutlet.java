package io.tidemark.ingest;

import io.tidemark.ingest.ship.Outlet;
import io.tidemark.model.log.Position;
import io.tidemark.model.log.Slice;
import io.tidemark.model.meter.EventLag;

/** An outlet that measures how long a slice takes from reading to acknowledgement. */
record MeteredOutlet(Outlet outlet, EventLag lag) implements Outlet {

  @Override
  public boolean hasRoom() {
    return outlet.hasRoom();
  }

  @Override
  public void send(String source, Slice slice, Runnable acknowledged) {
    // The callback must not hold the slice: its bytes would stay in memory until acknowledged.
    long readMillis = slice.toMillis();
    outlet.send(
        source,
        slice,
        () -> {
          lag.passed(readMillis);
          acknowledged.run();
        });
  }

  @Override
  public void keep(String generation, Position position, Runnable acknowledged) {
    outlet.keep(generation, position, acknowledged);
  }

  @Override
  public void forget(String source, String generation) {
    outlet.forget(source, generation);
  }

  @Override
  public int settle() {
    return outlet.settle();
  }

  @Override
  public boolean idle() {
    return outlet.idle();
  }
}
