package io.tidemark.ingest.generation;

import io.tidemark.ingest.content.ByteSource;
import io.tidemark.ingest.content.ContentPrints;
import io.tidemark.ingest.content.FileSource;
import io.tidemark.ingest.content.ReadPosition;
import io.tidemark.ingest.ship.Outlet;
import io.tidemark.model.Position;
import io.tidemark.model.Slice;
import java.io.IOException;
import java.util.List;

/**
 * What one file of a log holds from its first byte until it is renamed, cut or removed: where that
 * file is now, what is read of it, and how far it is shipped.
 */
public final class Generation {

  private final GenerationName name;
  private final Reader reader;
  private final Shipping shipping;
  private final ReadFailures failures;

  private Place place = new Place.Live();
  private boolean over;
  private boolean stopped;
  private boolean rewritten;

  private Generation(GenerationName name, Reader reader, ReadPosition start, LineCounts counts) {
    this.name = name;
    this.reader = reader;
    this.shipping = new Shipping(name, reader, start, counts, this::fileHoldsAnother);
    this.failures = new ReadFailures(name.source());
  }

  /** One without a stored position, or one that an earlier tailer has kept up to the start. */
  public static Generation of(
      GenerationName name,
      ByteSource file,
      ReadPosition start,
      ContentPrints prints,
      LineCounts counts) {
    return new Generation(name, new Reader(name, file, start, prints), start, counts);
  }

  public GenerationName name() {
    return name;
  }

  public String id() {
    return shipping.id();
  }

  public ByteSource file() {
    return reader.file();
  }

  public Reader reader() {
    return reader;
  }

  public Place place() {
    return place;
  }

  public void moved(Place now) {
    if (place.getClass() != now.getClass()) {
      failures.forget();
    }
    place = now;
    rewritten |= now instanceof Place.Cut;
  }

  public boolean isCut() {
    return place instanceof Place.Cut;
  }

  /** Its copy ends before what was seen of it. */
  public boolean isCopiedInPart() {
    return place instanceof Place.InCopy
        && !over
        && shipping.isEmpty()
        && reader.endsSeen() > 0
        && reader.missingBytes() > 0;
  }

  /** It was cut, and its rest may still be found in a copy. */
  public boolean awaitsCopy() {
    return isCut() && !over;
  }

  private boolean fileHoldsAnother() {
    return isCut() || (rewritten && !(place instanceof Place.InCopy));
  }

  /** Its bytes cannot be had from its file any more, and nobody has acted on it. */
  public boolean wasCut() {
    return !over && !isCut() && reader.cut();
  }

  /** Its file was cut after a copy of it was made: what is still unread is read there. */
  public void goOnIn(FileSource copy) throws IOException {
    place = new Place.InCopy();
    failures.forget();
    reader.goOnIn(copy);
  }

  /** Looks at its file without reading on. */
  public void observe() {
    if (over || isCut()) {
      return;
    }
    try {
      reader.observe();
    } catch (IOException e) {
      // The next read fails, too, and reports it.
      return;
    }
  }

  /** For how long its file cannot be read. */
  public ReadFailures failures() {
    return failures;
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
        shipping.add(reader.openLine(round));
        finishAtEnd(round);
        failures.clear(file());
      } else {
        // No read is tried: this says nothing of whether one would fail.
        observe();
      }
    } catch (IOException e) {
      // Others must not suffer, and a disk or a mount may come back.
      failures.add(file(), e, round.steadyMillis());
    }
    shipping.advance(round, over);
    return !failures.any() && !reader.cut() && reader.more() && round.outlet().hasRoom();
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

  /** Nothing more is read: what is at hand is shipped, a line without its end last of all. */
  public void finish(Round round) {
    if (!over) {
      over = true;
      shipping.add(reader.finish(round));
    }
  }

  /** Its rest is in no file any more: ships what is known to be missing as a gap. */
  public void loseRest(long missing, Round round) {
    finish(round);
    lose(missing, reader.endOfLost(missing));
  }

  /** Its rest cannot be read: ships what is known to be missing as a gap. */
  public void loseUnreadable(long missing, Round round) {
    finish(round);
    lose(missing, reader.endOfUnread(missing));
  }

  private void lose(long missing, ReadPosition end) {
    if (missing > 0) {
      shipping.add(List.of(new PendingSlice(reader.missing(id(), missing), end)));
    }
  }

  /** Ships what was read, reading nothing; answers whether the broker has all of it. */
  public boolean shipped(Round round) {
    return shipping.drained(round, over);
  }

  /** Keeps how far the broker has it, when that has moved. */
  void keep(Outlet outlet) {
    shipping.keep(outlet);
  }

  /** It was never announced: it has no stored position. */
  public boolean unborn() {
    return name.id() == null;
  }

  public Position lastPosition() {
    return shipping.lastPosition();
  }

  public boolean ended() {
    return shipping.ended();
  }

  public boolean over() {
    return over;
  }

  /** All that was at hand is on its way: the generation after it may go on. */
  public boolean passed() {
    return shipping.isEmpty() && (over || (!isCut() && reader.endsSeen() > 0 && !reader.more()));
  }

  /** Read to its end, and the broker has all of it and the position after it. */
  boolean drained() {
    boolean quiet = reader.endsSeen() > 0 && !reader.cut();
    return ended() || (quiet && shipping.settled() && !over);
  }

  public long shippedBytes() {
    return shipping.shippedBytes();
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
