package io.tidemark.sink.push;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/** A decoded field of a message: a number, or bytes, a character each. */
record ProtoField(int number, long value, String bytes) {

  List<ProtoField> fields() {
    return fields(bytes.getBytes(ISO_8859_1));
  }

  String text() {
    return new String(bytes.getBytes(ISO_8859_1), UTF_8);
  }

  static ProtoField only(List<ProtoField> message, int number) {
    List<ProtoField> found = message.stream().filter(field -> field.number() == number).toList();
    if (found.size() != 1) {
      throw new AssertionError("field %d: found %d".formatted(number, found.size()));
    }
    return found.get(0);
  }

  static List<ProtoField> fields(byte[] message) {
    ByteBuffer in = ByteBuffer.wrap(message).order(ByteOrder.LITTLE_ENDIAN);
    List<ProtoField> fields = new ArrayList<>();
    while (in.hasRemaining()) {
      long tag = number(in);
      int type = (int) tag & 7;
      byte[] bytes = new byte[type == 2 ? (int) number(in) : 0];
      in.get(bytes);
      long value = type == 0 ? number(in) : type == 1 ? in.getLong() : 0;
      fields.add(new ProtoField((int) (tag >> 3), value, new String(bytes, ISO_8859_1)));
    }
    return fields;
  }

  private static long number(ByteBuffer in) {
    long value = 0;
    for (int shift = 0; ; shift += 7) {
      byte next = in.get();
      value |= (next & 0x7fL) << shift;
      if (next >= 0) {
        return value;
      }
    }
  }
}
