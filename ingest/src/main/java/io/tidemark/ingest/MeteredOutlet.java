package io.tidemark.ingest;

import io.tidemark.ingest.ship.Outlet;
import io.tidemark.model.Position;
import io.tidemark.model.Slice;
import io.tidemark.model.meter.EventLag;

/** An outlet, and how long a slice took through it. */
record MeteredOutlet(Outlet outlet, EventLag lag) implements Outlet {

  @Override
  public boolean hasRoom() {
    return outlet.hasRoom();
  }

  @Override
  public void send(String source, Slice slice, Runnable acknowledged) {
    // Not the slice itself: it would be held with its bytes until the broker has it.
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
