package io.tidemark.sink.history;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** A message of a protocol buffer, encoded by hand since those that are sent are small. */
public final class ProtoMessage {

  private static final int LENGTH_DELIMITED = 2;
  private static final int VARINT = 0;
  private static final int FIXED_64 = 1;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  public ProtoMessage message(int field, ProtoMessage value) {
    return bytes(field, value.bytes());
  }

  public ProtoMessage text(int field, String value) {
    return bytes(field, value.getBytes(UTF_8));
  }

  private ProtoMessage bytes(int field, byte[] value) {
    number(((long) field << 3) | LENGTH_DELIMITED);
    number(value.length);
    out.writeBytes(value);
    return this;
  }

  public ProtoMessage varint(int field, long value) {
    number(((long) field << 3) | VARINT);
    number(value);
    return this;
  }

  public ProtoMessage fixed64(int field, double value) {
    return fixed64(field, Double.doubleToRawLongBits(value));
  }

  public ProtoMessage fixed64(int field, long value) {
    number(((long) field << 3) | FIXED_64);
    out.writeBytes(
        ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN).putLong(value).array());
    return this;
  }

  private void number(long value) {
    long left = value;
    while ((left & ~0x7fL) != 0) {
      out.write((int) ((left & 0x7f) | 0x80));
      left >>>= 7;
    }
    out.write((int) left);
  }

  public byte[] bytes() {
    return out.toByteArray();
  }
}
