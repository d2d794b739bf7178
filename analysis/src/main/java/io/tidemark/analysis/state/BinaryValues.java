package io.tidemark.analysis.state;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.function.Function;
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
 * before, since the figures of a column are alike. Refuses anything but binary values for them, and
 * for arrays of bytes.
 */
final class BinaryValues {

  private static final int BITS = 7;

  private BinaryValues() {}

  static SimpleModule module() {
    return new SimpleModule()
        .addSerializer(long[].class, new LongsWriter())
        .addSerializer(int[].class, new IntsWriter())
        .addDeserializer(byte[].class, new Reader<>(bytes -> bytes))
        .addDeserializer(long[].class, new Reader<>(BinaryValues::unpack))
        .addDeserializer(
            int[].class,
            new Reader<>(
                packed -> Arrays.stream(unpack(packed)).mapToInt(Math::toIntExact).toArray()));
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

  private static final class LongsWriter extends ValueSerializer<long[]> {
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

  private static final class Reader<T> extends ValueDeserializer<T> {
    private final Function<byte[], T> read;

    Reader(Function<byte[], T> read) {
      this.read = read;
    }

    @Override
    public T deserialize(JsonParser in, DeserializationContext context) {
      return in.currentToken() == JsonToken.VALUE_EMBEDDED_OBJECT
          ? read.apply(in.getBinaryValue())
          : context.reportInputMismatch(this, "no binary value");
    }
  }
}
