package io.tidemark.ingest.content;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Hashes of a generation's content at growing offsets, four per octave: 4, 5, 6, 7, 8, 10, 12, 14,
 * 16, 20, … They identify a copy that holds any part of the generation. Inode, birth time or the
 * first bytes alone are not sufficient: docs/decisions/ingest.md.
 */
public final class ContentPrints {

  private static final int HEX = 8;

  private final List<String> rungs = new ArrayList<>();

  static long offsetOf(int rung) {
    return (4L + rung % 4) << (rung / 4);
  }

  /** Content that can be read again at any offset. */
  @FunctionalInterface
  public interface Content {
    /** The bytes just before this offset. */
    Fingerprint before(long offset) throws IOException;
  }

  public static ContentPrints of(Content content, long end) throws IOException {
    return new ContentPrints().upTo(content, end);
  }

  /** Adds the missing prints of the content before {@code end}. */
  public ContentPrints upTo(Content content, long end) throws IOException {
    for (long at = offsetOf(rungs.size()); at <= end; at = offsetOf(rungs.size())) {
      rungs.add(hash(content.before(at)));
    }
    return this;
  }

  public ContentPrints within(long end) {
    while (end() > end) {
      rungs.remove(rungs.size() - 1);
    }
    return this;
  }

  public static ContentPrints decode(String text) {
    ContentPrints prints = new ContentPrints();
    int end = text.indexOf('@');
    for (int at = 0; at + HEX <= end; at += HEX) {
      prints.rungs.add(text.substring(at, at + HEX));
    }
    return prints;
  }

  /** The hash of the content just before its end, as written by {@link #encode}. */
  public static String endOf(String encoded) {
    return encoded.substring(encoded.indexOf('@') + 1);
  }

  /**
   * Encodes the prints before {@code end}, also those behind {@code mark} that may still be in
   * flight, and the marker at {@code mark}.
   */
  public String encode(ReadPosition mark, long end) {
    int known = 0;
    while (known < rungs.size() && offsetOf(known) <= end) {
      known++;
    }
    return String.join("", rungs.subList(0, known)) + '@' + mark.tail().marker();
  }

  /**
   * Adds the prints of {@code data}, which starts at {@code offset}; {@code before} precedes it.
   */
  public void extend(Fingerprint before, long offset, byte[] data, int length) {
    for (long at = offsetOf(rungs.size()); at <= offset + length; at = offsetOf(rungs.size())) {
      rungs.add(hash(before.plus(data, 0, (int) (at - offset))));
    }
  }

  /** Whether there are enough prints to recognise content of this length. */
  public boolean cover(long end) {
    return end >= offsetOf(0) && offsetOf(rungs.size()) > end;
  }

  /** Whether {@code file} has the same prints up to {@code end}, as far as both are known. */
  public boolean agree(FileSource file, long end) throws IOException {
    long last = Math.min(end, file.size());
    for (int rung = 0; rung < rungs.size() && offsetOf(rung) <= last; rung++) {
      if (!rungs.get(rung).equals(hash(file.before(offsetOf(rung))))) {
        return false;
      }
    }
    return true;
  }

  /**
   * Whether {@code file} has the same prints up to {@code end} without the first {@code removed}
   * bytes, as far as the prints are of bytes behind these.
   */
  boolean agreeWithout(long removed, FileSource file, long end) throws IOException {
    for (int rung = 0; rung < rungs.size() && offsetOf(rung) <= end; rung++) {
      long at = offsetOf(rung) - removed;
      if (at >= Fingerprint.BYTES && !rungs.get(rung).equals(hash(file.before(at)))) {
        return false;
      }
    }
    return true;
  }

  /** Whether a file that was read completely still has all known prints, or holes there. */
  public boolean stand(FileSource file) throws IOException {
    for (int rung = 0; rung < rungs.size() && file.size() >= end(); rung++) {
      Fingerprint now = file.before(offsetOf(rung));
      if (!rungs.get(rung).equals(hash(now)) && !now.isHole()) {
        return false;
      }
    }
    return file.size() >= end();
  }

  /** The offset of the last print; the content is known to be so long. */
  public long end() {
    return rungs.isEmpty() ? 0 : offsetOf(rungs.size() - 1);
  }

  private static String hash(Fingerprint print) {
    return print.marker().substring(0, HEX);
  }
}
