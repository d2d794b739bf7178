package io.tidemark.ingest.content;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/**
 * The part of a generation that was read or seen, for comparison with other files.
 *
 * @param head its first bytes, up to 1 KiB
 * @param prints hashes of the bytes read
 * @param tail the bytes read last
 * @param scanned offset of the first byte not yet read
 * @param start where reading began
 * @param shipped the end of what was read and is not provisional
 * @param whole the same without a last line that was closed before its end came
 */
@SuppressWarnings("ArrayRecordComponent") // lent for a comparison; records are never compared
public record KnownContent(
    byte[] head,
    ContentPrints prints,
    Fingerprint tail,
    long scanned,
    ReadPosition start,
    ReadPosition shipped,
    ReadPosition whole) {

  private static final String NO_HEAD = Fingerprint.headMarker(new byte[0]);
  private static final int ALIKE_BYTES = 16;

  /** So much distinguishes a file from another one that begins alike. */
  public static final int DISTINCTIVE_BYTES = 256;

  /** Text that may have come between the removal of a beginning and the next look. */
  private static final long MOST_BYTES_SINCE_LOSS = 64L << 20;

  /** Whether that file holds all of it, perhaps with another unfinished line, and possibly more. */
  public boolean continuesIn(FileSource copy) throws IOException {
    return scanned > 0
        ? holdsWhatWasRead(copy)
            || (shipped.offset() >= DISTINCTIVE_BYTES
                && copy.size() >= scanned
                && isBefore(shipped, copy))
        : holdsWhatWasSeen(copy);
  }

  /**
   * The end of what was shipped and is in the file that was cut, where reading goes on; the start
   * of the file if it holds another log.
   */
  public ReadPosition goesOnIn(FileSource cut) throws IOException {
    for (ReadPosition end : List.of(shipped, whole)) {
      if (end.offset() >= DISTINCTIVE_BYTES && isBefore(end, cut)) {
        return end;
      }
    }
    long size = cut.size();
    return size >= DISTINCTIVE_BYTES && holdsBeginning(cut, size) && !mayBeBanner(cut, size)
        ? cut.positionAt(size)
        : ReadPosition.START;
  }

  /**
   * The end of what was shipped in a file that lost blocks before it: as a hole, or its first ones
   * ({@code FALLOC_FL_COLLAPSE_RANGE}). The start of the file if it holds another log. A beginning
   * of another length is not looked for: a next run may begin otherwise and end alike.
   */
  public ReadPosition goesOnBehindLoss(FileSource file) throws IOException {
    long end = shipped.offset();
    long size = file.size();
    if (shipped.tail().length() < Fingerprint.BYTES) {
      return ReadPosition.START;
    }
    if (size >= end) {
      ReadPosition here = file.positionAt(end);
      return shipped.tail().standsBehindHole(file.channel(), end) ? here : ReadPosition.START;
    }
    long last = end + Math.floorDiv(size - end, FileSource.BLOCK_BYTES) * FileSource.BLOCK_BYTES;
    long first = Math.max(Fingerprint.BYTES, last - MOST_BYTES_SINCE_LOSS);
    for (long at = last; at >= first; at -= FileSource.BLOCK_BYTES) {
      if (file.holds(shipped.tail(), at) && prints.agreeWithout(end - at, file, end)) {
        return new ReadPosition(at, 0, shipped.tail());
      }
    }
    return ReadPosition.START;
  }

  /** Whether a next run may have printed it: whole lines, and a small part of the log. */
  private boolean mayBeBanner(FileSource cut, long size) throws IOException {
    return size < shipped.offset() / 2 && FileSource.bytesAt(cut.channel(), size - 1, 1)[0] == '\n';
  }

  private boolean isBefore(ReadPosition end, FileSource file) throws IOException {
    return file.size() >= end.offset()
        && file.holds(end.tail(), end.offset())
        && prints.agree(file, end.offset());
  }

  private boolean holdsWhatWasRead(FileSource copy) throws IOException {
    String marker = scanned == start.offset() ? start.head() : null;
    return (marker == null || copy.fits(marker, scanned))
        && copy.size() >= scanned
        && copy.holds(tail, scanned)
        && prints.agree(copy, copy.size());
  }

  private boolean holdsWhatWasSeen(FileSource copy) throws IOException {
    String marker = start.offset() == 0 ? start.head() : null;
    int length = (int) Math.min(head.length, copy.size());
    boolean shorter = prints.cover(copy.size()) && prints.agree(copy, copy.size());
    return copy.size() > 0
        && (marker == null || shorter || copy.fits(marker, 0))
        && prints.agree(copy, copy.size())
        && (length > 0 || prints.end() > 0 || (marker != null && !marker.equals(NO_HEAD)))
        && beginsAlike(copy, length);
  }

  /** Whether that file holds a beginning of the bytes read, and no more but an unfinished line. */
  public boolean contains(FileSource copy) throws IOException {
    long size = copy.size();
    if (holdsBeginning(copy, size)) {
      return true;
    }
    long wholeSize = size > DISTINCTIVE_BYTES ? copy.end().offset() : 0;
    return wholeSize >= DISTINCTIVE_BYTES && wholeSize < size && holdsBeginning(copy, wholeSize);
  }

  private boolean holdsBeginning(FileSource copy, long size) throws IOException {
    int first = (int) Math.min(head.length, size);
    if (size == scanned
        && size == start.offset()
        && start.head() != null
        && !copy.fits(start.head(), start.offset())) {
      return false;
    }
    return size <= scanned
        && (prints.cover(size) || (first > 0 && first == size))
        && prints.agree(copy, size)
        && tail.agrees(copy.channel(), scanned, size)
        && beginsAlike(copy, first);
  }

  /** Whether both begin with the same 16 bytes: one is a copy, or both print the same banner. */
  public boolean beginsLike(FileSource other) throws IOException {
    return head.length >= ALIKE_BYTES
        && other.size() >= ALIKE_BYTES
        && beginsAlike(other, ALIKE_BYTES);
  }

  private boolean beginsAlike(FileSource other, int length) throws IOException {
    byte[] its = FileSource.bytesAt(other.channel(), 0, length);
    return Arrays.equals(head, 0, length, its, 0, its.length);
  }
}
