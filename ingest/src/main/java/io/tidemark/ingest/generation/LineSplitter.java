package io.tidemark.ingest.generation;

import io.tidemark.ingest.content.Fingerprint;
import io.tidemark.model.log.LineEnds;
import io.tidemark.model.log.Slice;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Splits bytes into batches of whole lines. Only a line feed ends a line; bytes after the last one
 * are held. Memory is bounded: only the head of a line beyond the limit is held.
 */
public final class LineSplitter {

  private static final byte[] EMPTY = {};

  private long offset;
  private Fingerprint tail;

  /** End of the last line that was returned with its end, and the bytes before it. */
  private long wholeOffset;

  private Fingerprint wholeTail;

  /** The head of the unfinished line; {@link #droppedBytes} more bytes of it were dropped. */
  private byte[] held = EMPTY;

  private int heldLength;
  private long droppedBytes;

  /** Length of a run of NUL bytes at the start of the file that was not returned yet. */
  private long nulBytes;

  private Fingerprint nulTail = Fingerprint.NONE;
  private Fingerprint droppedTail = Fingerprint.NONE;

  /**
   * @param tail the file's bytes before {@code offset}
   */
  public LineSplitter(long offset, Fingerprint tail) {
    this.offset = offset;
    this.tail = tail;
    wholeOffset = offset;
    wholeTail = tail;
  }

  /** Offset of the first byte not yet returned: the start of the unfinished line. */
  long offset() {
    return offset;
  }

  /** The bytes before {@link #offset()}. */
  Fingerprint tail() {
    return tail;
  }

  /** End of the last line that was returned with its end. */
  long wholeOffset() {
    return wholeOffset;
  }

  /** The bytes before {@link #wholeOffset()}. */
  Fingerprint wholeTail() {
    return wholeTail;
  }

  /** Forgets what was fed and not returned: the file holds it no longer. */
  void takeBack() {
    release();
    nulBytes = 0;
    nulTail = Fingerprint.NONE;
  }

  /** Offset of the first byte not yet fed. */
  public long scanned() {
    return offset + nulBytes + heldLength + droppedBytes;
  }

  /** The bytes before {@link #scanned()}, to check that the file is unchanged. */
  Fingerprint scannedTail() {
    if (nulBytes > 0) {
      return nulTail;
    }
    return droppedBytes > 0 ? droppedTail : tail.plus(held, 0, heldLength);
  }

  /** Whether a line has begun and not ended. */
  boolean waits() {
    return heldLength > 0;
  }

  /** Accepts the next bytes and returns every complete line. */
  public List<LineBatch> feed(byte[] bytes, int length) {
    if (offset > 0 || heldLength > 0) {
      return text(bytes, length);
    }
    int nuls = nuls(bytes, length);
    if (nuls > 0) {
      nulTail = nulTail.plus(bytes, 0, nuls);
      nulBytes += nuls;
    }
    if (nuls == length || nulBytes == 0) {
      return nulBytes == 0 ? text(bytes, length) : List.of();
    }
    List<LineBatch> batches = new ArrayList<>();
    batches.add(hole());
    batches.addAll(text(Arrays.copyOfRange(bytes, nuls, length), length - nuls));
    return batches;
  }

  /**
   * A run of NUL bytes: it appears when a writer continues at its old offset after its log was cut.
   */
  private LineBatch hole() {
    LineBatch hole = new LineBatch(0, nulBytes, 0, false, false, EMPTY, nulTail);
    moveTo(nulBytes, nulTail, false);
    nulBytes = 0;
    nulTail = Fingerprint.NONE;
    return hole;
  }

  private static int nuls(byte[] bytes, int length) {
    int nuls = 0;
    while (nuls < length && bytes[nuls] == 0) {
      nuls++;
    }
    return nuls;
  }

  private List<LineBatch> text(byte[] bytes, int length) {
    int lineFeed = LineEnds.next(bytes, 0, length);
    if (lineFeed == length) {
      hold(bytes, 0, length);
      return List.of();
    }
    List<LineBatch> pieces = new ArrayList<>();
    if (droppedBytes > 0) {
      hold(bytes, 0, lineFeed + 1);
      pieces.add(takeHeld(false));
      cut(bytes, lineFeed + 1, length, pieces);
    } else if (heldLength > 0) {
      int end = endOfHeldPiece(bytes, lineFeed, length);
      byte[] joined = Arrays.copyOf(held, heldLength + end);
      System.arraycopy(bytes, 0, joined, heldLength, end);
      release();
      cut(joined, 0, joined.length, pieces);
      cut(bytes, end, length, pieces);
    } else {
      cut(bytes, 0, length, pieces);
    }
    return pieces;
  }

  /** Whether the unfinished line is a whole JSON object. */
  boolean holdsObject() {
    JsonBrackets line = new JsonBrackets();
    line.add(held, heldLength);
    return droppedBytes == 0 && line.closedObject();
  }

  /** Returns and releases the unfinished line: its end will not come, or begins another line. */
  public Optional<LineBatch> finish() {
    if (nulBytes > 0) {
      return Optional.of(hole());
    }
    return heldLength == 0 ? Optional.empty() : Optional.of(takeHeld(true));
  }

  private void cut(byte[] data, int from, int end, List<LineBatch> pieces) {
    int at = from;
    while (at < end) {
      int next = pieceEnd(data, at, end);
      if (next < 0) {
        hold(data, at, end - at);
        return;
      }
      int length = next - at;
      // A batch beyond the target size is one line, so this also holds beyond the line limit.
      boolean truncated = length > Slice.MAX_LINE_BYTES;
      int shown = truncated ? Slice.MAX_LINE_BYTES : length;
      byte[] bytes = Arrays.copyOfRange(data, at, at + shown);
      pieces.add(give(bytes, length, truncated, false, tail.plus(data, at, length)));
      at = next;
    }
  }

  /** End of the batch that begins with the held line; only these bytes of the read are copied. */
  private int endOfHeldPiece(byte[] bytes, int lineFeed, int length) {
    int last = Math.min(length, Slice.TARGET_BYTES - heldLength) - 1;
    while (last > lineFeed && bytes[last] != '\n') {
      last--;
    }
    return Math.max(last, lineFeed) + 1;
  }

  /**
   * End of as many whole lines as fit the target size, or of one longer line; −1 if none is
   * complete.
   */
  private static int pieceEnd(byte[] data, int from, int end) {
    int target = Math.min(end, from + Slice.TARGET_BYTES);
    for (int i = target - 1; i >= from; i--) {
      if (data[i] == '\n') {
        return i + 1;
      }
    }
    int lineFeed = LineEnds.next(data, target, end);
    return lineFeed == end ? -1 : lineFeed + 1;
  }

  private void hold(byte[] data, int from, int length) {
    int kept = Math.min(length, Slice.MAX_LINE_BYTES - heldLength);
    if (heldLength + kept > held.length) {
      int grown = Math.max(heldLength + kept, Math.min(2 * held.length, Slice.MAX_LINE_BYTES));
      held = Arrays.copyOf(held, grown);
    }
    System.arraycopy(data, from, held, heldLength, kept);
    heldLength += kept;
    int dropped = length - kept;
    if (dropped > 0) {
      Fingerprint before = droppedBytes > 0 ? droppedTail : tail.plus(held, 0, heldLength);
      droppedTail = before.plus(data, from + kept, dropped);
      droppedBytes += dropped;
    }
  }

  private LineBatch takeHeld(boolean unterminated) {
    byte[] bytes = Arrays.copyOf(held, heldLength);
    long length = heldLength + droppedBytes;
    boolean truncated = droppedBytes > 0;
    Fingerprint after = scannedTail();
    release();
    return give(bytes, length, truncated, unterminated, after);
  }

  private LineBatch give(
      byte[] bytes, long length, boolean truncated, boolean unterminated, Fingerprint after) {
    int lines = truncated || unterminated ? 1 : LineEnds.count(bytes, 0, bytes.length);
    LineBatch piece = new LineBatch(offset, length, lines, truncated, unterminated, bytes, after);
    moveTo(offset + length, after, unterminated);
    return piece;
  }

  private void moveTo(long end, Fingerprint before, boolean unterminated) {
    offset = end;
    tail = before;
    wholeOffset = unterminated ? wholeOffset : end;
    wholeTail = unterminated ? wholeTail : before;
  }

  private void release() {
    held = EMPTY;
    heldLength = 0;
    droppedBytes = 0;
    droppedTail = Fingerprint.NONE;
  }
}
