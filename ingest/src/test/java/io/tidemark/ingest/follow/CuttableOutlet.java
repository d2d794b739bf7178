package io.tidemark.ingest.follow;

import io.tidemark.ingest.ship.Outlet;
import io.tidemark.model.log.Position;
import io.tidemark.model.log.Slice;
import java.util.function.Consumer;

/** The connection from a tailer to the broker, which is cut when the tailer dies. */
final class CuttableOutlet implements Outlet {
  private final Outlet outlet;
  private final Consumer<String> check;
  boolean cut;

  CuttableOutlet(Outlet outlet, Consumer<String> check) {
    this.outlet = outlet;
    this.check = check;
  }

  @Override
  public boolean hasRoom() {
    return outlet.hasRoom();
  }

  @Override
  public void send(String source, Slice slice, Runnable acknowledged) {
    if (!cut) {
      check.accept(source);
      outlet.send(source, slice, acknowledged);
    }
  }

  @Override
  public void keep(String generation, Position position, Runnable acknowledged) {
    if (!cut) {
      outlet.keep(generation, position, acknowledged);
    }
  }

  @Override
  public void forget(String source, String generation) {
    if (!cut) {
      outlet.forget(source, generation);
    }
  }

  @Override
  public int settle() {
    return cut ? 0 : outlet.settle();
  }

  @Override
  public boolean idle() {
    return !cut && outlet.idle();
  }
}
