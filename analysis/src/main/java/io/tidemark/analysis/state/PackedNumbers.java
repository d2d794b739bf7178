package io.tidemark.analysis.state;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.module.SimpleModule;

/**
 * Stores arrays of numbers in few bytes: each number as the variable-length difference from the one
 * before, since the figures of a column are alike.
 */
final class PackedNumbers {

  private static final int BITS = 7;

  private PackedNumbers() {}

  static SimpleModule module() {
    return new SimpleModule()
        .addSerializer(long[].class, new Writer())
        .addDeserializer(long[].class, new LongsReader())
        .addSerializer(int[].class, new IntsWriter())
        .addDeserializer(int[].class, new IntsReader());
  }

  private static byte[] pack(long[] numbers) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(3 * numbers.length);
    long before = 0;
    for (long number : numbers) {
      long difference = number - before;
      long rest = (difference << 1) ^ (difference >> (Long.SIZE - 1));
      while ((rest & ~0x7fL) != 0) {
        out.write((int) (rest & 0x7f) | 0x80);
        rest >>>= BITS;
      }
      out.write((int) rest);
      before = number;
    }
    return out.toByteArray();
  }

  private static long[] unpack(byte[] packed) {
    long[] numbers = new long[packed.length];
    int size = 0;
    long before = 0;
    long rest = 0;
    int shift = 0;
    for (byte next : packed) {
      rest |= (next & 0x7fL) << shift;
      shift += BITS;
      if (next >= 0) {
        before += (rest >>> 1) ^ -(rest & 1);
        numbers[size++] = before;
        rest = 0;
        shift = 0;
      }
    }
    if (shift > 0) {
      throw new IllegalStateException("the last of %d numbers is cut".formatted(size + 1));
    }
    return Arrays.copyOf(numbers, size);
  }

  private static final class Writer extends ValueSerializer<long[]> {
    @Override
    public void serialize(long[] numbers, JsonGenerator out, SerializationContext context) {
      out.writeBinary(pack(numbers));
    }
  }

  private static final class IntsWriter extends ValueSerializer<int[]> {
    @Override
    public void serialize(int[] numbers, JsonGenerator out, SerializationContext context) {
      out.writeBinary(pack(Arrays.stream(numbers).asLongStream().toArray()));
    }
  }

  private static final class LongsReader extends ValueDeserializer<long[]> {
    @Override
    public long[] deserialize(JsonParser in, DeserializationContext context) {
      return in.currentToken() == JsonToken.VALUE_EMBEDDED_OBJECT
          ? unpack(in.getBinaryValue())
          : context.reportInputMismatch(this, "no packed numbers");
    }
  }

  private static final class IntsReader extends ValueDeserializer<int[]> {
    @Override
    public int[] deserialize(JsonParser in, DeserializationContext context) {
      return in.currentToken() == JsonToken.VALUE_EMBEDDED_OBJECT
          ? Arrays.stream(unpack(in.getBinaryValue())).mapToInt(Math::toIntExact).toArray()
          : context.reportInputMismatch(this, "no packed numbers");
    }
  }
}
