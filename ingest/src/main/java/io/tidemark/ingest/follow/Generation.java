package io.tidemark.ingest.follow;

import io.tidemark.ingest.ship.Outlet;
import io.tidemark.model.Position;
import io.tidemark.model.Slice;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One generation of one source: ships its lines in order and keeps how far the broker has them. Its
 * birth is kept before its first slice leaves, so that whatever dies, the next start knows the same
 * generation again; a later position never runs ahead of the broker.
 */
final class Generation {

  private static final Logger LOG = LoggerFactory.getLogger(Generation.class);

  private static final long KEEP_EVERY_MILLIS = 250;

  private enum Stage {
    UNBORN,
    BIRTH_SENT,
    FOLLOWING,
    END_SENT,
    ENDED
  }

  private final Name name;
  private ByteSource origin;
  private final Reader reader;
  private final LineCounts counts;
  private final Deque<PendingSlice> ready = new ArrayDeque<>();

  private Stage stage;
  private ReadPosition shipped;
  private ReadPosition keeping;
  private ReadPosition kept;
  private long keptMillis;
  private int inFlight;
  private boolean over;
  private boolean stopped;
  private boolean troubled;

  /** Whose lines these are. */
  record Name(String source, String generation) {}

  private Generation(
      Name name, ByteSource origin, ReadPosition start, Stage stage, LineCounts counts) {
    this.name = name;
    this.origin = origin;
    this.reader = new Reader(name.generation(), origin, start);
    this.counts = counts;
    this.stage = stage;
    this.shipped = start;
    this.keeping = start;
    this.kept = start;
  }

  /** A life that no position tells of yet. */
  static Generation begin(Name name, ByteSource origin, ReadPosition start, LineCounts counts) {
    return new Generation(name, origin, start, Stage.UNBORN, counts);
  }

  /** A life that an earlier tailer has kept up to {@code start}. */
  static Generation resume(Name name, ByteSource origin, ReadPosition start, LineCounts counts) {
    return new Generation(name, origin, start, Stage.FOLLOWING, counts);
  }

  Name name() {
    return name;
  }

  ByteSource origin() {
    return origin;
  }

  /**
   * Keeps the birth now, before there is a line, so that the next start begins here and not anew.
   */
  void announce(Outlet outlet) {
    if (stage == Stage.UNBORN) {
      byte[] first = ready.isEmpty() ? new byte[0] : ready.element().slice().bytes();
      shipped = shipped.withHead(first);
      stage = Stage.BIRTH_SENT;
      outlet.keep(name.generation(), position(shipped, false), () -> stage = Stage.FOLLOWING);
    }
  }

  /**
   * Reads and ships what is at hand.
   *
   * @return whether more is at hand
   */
  boolean poll(Round round) {
    try {
      if (ready.isEmpty() && !over && !stopped && round.outlet().hasRoom()) {
        // Until the birth is kept nothing leaves: thousands of new files must not fill the memory.
        boolean bulk = stage == Stage.FOLLOWING || reader.waits();
        int most = bulk ? round.scratch().length : Slice.TARGET_BYTES;
        take(reader.read(round, most));
      }
      if (origin.closedByWriter() && reader.endsSeen() > 0) {
        finish(round);
      }
      if (round.once() && reader.endsSeen() > 0 && !stopped) {
        stopped = true;
        if (reader.waits()) {
          finish(round);
        }
      }
      troubled = false;
    } catch (IOException e) {
      if (round.once() || origin.fileKey() == null) {
        throw new UncheckedIOException(origin.label() + ": cannot be read", e);
      }
      // The other logs must not suffer, and a disk or a mount may come back.
      if (!troubled) {
        LOG.warn("{}: cannot be read, trying on: {}", name.source(), e.toString());
      }
      troubled = true;
    }
    advance(round);
    return !troubled && reader.more() && round.outlet().hasRoom();
  }

  /** Nothing more is read: what is at hand is shipped, a line without its end last of all. */
  void finish(Round round) {
    if (!over) {
      over = true;
      take(reader.finish(round));
    }
  }

  private void take(List<PendingSlice> parcels) {
    for (PendingSlice parcel : parcels) {
      counts.addRead(parcel.slice().lines());
      ready.add(parcel);
    }
  }

  private void advance(Round round) {
    if (stage == Stage.UNBORN && !ready.isEmpty()) {
      announce(round.outlet());
    } else if (stage == Stage.UNBORN && over) {
      stage = Stage.ENDED;
    } else if (stage == Stage.FOLLOWING) {
      ship(round.outlet());
      if (over && ready.isEmpty() && inFlight == 0) {
        end(round.outlet());
      } else if (round.steadyMillis() - keptMillis >= KEEP_EVERY_MILLIS) {
        keptMillis = round.steadyMillis();
        keep(round.outlet());
      }
    }
  }

  private void ship(Outlet outlet) {
    while (!ready.isEmpty() && outlet.hasRoom()) {
      PendingSlice parcel = ready.remove();
      inFlight++;
      outlet.send(
          name.source(),
          parcel.slice(),
          () -> {
            inFlight--;
            shipped = parcel.after();
            counts.addShipped(parcel.slice().lines());
          });
    }
  }

  /** Keeps how far the broker has it, when that has moved. */
  void keep(Outlet outlet) {
    if (stage == Stage.FOLLOWING && keeping.offset() < shipped.offset()) {
      ReadPosition mark = shipped;
      keeping = mark;
      outlet.keep(name.generation(), position(mark, false), () -> kept = mark);
    }
  }

  private void end(Outlet outlet) {
    stage = Stage.END_SENT;
    outlet.keep(name.generation(), lastPosition(), () -> stage = Stage.ENDED);
  }

  /** A file that was rewritten is not this life again, though it may come to look like it. */
  Position lastPosition() {
    return position(reader.rewritten() ? shipped.lost() : shipped, true);
  }

  private Position position(ReadPosition mark, boolean ended) {
    return new Position(
        name.source(),
        origin.uri(),
        origin.fileKey(),
        origin.bornNanos(),
        mark.offset(),
        mark.lines(),
        mark.marker(),
        ended);
  }

  boolean continuesIn(ByteSource copy) throws IOException {
    return reader.continuesIn(copy);
  }

  /** Its file was cut after a copy of it was made: what is still unread is read there. */
  void goOnIn(ByteSource copy) {
    origin = copy;
    reader.goOnIn(copy);
  }

  boolean rewritten() {
    return reader.rewritten();
  }

  boolean ended() {
    return stage == Stage.ENDED;
  }

  int endsSeen() {
    return reader.endsSeen();
  }

  void forgetEnds() {
    reader.forgetEnds();
  }

  /** Read to its end, and the broker has all of it and the position after it. */
  boolean drained() {
    boolean quiet = reader.endsSeen() > 0 && ready.isEmpty() && inFlight == 0;
    boolean settled =
        stage == Stage.UNBORN || (stage == Stage.FOLLOWING && kept.offset() == shipped.offset());
    return ended() || (quiet && settled && !over);
  }

  void close() {
    try {
      origin.close();
    } catch (IOException e) {
      throw new UncheckedIOException(origin.label() + ": cannot be closed", e);
    }
  }

  SourceProgress progress() {
    long sizeBytes = Math.max(reader.sizeBytes(), shipped.offset());
    return new SourceProgress(
        name.source(), origin.label(), name.generation(), shipped.offset(), sizeBytes);
  }
}
