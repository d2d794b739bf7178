package io.tidemark.ingest.content;

import io.tidemark.model.log.Position;
import org.jspecify.annotations.Nullable;

/**
 * A point in a generation between two lines.
 *
 * @param lines number of lines before it
 * @param tail the file's bytes just before it
 * @param head marker of the first bytes, where nothing precedes the position; or {@link
 *     Fingerprint#LOST}
 */
public record ReadPosition(long offset, long lines, Fingerprint tail, @Nullable String head) {

  public static final ReadPosition START = new ReadPosition(0, 0, Fingerprint.NONE);

  public ReadPosition(long offset, long lines, Fingerprint tail) {
    this(offset, lines, tail, null);
  }

  /** The marker that identifies the file at this position. */
  public String marker() {
    return head == null ? tail.marker() : head;
  }

  /** The same point, with a marker that fits no file. */
  public ReadPosition lost() {
    return new ReadPosition(offset, lines, tail, Fingerprint.LOST);
  }

  public boolean isLost() {
    return Fingerprint.LOST.equals(head);
  }

  /** The start of a file, with the marker of its first line; empty bytes if it has none yet. */
  public ReadPosition withHead(byte[] first) {
    return offset > 0 ? this : new ReadPosition(offset, lines, tail, Fingerprint.headMarker(first));
  }

  /** The position at which an earlier tailer stopped, for a file that cannot be opened. */
  public static ReadPosition stored(Position position) {
    return new ReadPosition(
        position.offset(), position.lines(), Fingerprint.NONE, position.marker());
  }
}
