package io.tidemark.ingest.content;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Hashes of a generation's content at growing offsets, four to an octave: 4, 5, 6, 7, 8, 10, 12,
 * 14, 16, 20, … By these a copy is known however much of the generation it holds; neither inode nor
 * birth time nor the head alone would do.
 */
public final class ContentPrints {

  private static final int HEX = 8;

  private final List<String> rungs = new ArrayList<>();

  static long offsetOf(int rung) {
    return (4L + rung % 4) << (rung / 4);
  }

  /** Content that can be looked at again. */
  @FunctionalInterface
  public interface Content {
    /** The bytes just before this offset. */
    Fingerprint before(long offset) throws IOException;
  }

  /** Of what {@code file} holds before {@code end}. */
  public static ContentPrints of(FileSource file, long end) throws IOException {
    return of(offset -> Fingerprint.before(file.channel(), offset), end);
  }

  /** Of what comes before {@code end}. */
  public static ContentPrints of(Content content, long end) throws IOException {
    ContentPrints prints = new ContentPrints();
    for (int rung = 0; offsetOf(rung) <= end; rung++) {
      prints.rungs.add(hash(content.before(offsetOf(rung))));
    }
    return prints;
  }

  public static ContentPrints decode(String text) {
    ContentPrints prints = new ContentPrints();
    int end = text.indexOf('@');
    for (int at = 0; at + HEX <= end; at += HEX) {
      prints.rungs.add(text.substring(at, at + HEX));
    }
    return prints;
  }

  /** The hash of the content just before its end, by {@link #encode}. */
  public static String endOf(String encoded) {
    return encoded.substring(encoded.indexOf('@') + 1);
  }

  /**
   * As text: all that is known, also of what lies behind {@code mark} and may be on its way, and
   * the content just before the mark.
   */
  public String encode(ReadPosition mark) {
    return String.join("", rungs) + '@' + mark.tail().marker();
  }

  /** The content goes on with these bytes, {@code before} them lies what was there. */
  public void extend(Fingerprint before, long offset, byte[] data, int length) {
    for (long at = offsetOf(rungs.size()); at <= offset + length; at = offsetOf(rungs.size())) {
      rungs.add(hash(before.plus(data, 0, (int) (at - offset))));
    }
  }

  /** Whether enough is known to know content of this length by it. */
  public boolean cover(long end) {
    return end >= offsetOf(0) && offsetOf(rungs.size()) > end;
  }

  /** Whether {@code file} holds the same content as far as both are known, up to {@code end}. */
  public boolean agree(FileSource file, long end) throws IOException {
    long last = Math.min(end, file.size());
    for (int rung = 0; rung < rungs.size() && offsetOf(rung) <= last; rung++) {
      if (!rungs.get(rung).equals(hash(Fingerprint.before(file.channel(), offsetOf(rung))))) {
        return false;
      }
    }
    return true;
  }

  /** Whether {@code file}, where all of it was read, still holds all that is known. */
  public boolean stand(FileSource file) throws IOException {
    long known = rungs.isEmpty() ? 0 : offsetOf(rungs.size() - 1);
    return file.size() >= known && agree(file, known);
  }

  private static String hash(Fingerprint print) {
    return print.marker().substring(0, HEX);
  }
}
