package io.tidemark.streams.source;

import io.tidemark.analysis.state.StateFormat;
import io.tidemark.analysis.state.StateParts.Store;
import io.tidemark.model.ByteSize;
import io.tidemark.model.log.Slice;
import io.tidemark.model.wire.Topics;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/**
 * Slices that were received and wait for the turn of their source. They are stored, in the
 * transaction of the offset behind them, so that the sources after them can go on.
 */
final class WaitingSlices {

  /** Limit of the stored bytes of a task; a container has 256 MiB for the state of eight. */
  static final long MOST_BYTES = 16 * ByteSize.MIB;

  /** No source is empty, so no key of a source's parts begins like this. */
  private static final String PREFIX = SourceKey.END + "waiting" + SourceKey.END;

  private static final int HEX_DIGITS = 16;

  /** A waiting slice: the position of its record in the partition, and its stored size. */
  private record Place(long offset, int bytes) {}

  /** The stored form: the record as it travels, with its text compressed. */
  @SuppressWarnings("ArrayRecordComponent") // written and read, never compared
  private record Stored(long timeMillis, Map<String, String> headers, byte[] text) {}

  private final StoreParts parts;

  /**
   * By source; the first one has the next turn. Read late, since the task must first accept its
   * first slices.
   */
  private @Nullable Map<String, Queue<Place>> places;

  private long bytes;

  /** What existed when the process started ends before this offset. */
  private long earlierTo;

  WaitingSlices(StoreParts parts) {
    this.parts = parts;
  }

  private Map<String, Queue<Place>> places() {
    Map<String, Queue<Place>> known = places;
    if (known == null) {
      known = new LinkedHashMap<>();
      places = known;
      parts.scan(
          Store.PLANS,
          PREFIX,
          (key, slice) -> {
            int end = PREFIX.length() + HEX_DIGITS;
            long offset = Long.parseLong(key.substring(PREFIX.length(), end), HEX_DIGITS);
            add(key.substring(end), new Place(offset, slice.length));
            earlierTo = offset + 1;
          });
    }
    return known;
  }

  private void add(String source, Place place) {
    places().computeIfAbsent(source, first -> new ArrayDeque<>()).add(place);
    bytes += place.bytes();
  }

  boolean isEmpty() {
    return places().isEmpty();
  }

  boolean isFull() {
    return bytes() > MOST_BYTES;
  }

  long bytes() {
    places();
    return bytes;
  }

  boolean holds(String source) {
    return places().containsKey(source);
  }

  /** Whether a slice, of the source if one is given, waits since before the process started. */
  boolean holdsEarlier() {
    return places().values().stream().anyMatch(one -> one.element().offset() < earlierTo);
  }

  boolean holdsEarlier(String source) {
    Queue<Place> waiting = places().get(source);
    return waiting != null && waiting.element().offset() < earlierTo;
  }

  /**
   * Stores a slice behind all others of its source.
   *
   * @param earlier whether it existed when the process started
   */
  void add(String source, Received received, boolean earlier) {
    places();
    byte[] slice = stored(received);
    parts.put(Store.PLANS, key(source, received.offset()), slice);
    add(source, new Place(received.offset(), slice.length));
    earlierTo = earlier ? received.offset() + 1 : earlierTo;
  }

  String next() {
    return places().keySet().iterator().next();
  }

  /** Removes the oldest slice of a source, whose next turn comes after those of all others. */
  Received take(String source) {
    Queue<Place> waiting = places().remove(source);
    if (waiting == null) {
      throw new IllegalStateException(source + " has no slice that waits");
    }
    Place first = waiting.remove();
    bytes -= first.bytes();
    if (!waiting.isEmpty()) {
      places().put(source, waiting);
    }
    String key = key(source, first.offset());
    byte[] slice = parts.get(Store.PLANS, key);
    parts.put(Store.PLANS, key, null);
    return received(source, slice, first.offset());
  }

  private static String key(String source, long offset) {
    return PREFIX + String.format(Locale.ROOT, "%016x", offset) + source;
  }

  private static byte[] stored(Received received) {
    Headers headers = new RecordHeaders();
    byte[] text = Topics.LINES.value().serializer().serialize("", headers, received.slice());
    Map<String, String> texts = new HashMap<>();
    headers.forEach(
        header -> texts.put(header.key(), new String(header.value(), StandardCharsets.UTF_8)));
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (OutputStream out = new DeflaterOutputStream(packed)) {
      out.write(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return StateFormat.write(new Stored(received.timeMillis(), texts, packed.toByteArray()));
  }

  private static Received received(String source, byte @Nullable [] slice, long offset) {
    if (slice == null) {
      throw new IllegalStateException(source + ": the slice that waits is not stored");
    }
    Stored stored = StateFormat.read(slice, Stored.class);
    Headers headers = new RecordHeaders();
    stored
        .headers()
        .forEach((name, value) -> headers.add(name, value.getBytes(StandardCharsets.UTF_8)));
    try {
      byte[] text = new InflaterInputStream(new ByteArrayInputStream(stored.text())).readAllBytes();
      Slice restored = Topics.LINES.value().deserializer().deserialize("", headers, text);
      return new Received(restored, stored.timeMillis(), offset);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
