package io.tidemark.ingest.follow;

import io.tidemark.ingest.own.Owners;
import io.tidemark.ingest.own.Owners.Standing;
import io.tidemark.ingest.ship.Outlet;
import io.tidemark.model.log.Position;
import io.tidemark.model.log.Slice;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Sends for the sources that its caller asked it to own, see {@code Following}, and only while its
 * ownership is certain. Positions of other sources are held here until their claim is decided. They
 * are dropped when another tailer follows the source.
 */
final class OwnedOutlet implements Outlet {

  private final Outlet outlet;
  private final Owners owners;
  private final Time time;
  private final String stdin;

  /** Held positions by source, in the order in which they came. */
  private final Map<String, Deque<Runnable>> held = new LinkedHashMap<>();

  /**
   * @param stdin name of the source that is standard input
   */
  OwnedOutlet(Outlet outlet, Owners owners, Time time, String stdin) {
    this.outlet = outlet;
    this.owners = owners;
    this.time = time;
    this.stdin = stdin;
  }

  private boolean current() {
    return owners.current(time.steadyMillis());
  }

  /** Standard input is always owned, since no other tailer can read it. */
  private Standing standing(String source) {
    return source.equals(stdin) ? Standing.OWNED : owners.of(source);
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
    if (!held.containsKey(source) && current() && standing(source) == Standing.OWNED) {
      sending.run();
    } else {
      held.computeIfAbsent(source, s -> new ArrayDeque<>()).add(sending);
    }
  }

  @Override
  public int settle() {
    if (!current()) {
      // Settling would also send the records that wait in the outlet.
      return 0;
    }
    held.entrySet()
        .removeIf(
            next -> {
              Standing standing = standing(next.getKey());
              if (standing == Standing.OWNED) {
                next.getValue().forEach(Runnable::run);
              }
              return standing != Standing.CLAIMED;
            });
    return outlet.settle();
  }

  /** Drops positions whose claim is undecided; they are useless after a restart. */
  void dropUnowned() {
    held.keySet().removeIf(source -> standing(source) != Standing.OWNED);
  }

  @Override
  public boolean idle() {
    return held.isEmpty() && outlet.idle();
  }
}
