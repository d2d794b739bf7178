package io.tidemark.ingest.follow;

import io.tidemark.ingest.ship.Outlet;
import io.tidemark.model.Position;
import io.tidemark.model.Slice;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One life of a log's file: ships its lines in order and keeps how far the broker has them. Its
 * birth is kept before its first slice leaves, so that whatever dies, the next start knows the same
 * generation again; a later position never runs ahead of the broker.
 *
 * <pre>
 *   UNBORN ────────▶ BIRTH_SENT ──────▶ SHIPPING ──────────────▶ END_SENT ──────▶ ENDED
 *     │  first line      birth kept        over and acknowledged     end kept
 *     └──────────────────────── over without a line ────────────────────────────▶
 * </pre>
 */
final class Generation {

  private static final Logger LOG = LoggerFactory.getLogger(Generation.class);

  private static final long KEEP_EVERY_MILLIS = 250;

  /**
   * Logs may begin alike. So far what a generation holds is kept before it leaves, lest after a
   * kill another one be taken for it.
   */
  private static final long AHEAD_BYTES = 4096;

  private enum Stage {
    UNBORN,
    BIRTH_SENT,
    SHIPPING,
    END_SENT,
    ENDED
  }

  private final GenerationName name;
  private final Reader reader;
  private final LineCounts counts;
  private final Deque<PendingSlice> ready = new ArrayDeque<>();

  private ByteSource file;
  private Place place;
  private Stage stage;
  private ReadPosition shipped;
  private ReadPosition keeping;
  private ReadPosition kept;
  private long keptMillis;
  private long ahead;
  private long aheadSent;
  private int inFlight;
  private boolean over;
  private boolean stopped;
  private boolean troubled;
  private boolean rewritten;

  private Generation(
      GenerationName name, ByteSource file, Reader reader, ReadPosition start, LineCounts counts) {
    this.name = name;
    this.file = file;
    this.reader = reader;
    this.counts = counts;
    this.stage = name.isKept() ? Stage.SHIPPING : Stage.UNBORN;
    this.place = new Place.Live();
    this.shipped = start;
    this.keeping = start;
    this.kept = start;
    this.ahead = start.offset();
  }

  /** One that no position tells of yet, or one that an earlier tailer has kept up to the start. */
  static Generation of(
      GenerationName name,
      ByteSource file,
      ReadPosition start,
      ContentPrints prints,
      LineCounts counts) {
    Reader reader = new Reader(name, file, start, prints);
    return new Generation(name, file, reader, start, counts);
  }

  GenerationName name() {
    return name;
  }

  ByteSource file() {
    return file;
  }

  Reader reader() {
    return reader;
  }

  Place place() {
    return place;
  }

  void moved(Place now) {
    place = now;
    rewritten |= now instanceof Place.Cut;
  }

  boolean isCut() {
    return place instanceof Place.Cut;
  }

  /** Its bytes cannot be had from its file any more, and nobody has acted on it. */
  boolean wasCut() {
    return !over && !isCut() && reader.cut();
  }

  /** Looks at its file without reading on. */
  void observe() {
    try {
      if (!over && !isCut()) {
        reader.observe();
      }
    } catch (IOException e) {
      trouble(e);
    }
  }

  /**
   * Keeps the birth now, before there is a line, so that the next start begins here and not anew.
   */
  void announce(Outlet outlet) {
    if (stage == Stage.UNBORN) {
      byte[] first = ready.isEmpty() ? new byte[0] : ready.element().slice().bytes();
      String id = name.id(file, first);
      // In its file is another generation now, whatever that begins with.
      shipped = isCut() ? shipped.lost() : shipped.withHead(first);
      stage = Stage.BIRTH_SENT;
      long end = ready.isEmpty() ? 0 : ready.getLast().slice().end();
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

  /**
   * Reads and ships what is at hand.
   *
   * @return whether more is at hand
   */
  boolean poll(Round round) {
    try {
      if (ready.isEmpty() && !over && !stopped && !isCut() && round.outlet().hasRoom()) {
        // Until the birth is kept nothing leaves: thousands of new files must not fill the memory.
        boolean bulk = stage == Stage.SHIPPING || reader.waits();
        int most = bulk ? round.scratch().length : Slice.TARGET_BYTES;
        apply(reader.read(round, most));
        finishAtEnd(round);
      } else {
        observe();
      }
      troubled = false;
    } catch (IOException e) {
      trouble(e);
    }
    advance(round);
    return !troubled && !reader.cut() && reader.more() && round.outlet().hasRoom();
  }

  private void finishAtEnd(Round round) {
    boolean atEnd = reader.endsSeen() > 0;
    if (atEnd && (file.closedByWriter() || place instanceof Place.InCopy)) {
      finish(round);
    }
    if (atEnd && round.once() && !stopped) {
      stopped = true;
      if (reader.waits()) {
        finish(round);
      }
    }
  }

  private void trouble(IOException e) {
    // Others must not suffer, and a disk or a mount may come back.
    if (!troubled) {
      LOG.warn("{}: cannot be read, trying on: {}", name.source(), e.toString());
    }
    troubled = true;
  }

  /** Nothing more is read: what is at hand is shipped, a line without its end last of all. */
  void finish(Round round) {
    if (!over) {
      over = true;
      apply(reader.finish(round));
    }
  }

  /** Its rest is in no file: that is shipped as a gap, where bytes are known to be missing. */
  void lose(Round round, long atLeast) {
    if (!over) {
      finish(round);
      if (Math.max(atLeast, reader.missingBytes()) > 0) {
        String id = name.id(file, reader.head());
        Slice missing = reader.missing(id, atLeast);
        ReadPosition end =
            new ReadPosition(missing.end(), counts(shipped), Fingerprint.NONE).lost();
        ready.add(new PendingSlice(missing, end));
      }
    }
  }

  /** No copy of it came to light: counts why, and ships what is known to be missing as a gap. */
  void loseRest(Round round, Losses losses) {
    boolean gone = file instanceof GoneFile;
    long missing = Math.max(gone ? 1 : 0, reader.missingBytes());
    Losses.Reason reason =
        gone
            ? Losses.Reason.GONE_WHILE_DOWN
            : missing > 0 ? Losses.Reason.REST_GONE : Losses.Reason.CUT_WITHOUT_COPY;
    losses.add(reason, missing);
    LOG.warn(
        "{}: what followed byte {} of generation {} is in no file: {}, {} bytes known to be lost",
        name.source(),
        shipped.offset(),
        name.id(),
        reason,
        missing);
    lose(round, missing);
  }

  private long counts(ReadPosition mark) {
    return ready.isEmpty() ? mark.lines() : ready.getLast().after().lines();
  }

  private void apply(List<PendingSlice> slices) {
    for (PendingSlice pending : slices) {
      counts.addRead(pending.slice().lines());
      counts.addHole(pending.slice().isHole() ? pending.slice().length() : 0);
      ready.add(pending);
    }
  }

  /** Ships what was read, reading nothing; answers whether the broker has all of it. */
  boolean shipped(Round round) {
    advance(round);
    return ready.isEmpty() && inFlight == 0;
  }

  private void advance(Round round) {
    if (stage == Stage.UNBORN && !ready.isEmpty()) {
      announce(round.outlet());
    } else if (stage == Stage.UNBORN && over) {
      stage = Stage.ENDED;
    } else if (stage == Stage.SHIPPING) {
      ship(round.outlet());
      if (over && ready.isEmpty() && inFlight == 0) {
        end(round.outlet());
      } else if (round.steadyMillis() - keptMillis >= KEEP_EVERY_MILLIS) {
        keptMillis = round.steadyMillis();
        keep(round.outlet());
      }
    }
  }

  private boolean mayShip(Outlet outlet) {
    long end = ready.isEmpty() ? 0 : ready.getLast().slice().end();
    if (end <= ahead || ahead >= AHEAD_BYTES) {
      return true;
    }
    if (aheadSent < end) {
      aheadSent = end;
      outlet.keep(id(), position(shipped, false), () -> ahead = Math.max(ahead, end));
    }
    return false;
  }

  private void ship(Outlet outlet) {
    if (!mayShip(outlet)) {
      return;
    }
    while (!ready.isEmpty() && outlet.hasRoom()) {
      PendingSlice pending = ready.remove();
      inFlight++;
      outlet.send(
          name.source(),
          pending.slice(),
          () -> {
            inFlight--;
            shipped = pending.after();
            counts.addShipped(pending.slice().lines());
          });
    }
  }

  /** Keeps how far the broker has it, when that has moved. */
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
    return name.id(file, reader.head());
  }

  /** It was never announced: no position tells of it. */
  boolean unborn() {
    return name.id() == null;
  }

  /** A file that was rewritten is not this generation again, though it may come to look like it. */
  Position lastPosition() {
    return position(isCut() || (rewritten && !inCopy()) ? shipped.lost() : shipped, true);
  }

  private boolean inCopy() {
    return place instanceof Place.InCopy;
  }

  Position position(ReadPosition mark, boolean ended) {
    return new Position(
        name.source(),
        file.uri(),
        file.fileKey(),
        file.bornNanos(),
        mark.offset(),
        mark.lines(),
        mark.marker(),
        ended,
        new Position.Lineage(name.number(), reader.prints().encode(mark), name.homeUri()));
  }

  /** Its file was cut after a copy of it was made: what is still unread is read there. */
  void goOnIn(FileSource copy) throws IOException {
    file = copy;
    place = new Place.InCopy();
    reader.goOnIn(copy);
  }

  boolean ended() {
    return stage == Stage.ENDED;
  }

  boolean over() {
    return over;
  }

  /** All that was at hand is on its way: the generation after it may go on. */
  boolean passed() {
    return ready.isEmpty() && (over || (!isCut() && reader.endsSeen() > 0 && !reader.more()));
  }

  /** Read to its end, and the broker has all of it and the position after it. */
  boolean drained() {
    boolean quiet = reader.endsSeen() > 0 && !reader.cut() && ready.isEmpty() && inFlight == 0;
    boolean settled =
        stage == Stage.UNBORN || (stage == Stage.SHIPPING && kept.offset() == shipped.offset());
    return ended() || (quiet && settled && !over);
  }

  /** Something of it is shipped. */
  boolean begun() {
    return shipped.offset() > 0;
  }

  SourceProgress progress() {
    long sizeBytes = Math.max(reader.sizeBytes(), shipped.offset());
    String id = name.id();
    return new SourceProgress(
        name.source(), file.label(), id == null ? "" : id, shipped.offset(), sizeBytes);
  }
}
