package io.tidemark.ingest.generation;

import io.tidemark.ingest.content.ByteSource;
import io.tidemark.ingest.content.ContentPrints;
import io.tidemark.ingest.content.FileSource;
import io.tidemark.ingest.content.Fingerprint;
import io.tidemark.ingest.content.KnownContent;
import io.tidemark.ingest.content.ReadPosition;
import io.tidemark.model.Slice;
import io.tidemark.model.SliceOrigin;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads one generation once through: bytes → slices with their offset and time. Observes its file,
 * also while nothing is read, and notices when it was cut or rewritten: what it would read then is
 * another generation.
 */
public final class Reader {

  private static final byte[] NOTHING = {};
  private static final int TELLING_BYTES = 256;

  private final GenerationName name;
  private final LineSplitter splitter;
  private final ReadPosition start;
  private final ContentPrints prints;
  private final OpenLineTimer openLine = new OpenLineTimer();
  private ByteSource file;
  private long lines;
  private long readMillis = -1;
  private long observed;

  /** So far it was seen in the file that it was cut from. */
  private long seen;

  private Fingerprint observedEnd = Fingerprint.NONE;
  private byte[] head = NOTHING;
  private int endsSeen;
  private boolean more;
  private boolean cut;

  Reader(GenerationName name, ByteSource file, ReadPosition start, ContentPrints prints) {
    this.name = name;
    this.file = file;
    this.splitter = new LineSplitter(start.offset(), start.tail());
    this.start = start;
    this.prints = prints;
    this.lines = start.lines();
    this.observed = start.offset();
    this.observedEnd = start.tail();
  }

  /** Where it is read from now. */
  ByteSource file() {
    return file;
  }

  /** Whether the file still is this generation, and how long it is now. */
  void observe() throws IOException {
    if (cut) {
      return;
    }
    long size = file.size();
    cut = size < Math.max(observed, splitter.scanned()) || !stands();
    if (cut) {
      more = false;
    } else if (size > observed && file instanceof FileSource here) {
      Fingerprint end = Fingerprint.before(here.channel(), size);
      if (head.length < Math.min(size, Fingerprint.BYTES)) {
        head = FileSource.bytesAt(here.channel(), 0, (int) Math.min(size, Fingerprint.BYTES));
      }
      // Fewer bytes than asked for: it is being cut at this moment, as the next look shows.
      if (end.length() == Math.min(size, Fingerprint.BYTES)) {
        observedEnd = end;
        observed = size;
      }
    }
  }

  /** The whole lines that came since the last call, within the next {@code most} bytes. */
  List<PendingSlice> read(Round round, int most) throws IOException {
    observe();
    if (cut) {
      return List.of();
    }
    long scanned = splitter.scanned();
    int n = file.read(scanned, round.scratch(), most);
    // Again after the read: had the file been rewritten before it, the bytes would be mixed.
    if (n > 0 && !stands()) {
      cut = true;
      more = false;
      return List.of();
    }
    more = n == most || scanned + n < observed;
    if (n == 0) {
      endsSeen += file.atEnd() ? 1 : 0;
      step(round);
      return List.of();
    }
    endsSeen = 0;
    openLine.grew(round);
    prints.extend(splitter.scannedTail(), scanned, round.scratch(), n);
    List<PendingSlice> slices = timed(splitter.feed(round.scratch(), n), readMillis, step(round));
    if (splitter.scanned() > observed) {
      observed = splitter.scanned();
      observedEnd = splitter.scannedTail();
    }
    return slices;
  }

  private boolean stands() throws IOException {
    long scanned = splitter.scanned();
    String first = scanned == start.offset() ? start.head() : null;
    return file.holds(splitter.scannedTail(), scanned)
        && (observed == scanned || file.holds(observedEnd, observed))
        && (first == null || file.fits(first, scanned));
  }

  /** What is known of it by now. */
  public KnownContent content() {
    return new KnownContent(head, prints, splitter.scannedTail(), splitter.scanned(), start);
  }

  /** Reads on in a copy, where nothing was rewritten. */
  void goOnIn(ByteSource copy) throws IOException {
    file = copy;
    cut = false;
    endsSeen = 0;
    seen = Math.max(seen, observed);
    if (copy.size() < observed) {
      observed = splitter.scanned();
      observedEnd = splitter.scannedTail();
    }
  }

  /** The line that waits for its end, when it has not grown for a while and is not shipped yet. */
  List<PendingSlice> openLine(Round round) {
    boolean due = !cut && endsSeen > 0 && openLine.isDue(splitter, round);
    return due ? timed(List.of(openLine.ship(splitter)), readMillis, step(round)) : List.of();
  }

  /** The line that waits for its end, which will not come. */
  List<PendingSlice> finish(Round round) {
    return timed(splitter.finish().map(List::of).orElse(List.of()), readMillis, step(round));
  }

  /** A clock set back must not make a slice end before it began. */
  private long step(Round round) {
    readMillis = Math.max(readMillis, round.wallMillis());
    return readMillis;
  }

  /** Batches of one read share its span of time by their bytes. */
  private List<PendingSlice> timed(List<LineBatch> batches, long since, long toMillis) {
    if (batches.isEmpty()) {
      return List.of();
    }
    SliceOrigin origin = ByteSource.origin(file);
    long fromMillis = since < 0 ? toMillis : since;
    long first = batches.get(0).offset();
    long total = batches.stream().mapToLong(LineBatch::length).sum();
    double millisPerByte = total == 0 ? 0 : (double) (toMillis - fromMillis) / total;
    String generation = name.id(file, LineBatch.firstText(batches));
    List<PendingSlice> slices = new ArrayList<>(batches.size());
    for (LineBatch batch : batches) {
      lines += batch.lines();
      Slice slice =
          batch.slice(
              generation,
              fromMillis + (long) (millisPerByte * (batch.offset() - first)),
              fromMillis + (long) (millisPerByte * (batch.end() - first)));
      ReadPosition end = new ReadPosition(batch.end(), lines, batch.tail());
      slices.add(new PendingSlice(slice.from(origin), end));
    }
    return slices;
  }

  /** So many bytes from its end on are in no file any more. */
  Slice missing(String generation, long bytes) {
    return Slice.lost(generation, splitter.scanned(), bytes, Math.max(0, readMillis));
  }

  /** Bytes that were seen and not read. */
  public long missingBytes() {
    return Math.max(seen, observed) - splitter.scanned();
  }

  /** The same, as far as the length of its file is known. */
  public long unreadBytes() {
    try {
      return Math.max(missingBytes(), file.size() - splitter.scanned());
    } catch (IOException e) {
      // What was seen of it is all that is known.
      return missingBytes();
    }
  }

  /** The end of so many bytes that are in no file any more. */
  ReadPosition endOfLost(long bytes) {
    return new ReadPosition(splitter.scanned() + bytes, lines, Fingerprint.NONE).lost();
  }

  /**
   * The end of so many bytes that cannot be read; the file is known again by it. Of a file of which
   * nothing was read and whose birth is unknown, nothing is known: any file would fit.
   */
  ReadPosition endOfUnread(long bytes) {
    if (splitter.scanned() == 0 && file.bornNanos() == 0) {
      return endOfLost(bytes);
    }
    String marker = splitter.scannedTail().unreadMarker(bytes);
    return new ReadPosition(splitter.scanned() + bytes, lines, Fingerprint.NONE, marker);
  }

  ContentPrints prints() {
    return prints;
  }

  byte[] head() {
    return head;
  }

  /** More bytes are at hand than the last read took. */
  boolean more() {
    return more;
  }

  /** How many reads in a row met the end. */
  public int endsSeen() {
    return endsSeen;
  }

  public boolean cut() {
    return cut;
  }

  /** Enough of it was seen to distinguish it from another that begins alike. */
  boolean seen() {
    return observed >= TELLING_BYTES;
  }

  /** A line has begun and not ended. */
  boolean waits() {
    return splitter.waits();
  }

  public long sizeBytes() {
    return observed;
  }
}
