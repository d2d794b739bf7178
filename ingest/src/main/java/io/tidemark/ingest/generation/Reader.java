package io.tidemark.ingest.generation;

import io.tidemark.ingest.content.ByteSource;
import io.tidemark.ingest.content.ContentPrints;
import io.tidemark.ingest.content.FileSource;
import io.tidemark.ingest.content.Fingerprint;
import io.tidemark.ingest.content.KnownContent;
import io.tidemark.ingest.content.ReadPosition;
import io.tidemark.model.log.Slice;
import io.tidemark.model.log.SliceOrigin;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads one generation once, from start to end, into slices with offset and time. Examines its file
 * even while nothing is read, and detects that it was cut or rewritten: further bytes belong to
 * another generation.
 */
public final class Reader {

  private static final byte[] NOTHING = {};

  private final GenerationName name;
  private final LineSplitter splitter;
  private final ReadPosition start;
  private final ContentPrints prints;
  private final OpenLine openLine;
  private ByteSource file;
  private long lines;
  private long readMillis = -1;
  private long grownMillis = -1;
  private long observed;

  /** Size that was seen in the file that it was cut from. */
  private long seen;

  private Fingerprint observedEnd = Fingerprint.NONE;
  private byte[] head = NOTHING;
  private int endsSeen;
  private boolean more;
  private boolean cut;

  /** Whether a slice says that nothing follows what was read. */
  private boolean rested;

  Reader(GenerationName name, ByteSource file, ReadPosition start, ContentPrints prints) {
    this.name = name;
    this.file = file;
    this.splitter = new LineSplitter(start.offset(), start.tail());
    this.openLine = new OpenLine(start.offset());
    this.start = start;
    this.prints = prints;
    this.lines = start.lines();
    this.observed = start.offset();
    this.observedEnd = start.tail();
  }

  /**
   * Records that an earlier tailer read up to {@code size} and stored less: a file that was cut
   * since may begin with what is stored.
   *
   * @param end the bytes before {@code size}
   */
  public void saw(long size, Fingerprint end) {
    observed = size;
    observedEnd = end;
  }

  /** The file that it is read from now. */
  ByteSource file() {
    return file;
  }

  /** Checks whether the file still holds this generation, and reads its size. */
  void observe() throws IOException {
    if (cut) {
      return;
    }
    long size = file.size();
    boolean grown = size > observed;
    int first = (int) Math.min(size, Fingerprint.BYTES);
    byte[] begin = head;
    Fingerprint end = observedEnd;
    if (grown && file instanceof FileSource here) {
      begin = head.length < first ? FileSource.bytesAt(here.channel(), 0, first) : head;
      end = Fingerprint.before(here.channel(), size);
    }
    // Only after the reads: they tell of this generation if its file stands after them.
    cut = size < Math.max(observed, splitter.scanned()) || !stands();
    if (cut) {
      more = false;
    } else if (grown && file instanceof FileSource && end.length() == first) {
      // Fewer bytes than requested: a cut is under way, which the next call detects.
      head = begin;
      observedEnd = end;
      observed = size;
    }
  }

  /**
   * The whole lines that came since the last call, within the next {@code most} bytes; or a last
   * line that counts as complete.
   */
  List<PendingSlice> read(Round round, int most) throws IOException {
    observe();
    if (cut) {
      return List.of();
    }
    long scanned = splitter.scanned();
    int n = file.read(scanned, round.scratch(), most);
    // Checks again after the read: if the file was rewritten before it, the bytes would be mixed.
    if (n > 0 && !stands()) {
      cut = true;
      more = false;
      return List.of();
    }
    more = n == most || scanned + n < observed;
    if (n == 0) {
      endsSeen += file.atEnd() ? 1 : 0;
      openLine.rested(round);
      step(round);
      return endsSeen > 0 && openLine.isComplete(splitter, round) ? finish(round) : List.of();
    }
    endsSeen = 0;
    rested = false;
    openLine.grew(round.scratch(), n, round);
    prints.extend(splitter.scannedTail(), scanned, round.scratch(), n);
    List<PendingSlice> slices = timed(splitter.feed(round.scratch(), n), readMillis, step(round));
    grownMillis = readMillis;
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

  /** The content known so far. */
  public KnownContent content() {
    return new KnownContent(head, prints, splitter.scannedTail(), splitter.scanned(), start);
  }

  /** Continues in a copy that holds the unread rest. */
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

  /** The unfinished line. Its time is that of its last bytes, not of the silence after them. */
  List<PendingSlice> finish(Round round) {
    return timed(splitter.finish().map(List::of).orElse(List.of()), grownMillis, step(round));
  }

  /** Says that nothing follows what was read, once for each growth; nothing if a line is open. */
  List<PendingSlice> rest(Round round) {
    if (rested || waits() || lines == 0) {
      return List.of();
    }
    rested = true;
    long at = splitter.scanned();
    long millis = grownMillis < 0 ? step(round) : grownMillis;
    Slice slice = Slice.rest(name.id(file, head), at, millis);
    ReadPosition end = new ReadPosition(at, lines, splitter.scannedTail());
    return List.of(new PendingSlice(slice.from(ByteSource.origin(file, name.labels())), end));
  }

  boolean rested() {
    return rested;
  }

  /**
   * Records that the file has not changed until now.
   *
   * @return whether that is all: false if its silence is long enough to mean something
   */
  boolean still(Round round) {
    step(round);
    return !isSilent(round) || (!waits() && (rested || lines == 0));
  }

  boolean isSilent(Round round) {
    return openLine.isSilent(round);
  }

  /** The time of the round, but never before that of the last read: a clock may be set back. */
  private long step(Round round) {
    readMillis = Math.max(readMillis, round.wallMillis());
    return readMillis;
  }

  /** Distributes the time span of a read over its batches, by their bytes. */
  private List<PendingSlice> timed(List<LineBatch> batches, long since, long toMillis) {
    if (batches.isEmpty()) {
      return List.of();
    }
    SliceOrigin origin = ByteSource.origin(file, name.labels());
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

  /** A gap of {@code bytes} after the last byte read. */
  Slice missing(String generation, long bytes) {
    return Slice.lost(generation, splitter.scanned(), bytes, Math.max(0, readMillis));
  }

  /** Number of bytes that were seen and not read. */
  public long missingBytes() {
    return Math.max(seen, observed) - splitter.scanned();
  }

  /** Number of bytes not read, including growth since the last look if the size is known. */
  public long unreadBytes() {
    try {
      return Math.max(missingBytes(), file.size() - splitter.scanned());
    } catch (IOException e) {
      // Only the size seen earlier is known.
      return missingBytes();
    }
  }

  /** The position after lost bytes; it fits no file. */
  ReadPosition endOfLost(long bytes) {
    return new ReadPosition(splitter.scanned() + bytes, lines, Fingerprint.NONE).lost();
  }

  /**
   * The position after unreadable bytes; its marker still identifies the file. If nothing was read
   * and the birth time is unknown, any file would fit, so the position fits none.
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

  /** Whether more bytes are at hand than the last read took. */
  boolean more() {
    return more;
  }

  /** Number of consecutive reads that met the end. */
  public int endsSeen() {
    return endsSeen;
  }

  public boolean cut() {
    return cut;
  }

  /** Whether enough of it was seen to distinguish it from another file that begins alike. */
  boolean seen() {
    return observed >= KnownContent.DISTINCTIVE_BYTES;
  }

  /** Whether a line has begun and not ended. */
  boolean waits() {
    return splitter.waits();
  }

  public long sizeBytes() {
    return observed;
  }
}
