package io.tidemark.model.wire;

import java.nio.charset.StandardCharsets;
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

  JsonSerde(Class<T> type, int version) {
    this.type = type;
    this.version = version;
  }

  /** Serializes the first layout of a record. */
  static <T> Serde<T> of(Class<T> type) {
    return new JsonSerde<>(type, 1);
  }

  @Override
  public byte @Nullable [] serialize(String topic, @Nullable T value) {
    return value == null ? null : write(value);
  }

  byte[] write(T value) {
    return Json.MAPPER.writeValueAsBytes(value);
  }

  /** Reads a value; {@code null} for the JSON literal null. */
  @Nullable T read(byte[] bytes) {
    return Json.MAPPER.readValue(bytes, type);
  }

  @Override
  public byte @Nullable [] serialize(String topic, Headers headers, @Nullable T value) {
    headers.remove(VERSION);
    headers.add(VERSION, Integer.toString(version).getBytes(StandardCharsets.UTF_8));
    return serialize(topic, value);
  }

  @Override
  public @Nullable T deserialize(String topic, byte @Nullable [] bytes) {
    if (bytes == null) {
      return null;
    }
    @Nullable T value;
    try {
      value = read(bytes);
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
    if (bytes != null && !found.equals(Integer.toString(version))) {
      throw new SerializationException(
          "%s: version %s of %s, this program reads version %s"
              .formatted(topic, found, type.getSimpleName(), version));
    }
    return deserialize(topic, bytes);
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
