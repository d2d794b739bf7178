package io.tidemark.ingest.follow;

import io.tidemark.ingest.ship.Outlet;
import io.tidemark.model.Position;
import io.tidemark.model.Slice;
import java.io.IOException;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What one file of a log holds from its first byte until it is renamed, cut or removed: where that
 * file is now, what is read of it, and how far it is shipped.
 */
final class Generation {

  private static final Logger LOG = LoggerFactory.getLogger(Generation.class);

  private final GenerationName name;
  private final Reader reader;
  private final Shipping shipping;

  private Place place = new Place.Live();
  private boolean over;
  private boolean stopped;
  private boolean troubled;
  private boolean rewritten;

  private Generation(GenerationName name, Reader reader, ReadPosition start, LineCounts counts) {
    this.name = name;
    this.reader = reader;
    this.shipping = new Shipping(name, reader, start, counts, this::fileHoldsAnother);
  }

  /** One without a stored position, or one that an earlier tailer has kept up to the start. */
  static Generation of(
      GenerationName name,
      ByteSource file,
      ReadPosition start,
      ContentPrints prints,
      LineCounts counts) {
    return new Generation(name, new Reader(name, file, start, prints), start, counts);
  }

  GenerationName name() {
    return name;
  }

  String id() {
    return shipping.id();
  }

  ByteSource file() {
    return reader.file();
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

  /** Its copy ends before what was seen of it. */
  boolean isCopiedInPart() {
    return place instanceof Place.InCopy
        && !over
        && shipping.isEmpty()
        && reader.endsSeen() > 0
        && reader.missingBytes() > 0;
  }

  /** It was cut, and its rest may still be found in a copy. */
  boolean awaitsCopy() {
    return isCut() && !over;
  }

  private boolean fileHoldsAnother() {
    return isCut() || (rewritten && !(place instanceof Place.InCopy));
  }

  /** Its bytes cannot be had from its file any more, and nobody has acted on it. */
  boolean wasCut() {
    return !over && !isCut() && reader.cut();
  }

  /** Its file was cut after a copy of it was made: what is still unread is read there. */
  void goOnIn(FileSource copy) throws IOException {
    place = new Place.InCopy();
    reader.goOnIn(copy);
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

  /** Keeps that it begins, though it has no line yet. */
  void announce(Outlet outlet) {
    shipping.announce(outlet);
  }

  /**
   * Reads and ships what is at hand.
   *
   * @return whether more is at hand
   */
  boolean poll(Round round) {
    try {
      if (shipping.isEmpty() && !over && !stopped && !isCut() && round.outlet().hasRoom()) {
        // Until the birth is kept nothing leaves: thousands of new files must not fill the memory.
        boolean bulk = shipping.mayBeBulk() || reader.waits();
        int most = bulk ? round.scratch().length : Slice.TARGET_BYTES;
        shipping.add(reader.read(round, most));
        finishAtEnd(round);
      } else {
        observe();
      }
      troubled = false;
    } catch (IOException e) {
      trouble(e);
    }
    shipping.advance(round, over);
    return !troubled && !reader.cut() && reader.more() && round.outlet().hasRoom();
  }

  private void finishAtEnd(Round round) {
    boolean atEnd = reader.endsSeen() > 0;
    boolean copied = place instanceof Place.InCopy && reader.missingBytes() <= 0;
    if (atEnd && (file().closedByWriter() || copied)) {
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
      shipping.add(reader.finish(round));
    }
  }

  /** No copy of it came to light: counts why, and ships what is known to be missing as a gap. */
  void loseRest(Round round, Losses losses) {
    long missing = reader.missingBytes();
    boolean gone = false;
    if (file() instanceof GoneFile file) {
      gone = true;
      missing = Math.max(file.unknownBytes(), missing);
    }
    Losses.Reason reason =
        gone
            ? Losses.Reason.GONE_WHILE_DOWN
            : missing > 0 ? Losses.Reason.REST_GONE : Losses.Reason.CUT_WITHOUT_COPY;
    losses.add(reason, missing);
    if (missing > 0) {
      LOG.warn(
          "{}: what followed byte {} is in no file: {}, {} bytes are known to be lost",
          name.source(),
          shipping.shippedBytes(),
          reason,
          missing);
    } else {
      LOG.info("{}: ended after byte {}: {}", name.source(), shipping.shippedBytes(), reason);
    }
    finish(round);
    if (missing > 0) {
      Slice lost = reader.missing(id(), missing);
      ReadPosition end = new ReadPosition(lost.end(), shipping.lines(), Fingerprint.NONE).lost();
      shipping.add(List.of(new PendingSlice(lost, end)));
    }
  }

  /** Ships what was read, reading nothing; answers whether the broker has all of it. */
  boolean shipped(Round round) {
    return shipping.drained(round, over);
  }

  /** Keeps how far the broker has it, when that has moved. */
  void keep(Outlet outlet) {
    shipping.keep(outlet);
  }

  /** It was never announced: it has no stored position. */
  boolean unborn() {
    return name.id() == null;
  }

  Position lastPosition() {
    return shipping.lastPosition();
  }

  boolean ended() {
    return shipping.ended();
  }

  boolean over() {
    return over;
  }

  /** All that was at hand is on its way: the generation after it may go on. */
  boolean passed() {
    return shipping.isEmpty() && (over || (!isCut() && reader.endsSeen() > 0 && !reader.more()));
  }

  /** Read to its end, and the broker has all of it and the position after it. */
  boolean drained() {
    boolean quiet = reader.endsSeen() > 0 && !reader.cut();
    return ended() || (quiet && shipping.settled() && !over);
  }

  /** Something of it is shipped. */
  boolean begun() {
    return shipping.shippedBytes() > 0;
  }

  SourceProgress progress() {
    long shipped = shipping.shippedBytes();
    String id = name.id();
    return new SourceProgress(
        name.source(),
        file().label(),
        id == null ? "" : id,
        shipped,
        Math.max(reader.sizeBytes(), shipped));
  }
}
