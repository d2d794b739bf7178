package io.tidemark.model.wire;

import io.tidemark.model.log.FileStatus;
import io.tidemark.model.log.Slice;
import io.tidemark.model.log.SliceOrigin;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;

/**
 * Serializes a slice as the log text, with all other fields as decimal text in headers, so that any
 * Kafka tool shows a readable log. {@link SliceCheck} rejects everything that no tailer sends: a
 * foreign record can affect at most the state of its own key.
 */
final class SliceSerde implements Serde<Slice>, Serializer<Slice>, Deserializer<Slice> {

  /** Prefix of a label's header. */
  private static final String LABEL = "label.";

  @Override
  public byte @Nullable [] serialize(String topic, @Nullable Slice slice) {
    throw new SerializationException(topic + ": a slice travels with headers");
  }

  @Override
  public byte @Nullable [] serialize(String topic, Headers headers, @Nullable Slice slice) {
    if (slice == null) {
      return null;
    }
    put(headers, "generation", slice.generation());
    put(headers, "offset", Long.toString(slice.offset()));
    put(headers, "length", Long.toString(slice.length()));
    put(headers, "lines", Integer.toString(slice.lines()));
    put(headers, "truncated", Boolean.toString(slice.truncated()));
    put(headers, "unterminated", Boolean.toString(slice.unterminated()));
    put(headers, "from", Long.toString(slice.fromMillis()));
    put(headers, "to", Long.toString(slice.toMillis()));
    put(headers, slice.origin());
    return slice.bytes();
  }

  private static void put(Headers headers, SliceOrigin origin) {
    if (origin.host() != null) {
      put(headers, "host", origin.host());
    }
    if (origin.zone() != null) {
      put(headers, "zone", origin.zone().getId());
    }
    if (origin.follows() != null) {
      put(headers, "follows", origin.follows());
    }
    if (origin.found() != null) {
      put(headers, "found", origin.found().wireName());
    }
    origin.labels().forEach((name, value) -> put(headers, LABEL + name, value));
    FileStatus file = origin.file();
    if (file != null) {
      put(headers, "size", Long.toString(file.sizeBytes()));
      if (file.changedMillis() != null) {
        put(headers, "changed", Long.toString(file.changedMillis()));
      }
    }
  }

  private static SliceOrigin origin(Headers headers) {
    String zone = optional(headers, "zone");
    String size = optional(headers, "size");
    String changed = optional(headers, "changed");
    String found = optional(headers, "found");
    FileStatus file =
        size == null
            ? null
            : new FileStatus(Long.parseLong(size), changed == null ? null : Long.valueOf(changed));
    return new SliceOrigin(
        optional(headers, "host"),
        labels(headers),
        zone == null ? null : SliceCheck.zone(zone),
        file,
        optional(headers, "follows"),
        found == null ? null : SliceCheck.found(found));
  }

  @Override
  public @Nullable Slice deserialize(String topic, byte @Nullable [] bytes) {
    throw new SerializationException(topic + ": a slice travels with headers");
  }

  @Override
  public @Nullable Slice deserialize(String topic, Headers headers, byte @Nullable [] bytes) {
    if (bytes == null) {
      throw new SerializationException(topic + ": a slice without bytes");
    }
    try {
      Slice slice =
          new Slice(
              text(headers, "generation"),
              Long.parseLong(text(headers, "offset")),
              Long.parseLong(text(headers, "length")),
              Integer.parseInt(text(headers, "lines")),
              Boolean.parseBoolean(text(headers, "truncated")),
              Boolean.parseBoolean(text(headers, "unterminated")),
              Long.parseLong(text(headers, "from")),
              Long.parseLong(text(headers, "to")),
              bytes,
              origin(headers));
      SliceCheck.check(slice);
      return slice;
    } catch (IllegalArgumentException e) {
      throw new SerializationException(topic + ": not a slice: " + e.getMessage(), e);
    }
  }

  private static Map<String, String> labels(Headers headers) {
    Map<String, String> labels = new TreeMap<>();
    for (Header header : headers) {
      if (header.key().startsWith(LABEL)) {
        labels.put(header.key().substring(LABEL.length()), text(headers, header.key()));
      }
    }
    return labels;
  }

  private static void put(Headers headers, String name, String value) {
    headers.remove(name);
    headers.add(name, value.getBytes(StandardCharsets.UTF_8));
  }

  private static String text(Headers headers, String name) {
    String text = optional(headers, name);
    if (text == null) {
      throw new IllegalArgumentException("header '" + name + "' is missing");
    }
    return text;
  }

  private static @Nullable String optional(Headers headers, String name) {
    Header header = headers.lastHeader(name);
    if (header != null && header.value() == null) {
      throw new IllegalArgumentException("header '" + name + "' has no value");
    }
    return header == null ? null : new String(header.value(), StandardCharsets.UTF_8);
  }

  @Override
  public Serializer<Slice> serializer() {
    return this;
  }

  @Override
  public Deserializer<Slice> deserializer() {
    return this;
  }

  @Override
  public void configure(Map<String, ?> configs, boolean isKey) {}

  @Override
  public void close() {}
}
