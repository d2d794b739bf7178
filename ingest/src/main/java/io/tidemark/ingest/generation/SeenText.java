package io.tidemark.ingest.generation;

import io.tidemark.ingest.content.ByteSource;
import io.tidemark.ingest.content.FileSource;
import io.tidemark.ingest.content.Fingerprint;
import java.io.IOException;
import java.util.Arrays;

/** How far the text of a file was seen, read or not, and its first bytes. */
final class SeenText {

  private static final byte[] NOTHING = {};

  private long end;
  private Fingerprint tail;
  private byte[] head = NOTHING;

  /** The end that was seen in the file that it was cut from. */
  private long before;

  SeenText(long end, Fingerprint tail) {
    this.end = end;
    this.tail = tail;
  }

  /**
   * @param tail the bytes before {@code end}
   */
  void isTo(long end, Fingerprint tail) {
    this.end = end;
    this.tail = tail;
  }

  /** Whether the file still holds the bytes before the end. */
  boolean standsIn(ByteSource file) throws IOException {
    return file.holds(tail, end);
  }

  /** The bytes of a file of this size, to be taken if the file stands after they were read. */
  Look look(FileSource file, long size) throws IOException {
    int first = (int) Math.min(size, Fingerprint.BYTES);
    byte[] begin = head.length < first ? FileSource.bytesAt(file.channel(), 0, first) : head;
    return new Look(size, begin, file.before(size));
  }

  /** First and last bytes of a file that has grown. */
  @SuppressWarnings("ArrayRecordComponent") // taken or dropped at once, never compared
  record Look(long size, byte[] head, Fingerprint tail) {

    /**
     * Fewer bytes than the file had: a cut is under way, which the next look detects. A NUL may be
     * text later.
     */
    private boolean isWhole() {
      return tail.length() == Math.min(size, Fingerprint.BYTES) && !tail.hasNul();
    }
  }

  void take(Look look) {
    if (look.isWhole()) {
      head = untilNul(look.head());
      isTo(look.size(), look.tail());
    }
  }

  /** Takes back what was seen behind this end. */
  void takeBack(long toEnd, Fingerprint itsTail) {
    isTo(toEnd, itsTail);
    head = Arrays.copyOf(head, (int) Math.min(head.length, toEnd));
  }

  /** Records that the text goes on in another file. */
  void movesOn() {
    before = Math.max(before, end);
  }

  long end() {
    return end;
  }

  /** The furthest end that was seen in any file of the text. */
  long most() {
    return Math.max(before, end);
  }

  byte[] head() {
    return head;
  }

  /**
   * The whole lines of the head, or all of it if there is none: an open line may change. Bytes from
   * a NUL on may not be written yet.
   */
  byte[] wholeHead() {
    byte[] text = untilNul(head);
    int whole = text.length;
    while (whole > 0 && text[whole - 1] != '\n') {
      whole--;
    }
    return whole == 0 ? text : Arrays.copyOf(text, whole);
  }

  private static byte[] untilNul(byte[] bytes) {
    int end = 0;
    while (end < bytes.length && bytes[end] != 0) {
      end++;
    }
    return Arrays.copyOf(bytes, end);
  }
}
