package io.tidemark.analysis.state;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Reads what {@link PartWriter} wrote; another version is an {@link OtherVersion}. */
public final class PartReader {

  private final byte[] bytes;
  private final int version;
  private int at;

  public PartReader(byte[] bytes, int version) {
    this(bytes, version, version);
  }

  /** Reads a part of any version from {@code oldest} to {@code newest}. */
  public PartReader(byte[] bytes, int oldest, int newest) {
    this.bytes = bytes;
    this.version = bytes[at++];
    if (version < oldest || version > newest) {
      throw new OtherVersion(version, newest);
    }
  }

  /** The version that the part was written in. */
  public int version() {
    return version;
  }

  public boolean flag() {
    return bytes[at++] != 0;
  }

  /** Which of several layouts follows; a flag that was written is 0 or 1. */
  public int kind() {
    return bytes[at++];
  }

  public long number() {
    long value = 0;
    int shift = 0;
    byte next;
    do {
      next = bytes[at++];
      value |= (next & 0x7fL) << shift;
      shift += 7;
    } while (next < 0);
    return (value >>> 1) ^ -(value & 1);
  }

  /** {@code null} for a negative number. */
  public @Nullable Long figure() {
    long value = number();
    return value < 0 ? null : value;
  }

  public int count() {
    return (int) number();
  }

  boolean hasMore() {
    return at < bytes.length;
  }

  /** Bytes of their own: a text that may be no UTF-8, or a part within this one. */
  public byte[] bytes() {
    int length = count();
    if (length < 0 || length > bytes.length - at) {
      throw new IllegalStateException(
          "state part: %d bytes wanted at byte %d of %d".formatted(length, at, bytes.length));
    }
    at += length;
    return Arrays.copyOfRange(bytes, at - length, at);
  }

  public double decimal() {
    return Double.longBitsToDouble(number());
  }

  public @Nullable String text() {
    int length = count();
    if (length < 0) {
      return null;
    }
    at += length;
    return new String(bytes, at - length, length, StandardCharsets.UTF_8);
  }

  /** A text that was not {@code null} when written. */
  public String word() {
    String text = text();
    if (text == null) {
      throw new IllegalStateException("state part: a text is missing at byte " + at);
    }
    return text;
  }
}
