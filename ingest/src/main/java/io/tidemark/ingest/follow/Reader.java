package io.tidemark.ingest.follow;

import io.tidemark.model.Slice;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;

/**
 * Reads one origin once through: bytes → slices with their offset and time. Notices when the file
 * was cut or rewritten under it and then gives no more, since what it would read is another life.
 */
final class Reader {

  private final String generation;
  private ByteSource origin;
  private final LineSplitter splitter;
  private final ReadPosition start;
  private long lines;
  private long readMillis = -1;
  private long sizeBytes;
  private int endsSeen;
  private boolean more;
  private boolean rewritten;

  Reader(String generation, ByteSource origin, ReadPosition start) {
    this.generation = generation;
    this.origin = origin;
    this.splitter = new LineSplitter(start.offset(), start.tail());
    this.start = start;
    this.lines = start.lines();
  }

  /** The whole lines that came since the last call, within the next {@code most} bytes. */
  List<PendingSlice> read(Round round, int most) throws IOException {
    sizeBytes = origin.size();
    long scanned = splitter.scanned();
    int n = sizeBytes < scanned ? 0 : origin.read(scanned, round.scratch(), most);
    // Looked at after the read: had the file been rewritten before it, the bytes would be mixed.
    rewritten = sizeBytes < scanned || !stands(scanned);
    if (rewritten) {
      more = false;
      return List.of();
    }
    more = n == most || scanned + n < sizeBytes;
    sizeBytes = Math.max(sizeBytes, scanned + n);
    if (n == 0) {
      endsSeen += origin.atEnd() ? 1 : 0;
      step(round);
      return List.of();
    }
    endsSeen = 0;
    return timed(splitter.feed(round.scratch(), n), readMillis, step(round));
  }

  /** Whether that file holds what was read, up to here, and maybe more. */
  boolean continuesIn(ByteSource copy) throws IOException {
    long scanned = splitter.scanned();
    return scanned > 0 && copy.size() >= scanned && copy.holds(splitter.scannedTail(), scanned);
  }

  /** Reads on in a copy, where nothing was rewritten. */
  void goOnIn(ByteSource copy) {
    origin = copy;
    rewritten = false;
    endsSeen = 0;
  }

  private boolean stands(long scanned) throws IOException {
    String head = scanned == start.offset() ? start.head() : null;
    return origin.holds(splitter.scannedTail(), scanned)
        && (head == null || origin.fits(head, scanned));
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

  /** Pieces of one read share its span of time by their bytes. */
  private List<PendingSlice> timed(List<LineBatch> pieces, long since, long toMillis) {
    long fromMillis = since < 0 ? toMillis : since;
    long start = pieces.isEmpty() ? 0 : pieces.get(0).offset();
    long total = pieces.stream().mapToLong(LineBatch::length).sum();
    double millisPerByte = total == 0 ? 0 : (double) (toMillis - fromMillis) / total;
    Stream<PendingSlice> parcels =
        pieces.stream()
            .map(
                piece -> {
                  lines += piece.lines();
                  return new PendingSlice(
                      new Slice(
                          generation,
                          piece.offset(),
                          piece.length(),
                          piece.lines(),
                          piece.truncated(),
                          piece.unterminated(),
                          fromMillis + (long) (millisPerByte * (piece.offset() - start)),
                          fromMillis + (long) (millisPerByte * (piece.end() - start)),
                          piece.bytes()),
                      new ReadPosition(piece.end(), lines, piece.tail()));
                });
    return parcels.toList();
  }

  /** More bytes are at hand than the last read took. */
  boolean more() {
    return more;
  }

  /** How many reads in a row met the end. */
  int endsSeen() {
    return endsSeen;
  }

  void forgetEnds() {
    endsSeen = 0;
  }

  boolean rewritten() {
    return rewritten;
  }

  /** A line has begun and not ended. */
  boolean waits() {
    return splitter.waits();
  }

  long sizeBytes() {
    return sizeBytes;
  }
}
