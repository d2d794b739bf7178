package io.tidemark.ingest.follow;

import io.tidemark.ingest.own.Owners;
import io.tidemark.ingest.own.Standing;
import io.tidemark.ingest.ship.Outlet;
import io.tidemark.model.Position;
import io.tidemark.model.Slice;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Sends for sources that this tailer owns, while nobody can have taken them over; what is to be
 * kept of them waits here until then. Of a source that another tailer follows nothing is kept.
 */
final class OwnedOutlet implements Outlet {

  private final Outlet outlet;
  private final Owners owners;
  private final Time time;
  private final Deque<Held> held = new ArrayDeque<>();

  private record Held(String source, Runnable sending) {}

  OwnedOutlet(Outlet outlet, Owners owners, Time time) {
    this.outlet = outlet;
    this.owners = owners;
    this.time = time;
  }

  private boolean current() {
    return owners.current(time.steadyMillis());
  }

  /** Standard input can be read by nobody else. */
  private Standing standing(String source) {
    return source.equals(PipeSource.NAME) ? Standing.OWNED : owners.of(source);
  }

  @Override
  public boolean hasRoom() {
    return current() && outlet.hasRoom();
  }

  @Override
  public void send(String source, Slice slice, Runnable acknowledged) {
    outlet.send(source, slice, acknowledged);
  }

  @Override
  public void keep(String generation, Position position, Runnable acknowledged) {
    sendOrHold(position.source(), () -> outlet.keep(generation, position, acknowledged));
  }

  @Override
  public void forget(String source, String generation) {
    sendOrHold(source, () -> outlet.forget(source, generation));
  }

  private void sendOrHold(String source, Runnable sending) {
    if (held.isEmpty() && current() && standing(source) == Standing.OWNED) {
      sending.run();
    } else {
      held.add(new Held(source, sending));
    }
  }

  @Override
  public int settle() {
    if (!current()) {
      // What waits in the outlet would be sent, too.
      return 0;
    }
    for (int i = held.size(); i > 0; i--) {
      Held next = held.remove();
      switch (standing(next.source())) {
        case OWNED -> next.sending().run();
        case CLAIMED -> held.add(next);
        case ELSEWHERE -> {}
      }
    }
    return outlet.settle();
  }

  /** What waits for a claim is of no use after a restart. */
  void dropUnowned() {
    held.removeIf(next -> standing(next.source()) != Standing.OWNED);
  }

  @Override
  public boolean idle() {
    return held.isEmpty() && outlet.idle();
  }
}
