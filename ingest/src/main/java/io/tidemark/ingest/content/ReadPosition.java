package io.tidemark.ingest.content;

import io.tidemark.model.Position;
import org.jspecify.annotations.Nullable;

/**
 * A point in a generation between two lines.
 *
 * @param lines how many lines lie before it
 * @param tail what the file holds just before it
 * @param head marker of what follows, where nothing lies before it; or {@link Fingerprint#LOST}
 */
public record ReadPosition(long offset, long lines, Fingerprint tail, @Nullable String head) {

  public static final ReadPosition START = new ReadPosition(0, 0, Fingerprint.NONE);

  public ReadPosition(long offset, long lines, Fingerprint tail) {
    this(offset, lines, tail, null);
  }

  /** By this the file is known again here. */
  public String marker() {
    return head == null ? tail.marker() : head;
  }

  /** The same point, of a file that cannot be known again. */
  public ReadPosition lost() {
    return new ReadPosition(offset, lines, tail, Fingerprint.LOST);
  }

  /** It fits no file. */
  public boolean isLost() {
    return Fingerprint.LOST.equals(head);
  }

  /** The start of a file whose first line has come, or none yet. */
  public ReadPosition withHead(byte[] first) {
    return offset > 0 ? this : new ReadPosition(offset, lines, tail, Fingerprint.headMarker(first));
  }

  /** Where an earlier tailer has left a file that is not at hand. */
  public static ReadPosition stored(Position position) {
    return new ReadPosition(
        position.offset(), position.lines(), Fingerprint.NONE, position.marker());
  }
}
