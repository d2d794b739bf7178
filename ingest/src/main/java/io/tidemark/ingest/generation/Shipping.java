package io.tidemark.ingest.generation;

import io.tidemark.ingest.content.ByteSource;
import io.tidemark.ingest.content.ReadPosition;
import io.tidemark.ingest.ship.Outlet;
import io.tidemark.model.log.Position;
import io.tidemark.model.log.Slice;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * Ships the slices of one generation in order and stores the position that the broker has
 * acknowledged. The claim is stored as soon as the file is seen and before the first slice is sent,
 * so that the next start recognises the generation after any failure. A later position is never
 * ahead of the broker.
 *
 * <pre>
 *   UNBORN ────────▶ BIRTH_SENT ──────▶ SHIPPING ──────────────▶ END_SENT ──────▶ ENDED
 *     │  claimed         claim kept        over and acknowledged     end kept
 *     └──────────────────────── over without a claim ───────────────────────────▶
 * </pre>
 */
final class Shipping {

  /**
   * Storage interval for a growing log. After a kill the bytes of this interval are read twice; the
   * analysis counts them once.
   */
  private static final long KEEP_EVERY_MILLIS = 2_000;

  /** Stored earlier when the position has not moved for this long. */
  private static final long REST_MILLIS = 250;

  /**
   * Logs may begin alike. Up to this offset the prints of a generation are stored before its slices
   * are sent. Otherwise another log could be taken for it after a kill.
   */
  private static final long AHEAD_BYTES = 4096;

  private enum Stage {
    UNBORN,
    BIRTH_SENT,
    SHIPPING,
    END_SENT,
    ENDED
  }

  /** Whether the loss of its rest is stored. */
  private enum Loss {
    NONE,
    SENT,
    KEPT
  }

  private final GenerationName name;
  private final Reader reader;
  private final LineCounts counts;
  private final BooleanSupplier fileHoldsAnother;
  private final Deque<PendingSlice> ready = new ArrayDeque<>();

  private Stage stage;
  private ReadPosition shipped;
  private ReadPosition keeping;
  private ReadPosition kept;
  private long keptMillis;
  private long movedTo;
  private long movedMillis;
  private long ahead;
  private long aheadSent;
  private int inFlight;
  private Loss loss = Loss.NONE;

  /**
   * @param start the position shipped so far
   * @param fileHoldsAnother whether its file holds another generation now, even one that begins
   *     alike
   */
  Shipping(
      GenerationName name,
      Reader reader,
      ReadPosition start,
      LineCounts counts,
      BooleanSupplier fileHoldsAnother) {
    this.name = name;
    this.reader = reader;
    this.counts = counts;
    this.fileHoldsAnother = fileHoldsAnother;
    this.stage = name.isKept() ? Stage.SHIPPING : Stage.UNBORN;
    this.shipped = start;
    this.keeping = start;
    this.kept = start;
    this.ahead = start.offset();
  }

  void add(List<PendingSlice> slices) {
    for (PendingSlice pending : slices) {
      counts.addRead(pending.slice().lines());
      counts.addHole(pending.slice().isHole() ? pending.slice().length() : 0);
      ready.add(pending);
    }
  }

  /** Whether all added slices were sent. */
  boolean isEmpty() {
    return ready.isEmpty();
  }

  /** Whether the birth is stored, so that slices are sent at once and many may be added. */
  boolean mayBeBulk() {
    return stage == Stage.SHIPPING;
  }

  /** Stores the claim: where it begins, before anything of it is read or shipped. */
  void announce(Outlet outlet) {
    if (stage == Stage.UNBORN) {
      byte[] first = ready.isEmpty() ? reader.wholeHead() : ready.element().slice().bytes();
      String id = name.id(reader.file(), first);
      shipped = shipped.withHead(first);
      stage = Stage.BIRTH_SENT;
      long end = readyEnd();
      aheadSent = end;
      outlet.keep(
          id,
          position(shipped, false),
          () -> {
            stage = Stage.SHIPPING;
            ahead = end;
          });
    }
  }

  /** Takes one step; with {@code over}, continues until the end is stored. */
  void advance(Round round, boolean over) {
    if (!ready.isEmpty()) {
      name.begin(reader.file());
    }
    if (stage == Stage.UNBORN && !ready.isEmpty()) {
      announce(round.outlet());
    } else if (stage == Stage.BIRTH_SENT && !ready.isEmpty()) {
      // On its way with the claim: the first slice waits for both.
      mayShip(round.outlet());
    } else if (stage == Stage.UNBORN && over) {
      stage = Stage.ENDED;
    } else if (stage == Stage.SHIPPING) {
      ship(round.outlet());
      if (over && ready.isEmpty() && inFlight == 0) {
        end(round.outlet());
      } else if (isKeepDue(round.steadyMillis())) {
        keptMillis = round.steadyMillis();
        keep(round.outlet());
      }
    }
  }

  private boolean isKeepDue(long nowMillis) {
    if (movedTo != shipped.offset()) {
      movedTo = shipped.offset();
      movedMillis = nowMillis;
    }
    return keeping.offset() < movedTo
        && (nowMillis - movedMillis >= REST_MILLIS || nowMillis - keptMillis >= KEEP_EVERY_MILLIS);
  }

  /** Takes one step; returns whether the broker has all added slices. */
  boolean drained(Round round, boolean over) {
    advance(round, over);
    return delivered();
  }

  /** Whether the broker has all added slices. */
  boolean delivered() {
    return ready.isEmpty() && inFlight == 0;
  }

  private long readyEnd() {
    return ready.isEmpty() ? 0 : ready.getLast().slice().end();
  }

  private boolean mayShip(Outlet outlet) {
    long end = readyEnd();
    if (end <= ahead || ahead >= AHEAD_BYTES) {
      return true;
    }
    if (aheadSent < end) {
      aheadSent = end;
      outlet.keep(id(), position(shipped, false), () -> ahead = Math.max(ahead, end));
    }
    return false;
  }

  /**
   * Lost bytes are sent only after a position that fits no file is stored. Otherwise, after a kill,
   * a file that begins alike would be continued after the gap.
   */
  private boolean mayLeave(PendingSlice next, Outlet outlet) {
    if (!next.after().isLost()) {
      return true;
    }
    if (loss == Loss.NONE) {
      loss = Loss.SENT;
      outlet.keep(id(), position(shipped.lost(), false), () -> loss = Loss.KEPT);
    }
    return loss == Loss.KEPT;
  }

  private void ship(Outlet outlet) {
    if (!mayShip(outlet)) {
      return;
    }
    while (!ready.isEmpty() && outlet.hasRoom() && mayLeave(ready.element(), outlet)) {
      PendingSlice pending = ready.remove();
      inFlight++;
      Slice slice = pending.slice();
      outlet.send(
          name.source(),
          slice.from(slice.origin().following(name.follows())),
          acknowledged(pending));
    }
  }

  /** Captures single fields: a reference to the slice would hold its bytes until acknowledged. */
  private Runnable acknowledged(PendingSlice pending) {
    int lines = pending.slice().lines();
    ReadPosition after = pending.after();
    return () -> {
      inFlight--;
      shipped = after;
      counts.addShipped(lines);
    };
  }

  /** Stores how far the broker has it, if that has changed. */
  void keep(Outlet outlet) {
    if (stage == Stage.SHIPPING && keeping.offset() < shipped.offset()) {
      ReadPosition mark = shipped;
      keeping = mark;
      outlet.keep(id(), position(mark, false), () -> kept = mark);
    }
  }

  private void end(Outlet outlet) {
    stage = Stage.END_SENT;
    outlet.keep(id(), lastPosition(), () -> stage = Stage.ENDED);
  }

  String id() {
    return name.id(reader.file(), reader.head());
  }

  /**
   * The position of the end. It fits no file if its file was rewritten, even with similar content.
   */
  Position lastPosition() {
    return position(fileHoldsAnother.getAsBoolean() ? shipped.lost() : shipped, true);
  }

  private Position position(ReadPosition mark, boolean ended) {
    ByteSource file = reader.file();
    return new Position(
        name.source(),
        new Position.FileIdentity(file.uri(), file.fileKey(), file.bornNanos()),
        mark.offset(),
        mark.lines(),
        mark.marker(),
        ended,
        new Position.Lineage(
            name.number(),
            reader.prints(mark),
            name.homeUri(),
            name.follows(),
            mark.offset() == 0 && !ended ? reader.sizeBytes() : null));
  }

  long shippedBytes() {
    return shipped.offset();
  }

  /** Whether the broker has all added slices and the position after them, or nothing was added. */
  boolean settled() {
    boolean known =
        stage == Stage.UNBORN || (stage == Stage.SHIPPING && kept.offset() == shipped.offset());
    return known && delivered();
  }

  boolean ended() {
    return stage == Stage.ENDED;
  }
}
