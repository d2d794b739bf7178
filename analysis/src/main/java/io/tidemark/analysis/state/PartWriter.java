package io.tidemark.analysis.state;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Writes a part of the state as bytes: a version, then varints and length-prefixed UTF-8. */
public final class PartWriter {

  private byte[] bytes = new byte[128];
  private int size;

  public PartWriter(int version) {
    put(version);
  }

  public PartWriter flag(boolean value) {
    put(value ? 1 : 0);
    return this;
  }

  /** Writes a tag of the layout that follows, 0 to 127; a former flag is 0 or 1. */
  public PartWriter kind(int layout) {
    put(layout);
    return this;
  }

  /** Writes a zigzag varint: small numbers of either sign are short. */
  public PartWriter number(long value) {
    long rest = (value << 1) ^ (value >> 63);
    while ((rest & ~0x7fL) != 0) {
      put((int) (rest & 0x7f) | 0x80);
      rest >>>= 7;
    }
    put((int) rest);
    return this;
  }

  /** Writes an optional figure that is never negative; {@code null} becomes −1. */
  public PartWriter figure(@Nullable Long value) {
    return number(value == null ? -1 : value);
  }

  public PartWriter decimal(double value) {
    return number(Double.doubleToLongBits(value));
  }

  /** Writes a text; {@code null} differs from the empty text. */
  public PartWriter text(@Nullable String value) {
    if (value == null) {
      return number(-1);
    }
    return bytes(value.getBytes(StandardCharsets.UTF_8));
  }

  /** Writes a nested part with its length. */
  PartWriter section(PartWriter part) {
    return bytes(part.bytes, part.size);
  }

  /** Writes bytes after their length. */
  public PartWriter bytes(byte[] value) {
    return bytes(value, value.length);
  }

  private PartWriter bytes(byte[] value, int length) {
    number(length);
    room(length);
    System.arraycopy(value, 0, bytes, size, length);
    size += length;
    return this;
  }

  public byte[] toBytes() {
    return Arrays.copyOf(bytes, size);
  }

  private void put(int value) {
    room(1);
    bytes[size++] = (byte) value;
  }

  private void room(int more) {
    if (size + more > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, size + more));
    }
  }
}
