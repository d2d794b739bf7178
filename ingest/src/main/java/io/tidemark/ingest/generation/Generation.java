package io.tidemark.ingest.generation;

import io.tidemark.ingest.content.ByteSource;
import io.tidemark.ingest.content.ContentPrints;
import io.tidemark.ingest.content.FileSource;
import io.tidemark.ingest.content.ReadPosition;
import io.tidemark.ingest.ship.Outlet;
import io.tidemark.model.log.Position;
import io.tidemark.model.log.Slice;
import java.io.IOException;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.LongConsumer;

/**
 * The content of one file of a log, from its first byte until it is renamed, cut or removed. Tracks
 * where that file is now, what was read of it, and how far it is shipped.
 */
public final class Generation {

  private final GenerationName name;
  private final Reader reader;
  private final Shipping shipping;
  private final ReadFailures failures;
  private final UnshippedBytes unshipped = new UnshippedBytes();

  private Place place = new Place.Live();
  private boolean over;
  private boolean stopped;
  private boolean rewritten;

  /**
   * A generation without a stored position, or one stored by an earlier tailer up to {@code start}.
   */
  public Generation(
      GenerationName name,
      ByteSource file,
      ReadPosition start,
      ContentPrints prints,
      LineCounts counts) {
    this.name = name;
    this.reader = new Reader(name, file, start, prints);
    this.shipping = new Shipping(name, reader, start, counts, this::fileHoldsAnother);
    this.failures = new ReadFailures(name.source());
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

  /** Whether its copy was read to its end, but is shorter than the bytes seen. */
  public boolean isCopiedInPart() {
    return place instanceof Place.InCopy
        && !over
        && shipping.isEmpty()
        && reader.endsSeen() > 0
        && reader.missingBytes() > 0;
  }

  /** Whether it was cut and a copy may still hold its rest. */
  public boolean awaitsCopy() {
    return isCut() && !over;
  }

  private boolean fileHoldsAnother() {
    return isCut() || (rewritten && !(place instanceof Place.InCopy));
  }

  /** Whether its file holds it no longer, and this was not handled yet. */
  public boolean wasCut() {
    return !over && !isCut() && reader.cut();
  }

  /** Reads the rest in a copy that was made before its file was cut. */
  public void goOnIn(FileSource copy) throws IOException {
    place = new Place.InCopy();
    failures.forget();
    reader.goOnIn(copy);
  }

  /** Examines its file without reading on. */
  public void observe() {
    if (over || isCut()) {
      return;
    }
    try {
      reader.observe();
    } catch (IOException e) {
      // The next read fails too, and reports it.
      return;
    }
  }

  /** How long its file has been unreadable. */
  public ReadFailures failures() {
    return failures;
  }

  /** Stores its start, even if it has no line yet. A document is stored with its first line. */
  void announce(Outlet outlet) {
    if (file() instanceof FileSource) {
      shipping.announce(outlet);
    }
  }

  /**
   * Reads and ships the data at hand.
   *
   * @return whether more is at hand
   */
  boolean poll(Round round) {
    try {
      if (shipping.isEmpty() && !over && !stopped && !isCut() && round.outlet().hasRoom()) {
        // Slices wait until the birth is stored, so large reads of thousands of new files would
        // fill memory.
        boolean bulk = shipping.mayBeBulk() || reader.waits();
        int most = bulk ? round.scratch().length : Slice.TARGET_BYTES;
        shipping.add(reader.read(round, most));
        finishAtEnd(round);
        failures.clear(file());
      } else {
        // Without a read, success must not be recorded.
        observe();
      }
    } catch (IOException e) {
      // Other logs must go on, and a disk or a mount may come back.
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
    boolean closed = file().closedByWriter() || stopped || reader.isSilent(round);
    if (atEnd && closed && place instanceof Place.Live) {
      shipping.add(reader.rest(round));
    }
  }

  /** Ends reading: ships the data at hand, including an unfinished last line. */
  public void finish(Round round) {
    if (!over) {
      over = true;
      shipping.add(reader.finish(round));
    }
  }

  /** Ends a generation whose rest is in no file: ships the bytes known to be missing as a gap. */
  public void loseRest(long missing, Round round) {
    finish(round);
    lose(missing, reader.endOfLost(missing));
  }

  /** Ends a generation whose rest is unreadable: ships the bytes known to be missing as a gap. */
  public void loseUnreadable(long missing, Round round) {
    finish(round);
    lose(missing, reader.endOfUnread(missing));
  }

  private void lose(long missing, ReadPosition end) {
    if (missing > 0) {
      String gap = file() instanceof GoneFile ? GoneFile.gapOf(id()) : id();
      shipping.add(List.of(new PendingSlice(reader.missing(gap, missing), end)));
    }
  }

  /** Whether only a change of its file or a silence matters: it can be read, and is not over. */
  boolean still() {
    return !over && !failures.any();
  }

  /** Ships the bytes read so far without reading on; returns whether the broker has all of them. */
  public boolean shipped(Round round) {
    return shipping.drained(round, over);
  }

  /** Stores how far the broker has it, if that has changed. */
  void keep(Outlet outlet) {
    shipping.keep(outlet);
  }

  public boolean unread() {
    return reader.content().scanned() == 0;
  }

  /** Whether it was never announced, so that it has no stored position. */
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

  /** Whether all data at hand is sent, so that the next generation may be read. */
  public boolean passed() {
    return shipping.isEmpty() && (over || (!isCut() && reader.endsSeen() > 0 && !reader.more()));
  }

  /** Whether it is read to its end, and the broker has all of it and its position. */
  boolean drained() {
    boolean quiet = reader.endsSeen() > 0 && !reader.cut();
    return ended() || (quiet && shipping.settled() && !over);
  }

  /**
   * When the oldest byte was seen, read or not, that the broker has not acknowledged; empty if none
   * waits for it. An unfinished last line waits for its end, a file that cannot be read for its
   * repair.
   *
   * @param shipped gets the time of the oldest byte that was acknowledged since the last call
   */
  OptionalLong oldestMillis(long nowMillis, LongConsumer shipped) {
    unshipped.ship(shipping.shippedBytes()).ifPresent(shipped);
    if (failures.any() || (shipping.delivered() && reader.missingBytes() <= 0)) {
      unshipped.clear();
    } else {
      unshipped.see(Math.max(reader.sizeBytes(), reader.scannedBytes()), nowMillis);
    }
    return unshipped.oldestMillis();
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
        Math.max(reader.sizeBytes(), shipped),
        reader.rested());
  }
}
