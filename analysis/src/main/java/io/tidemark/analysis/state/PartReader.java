package io.tidemark.analysis.state;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Reads the output of {@link PartWriter}. Another version throws {@link OtherVersion}. */
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

  /** The version in which the part was written. */
  public int version() {
    return version;
  }

  public boolean flag() {
    return bytes[at++] != 0;
  }

  /** Tag of the layout that follows; an earlier boolean flag reads as 0 or 1. */
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

  /** Reads an optional figure; {@code null} for a negative number. */
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

  /** Reads length-prefixed bytes: a text that may not be UTF-8, or a nested part. */
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

  /** Reads a text that cannot be {@code null}. */
  public String word() {
    String text = text();
    if (text == null) {
      throw new IllegalStateException("state part: a text is missing at byte " + at);
    }
    return text;
  }
}
