package io.tidemark.model.wire;

import java.nio.charset.StandardCharsets;
import java.util.stream.IntStream;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;

/**
 * Serializes a record as JSON. The header {@value #VERSION} holds its schema version. Unknown
 * properties are ignored; another version is an error that states both versions.
 */
class JsonSerde<T> implements Serde<T>, Serializer<T>, Deserializer<T> {

  static final String VERSION = "version";

  private final Class<T> type;
  private final int version;
  private final int oldest;

  /**
   * Creates a serde.
   *
   * @param version version to write
   * @param oldest oldest version to read
   */
  JsonSerde(Class<T> type, int version, int oldest) {
    this.type = type;
    this.version = version;
    this.oldest = oldest;
  }

  static <T> Serde<T> of(Class<T> type, int version) {
    return new JsonSerde<>(type, version, version);
  }

  @Override
  public byte @Nullable [] serialize(String topic, @Nullable T value) {
    return value == null ? null : write(value);
  }

  byte[] write(T value) {
    return Json.MAPPER.writeValueAsBytes(value);
  }

  /**
   * Reads a value; {@code null} for the JSON literal null.
   *
   * @param written version of the layout
   */
  @Nullable T read(byte[] bytes, int written) {
    return Json.MAPPER.readValue(bytes, type);
  }

  private boolean reads(String found) {
    return IntStream.rangeClosed(oldest, version)
        .mapToObj(Integer::toString)
        .anyMatch(found::equals);
  }

  @Override
  public byte @Nullable [] serialize(String topic, Headers headers, @Nullable T value) {
    headers.remove(VERSION);
    headers.add(VERSION, Integer.toString(version).getBytes(StandardCharsets.UTF_8));
    return serialize(topic, value);
  }

  @Override
  public @Nullable T deserialize(String topic, byte @Nullable [] bytes) {
    return deserialize(topic, bytes, version);
  }

  private @Nullable T deserialize(String topic, byte @Nullable [] bytes, int written) {
    if (bytes == null) {
      return null;
    }
    @Nullable T value;
    try {
      value = read(bytes, written);
    } catch (RuntimeException e) {
      throw new SerializationException(topic + ": not a " + type.getSimpleName(), e);
    }
    if (value == null) {
      // Otherwise the JSON literal null would be taken for a tombstone.
      throw new SerializationException(topic + ": null is not a " + type.getSimpleName());
    }
    return value;
  }

  @Override
  public @Nullable T deserialize(String topic, Headers headers, byte @Nullable [] bytes) {
    Header header = headers.lastHeader(VERSION);
    String found =
        header == null || header.value() == null
            ? "none"
            : new String(header.value(), StandardCharsets.UTF_8);
    if (bytes != null && !reads(found)) {
      throw new SerializationException(
          "%s: version %s of %s, this program reads version %s"
              .formatted(
                  topic,
                  found,
                  type.getSimpleName(),
                  oldest == version ? version : oldest + " to " + version));
    }
    return bytes == null ? null : deserialize(topic, bytes, Integer.parseInt(found));
  }

  @Override
  public Serializer<T> serializer() {
    return this;
  }

  @Override
  public Deserializer<T> deserializer() {
    return this;
  }

  @Override
  public void configure(java.util.Map<String, ?> configs, boolean isKey) {}

  @Override
  public void close() {}
}
