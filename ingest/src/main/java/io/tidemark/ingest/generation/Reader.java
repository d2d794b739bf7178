package io.tidemark.ingest.generation;

import io.tidemark.ingest.content.ByteSource;
import io.tidemark.ingest.content.ContentPrints;
import io.tidemark.ingest.content.FileSource;
import io.tidemark.ingest.content.Fingerprint;
import io.tidemark.ingest.content.KnownContent;
import io.tidemark.ingest.content.ReadPosition;
import io.tidemark.model.log.Slice;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads one generation once, from start to end, into slices with offset and time. Examines its file
 * even while nothing is read, and detects that it was cut or rewritten: further bytes belong to
 * another generation.
 *
 * <p>The lines that were returned identify the generation. An unfinished last line is provisional:
 * its writer may take it back or write it anew, and then it is read again.
 */
public final class Reader {

  private final LineSplitter splitter;
  private final ReadPosition start;
  private final ContentPrints prints;
  private final OpenLine openLine;
  private final UnwrittenBytes unwritten;
  private final SliceMaker slices;
  private final SeenText seen;
  private ByteSource file;
  private long fileBytes;

  /** End of the bytes whose prints an earlier tailer stored. */
  private long knownEnd;

  private int endsSeen;
  private boolean more;
  private boolean cut;
  private boolean tookBack;

  /** Whether a slice says that nothing follows what was read. */
  private boolean rested;

  Reader(GenerationName name, ByteSource file, ReadPosition start, ContentPrints prints) {
    this.file = file;
    this.slices = new SliceMaker(name, start.lines());
    this.seen = new SeenText(start.offset(), start.tail());
    this.splitter = new LineSplitter(start.offset(), start.tail());
    this.openLine = new OpenLine(start.offset());
    this.unwritten = new UnwrittenBytes(name.source());
    this.start = start;
    this.prints = prints;
    this.knownEnd = prints.end();
  }

  /**
   * Records that an earlier tailer read up to {@code size} and stored less: a file that was cut
   * since may begin with what is stored.
   *
   * @param end the bytes before {@code size}
   */
  public void saw(long size, Fingerprint end) {
    seen.isTo(size, end);
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
    fileBytes = size;
    SeenText.Look look =
        size > seen.end() && file instanceof FileSource here ? seen.look(here, size) : null;
    // Only after the reads: they tell of this generation if its file stands after them.
    cut = !stands(size);
    if (cut) {
      more = false;
    } else if (look != null) {
      seen.take(look);
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
    cut = n > 0 && !stands(file.size());
    if (cut || splitter.scanned() != scanned) {
      more = !cut;
      return List.of();
    }
    more = n == most || scanned + n < seen.end();
    int taken = n;
    if (file instanceof FileSource here) {
      taken = unwritten.written(here, scanned, round.scratch(), n, round);
      more = taken < n ? taken > 0 || unwritten.goesOn(scanned, here.size()) : more;
    }
    if (taken == 0) {
      boolean atEnd = n == 0 ? file.atEnd() : !more && unwritten.endOfFile(scanned) > 0;
      endsSeen = atEnd ? endsSeen + 1 : n == 0 ? endsSeen : 0;
      openLine.rested(round);
      slices.step(file, round);
      return endsSeen > 0 && openLine.isComplete(splitter, round) ? closeLine(round) : List.of();
    }
    endsSeen = 0;
    rested = false;
    openLine.grew(round.scratch(), taken, round);
    List<PendingSlice> grown = slices.grown(file, feed(round.scratch(), taken), round);
    if (splitter.scanned() > seen.end()) {
      seen.isTo(splitter.scanned(), splitter.scannedTail());
    }
    return grown;
  }

  private List<LineBatch> feed(byte[] bytes, int length) {
    prints.extend(splitter.scannedTail(), splitter.scanned(), bytes, length);
    return splitter.feed(bytes, length);
  }

  /**
   * Whether the file of this size still holds what was returned. Other bytes that were read or
   * seen, and that it holds no longer, are taken back.
   */
  private boolean stands(long size) throws IOException {
    if (size >= Math.max(seen.end(), splitter.scanned()) && holdsSeen()) {
      return true;
    }
    boolean open =
        isDistinctive()
            && size >= splitter.offset()
            && file.holds(splitter.tail(), splitter.offset())
            && holdsPrints();
    if (open) {
      takeBack();
    }
    return open;
  }

  /**
   * Whether the file holds all that was returned, not the last of it alone: of two runs that print
   * the same lines without a time, the end is the same at the same place.
   */
  private boolean holdsPrints() throws IOException {
    return !(file instanceof FileSource here) || prints.agree(here, splitter.offset());
  }

  /** Whether enough was returned to tell the file from others that begin alike. */
  private boolean isDistinctive() {
    return splitter.offset() >= KnownContent.DISTINCTIVE_BYTES;
  }

  private boolean holdsSeen() throws IOException {
    long scanned = splitter.scanned();
    String first = scanned == start.offset() ? start.head() : null;
    return file.holds(splitter.scannedTail(), scanned)
        && (seen.end() == scanned || seen.standsIn(file))
        && (first == null || file.fits(first, scanned));
  }

  /** Drops what was read or seen and not shipped: an unfinished line. */
  public void takeBack() {
    splitter.takeBack();
    openLine.tookBack();
    seen.takeBack(splitter.offset(), splitter.tail());
    prints.within(splitter.offset());
    knownEnd = 0;
    endsSeen = 0;
    tookBack = true;
  }

  /**
   * Whether bytes were taken back since the last call: if the file was cut and written anew between
   * two looks, a copy may hold them.
   */
  public boolean tookBack() {
    boolean since = tookBack;
    tookBack = false;
    return since;
  }

  public KnownContent content() {
    return new KnownContent(
        seen.head(),
        prints,
        splitter.scannedTail(),
        splitter.scanned(),
        start,
        new ReadPosition(splitter.offset(), slices.lines(), splitter.tail()),
        new ReadPosition(splitter.wholeOffset(), slices.lines(), splitter.wholeTail()));
  }

  /** Continues in a copy that holds the unread rest, perhaps with another unfinished line. */
  void goOnIn(ByteSource copy) throws IOException {
    file = copy;
    cut = false;
    endsSeen = 0;
    if (!copy.holds(splitter.scannedTail(), splitter.scanned())) {
      takeBack();
    }
    seen.movesOn();
    if (copy.size() < seen.end()) {
      seen.isTo(splitter.scanned(), splitter.scannedTail());
    }
  }

  /** The unfinished line. Its time is that of its last bytes, not of the silence after them. */
  private List<PendingSlice> closeLine(Round round) {
    return slices.late(file, splitter.finish().map(List::of).orElse(List.of()), round);
  }

  /** The rest: NUL bytes at the end of the file as they stand, and the unfinished line. */
  List<PendingSlice> finish(Round round) {
    List<PendingSlice> rest = new ArrayList<>();
    long nuls = cut ? 0 : unwritten.endOfFile(splitter.scanned());
    byte[] zeros = new byte[(int) Math.min(nuls, round.scratch().length)];
    for (long left = nuls; left > 0; left -= zeros.length) {
      List<LineBatch> batches = feed(zeros, (int) Math.min(left, zeros.length));
      rest.addAll(slices.late(file, batches, round));
    }
    rest.addAll(closeLine(round));
    return rest;
  }

  /** Says that nothing follows what was read, once for each growth; nothing if a line is open. */
  List<PendingSlice> rest(Round round) {
    if (rested || waits() || slices.lines() == 0) {
      return List.of();
    }
    rested = true;
    ReadPosition end = new ReadPosition(splitter.scanned(), slices.lines(), splitter.scannedTail());
    return List.of(slices.rest(file, seen.head(), end, round));
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
    slices.step(file, round);
    return !isSilent(round) || (!waits() && (rested || slices.lines() == 0));
  }

  boolean isSilent(Round round) {
    return openLine.isSilent(round);
  }

  /** A gap of {@code bytes} after the last byte read. */
  Slice missing(String generation, long bytes) {
    return slices.missing(generation, splitter.scanned(), bytes);
  }

  /** Number of bytes that were seen and not read. */
  public long missingBytes() {
    return seen.most() - splitter.scanned();
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
    return new ReadPosition(splitter.scanned() + bytes, slices.lines(), Fingerprint.NONE).lost();
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
    return new ReadPosition(splitter.scanned() + bytes, slices.lines(), Fingerprint.NONE, marker);
  }

  /** The prints of what identifies the generation, for a position within it. */
  String prints(ReadPosition mark) {
    long end = isDistinctive() ? splitter.offset() : splitter.scanned();
    return prints.encode(mark, Math.max(end, knownEnd));
  }

  byte[] head() {
    return seen.head();
  }

  /** See {@link SeenText#wholeHead}. */
  byte[] wholeHead() {
    return seen.wholeHead();
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
    return seen.end() >= KnownContent.DISTINCTIVE_BYTES;
  }

  /** Whether a line has begun and not ended. */
  boolean waits() {
    return splitter.waits();
  }

  /** Number of bytes read, including those of an unfinished line. */
  long scannedBytes() {
    return splitter.scanned();
  }

  /** End of the text that was seen. */
  public long sizeBytes() {
    return seen.end();
  }

  /** Size of the file when it was last examined, with NUL bytes that may be text later. */
  public long fileBytes() {
    return fileBytes;
  }
}
