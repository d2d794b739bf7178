package io.tidemark.ingest.content;

import io.tidemark.model.Sha256;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * Up to 1 KiB of a file just before an offset; distinguishes a rewritten file from one that grew.
 * First bytes or inode would not suffice: training logs begin alike, and inode numbers are reused.
 */
public final class Fingerprint {

  public static final int BYTES = 1024;
  public static final Fingerprint NONE = new Fingerprint(new byte[0]);

  /**
   * Marks a generation that has shipped nothing: its first bytes replace the bytes before the
   * offset.
   */
  private static final String HEAD = "head";

  /** Marks unreadable bytes before the offset: their number, and the bytes before them. */
  private static final String UNREAD = "unread";

  /** A marker that fits no file. */
  public static final String LOST = "rewritten";

  /** Fewer bytes could be those of another log. */
  private static final int LEAST_BEHIND_HOLE = 16;

  private final byte[] bytes;

  private Fingerprint(byte[] bytes) {
    this.bytes = bytes;
  }

  public static Fingerprint before(FileChannel file, long offset) throws IOException {
    int length = (int) Math.min(BYTES, offset);
    return new Fingerprint(FileSource.bytesAt(file, offset - length, length));
  }

  public Fingerprint plus(byte[] more, int from, int length) {
    if (length == 0) {
      return this;
    }
    int kept = Math.max(0, Math.min(bytes.length, BYTES - length));
    int taken = Math.min(length, BYTES);
    byte[] next = new byte[kept + taken];
    System.arraycopy(bytes, bytes.length - kept, next, 0, kept);
    System.arraycopy(more, from + length - taken, next, kept, taken);
    return new Fingerprint(next);
  }

  boolean stands(FileChannel file, long offset) throws IOException {
    return Arrays.equals(bytes, FileSource.bytesAt(file, offset - bytes.length, bytes.length));
  }

  /**
   * Whether a hole was punched into the file up to the last block boundary before {@code offset}:
   * NUL bytes before it, and these bytes behind it.
   */
  boolean standsBehindHole(FileChannel file, long offset) throws IOException {
    int kept = (int) (offset % FileSource.BLOCK_BYTES);
    int hole = bytes.length - kept;
    byte[] now = FileSource.bytesAt(file, offset - bytes.length, bytes.length);
    return kept >= LEAST_BEHIND_HOLE
        && hole > 0
        && now.length == bytes.length
        && Arrays.equals(new byte[hole], 0, hole, now, 0, hole)
        && Arrays.equals(bytes, hole, bytes.length, now, hole, now.length);
  }

  /**
   * Whether the file agrees with these bytes, which end at {@code offset}, up to its {@code size}.
   */
  boolean agrees(FileChannel file, long offset, long size) throws IOException {
    long start = offset - bytes.length;
    int shared = (int) Math.max(0, Math.min(bytes.length, size - start));
    return Arrays.equals(bytes, 0, shared, FileSource.bytesAt(file, start, shared), 0, shared);
  }

  public int length() {
    return bytes.length;
  }

  /** Whether one of its bytes is NUL, and may be text later. */
  public boolean hasNul() {
    int at = 0;
    while (at < bytes.length && bytes[at] != 0) {
      at++;
    }
    return at < bytes.length;
  }

  boolean isHole() {
    return Arrays.equals(bytes, new byte[bytes.length]);
  }

  public String marker() {
    return hash(bytes);
  }

  /** The marker of a generation that starts with these bytes. */
  public static String headMarker(byte[] first) {
    byte[] head = Arrays.copyOf(first, Math.min(first.length, BYTES));
    return HEAD + head.length + ":" + hash(head);
  }

  /** The marker of a generation whose bytes after these could not be read. */
  public String unreadMarker(long unreadBytes) {
    return UNREAD + unreadBytes + ":" + marker();
  }

  /**
   * Whether the file's content up to {@code offset} is the one that {@code marker} was made from.
   */
  public static boolean fits(String marker, FileChannel file, long offset) throws IOException {
    if (file.size() < offset) {
      return false;
    }
    if (marker.startsWith(HEAD)) {
      int length = Integer.parseInt(marker.substring(HEAD.length(), marker.indexOf(':')));
      return marker.equals(headMarker(FileSource.bytesAt(file, offset, length)));
    }
    if (marker.startsWith(UNREAD)) {
      long unread = Long.parseLong(marker.substring(UNREAD.length(), marker.indexOf(':')));
      return unread <= offset && marker.equals(before(file, offset - unread).unreadMarker(unread));
    }
    return marker.equals(before(file, offset).marker());
  }

  public static String hash(byte[] bytes) {
    return HexFormat.of().formatHex(Sha256.digest().digest(bytes), 0, 16);
  }
}
