package io.tidemark.sink.history;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Samples in the format of remote write 1.0. The protocol buffer is encoded by hand, since it is
 * small:
 *
 * <pre>
 *   WriteRequest { 1: TimeSeries { 1: Label { 1: name, 2: value }, 2: Sample { 1: double, 2: ms } } }
 * </pre>
 */
final class WriteRequest {

  private static final int LENGTH_DELIMITED = 2;
  private static final int VARINT = 0;
  private static final int FIXED_64 = 1;

  private final Map<Series, List<Point>> lines = new LinkedHashMap<>();
  private int samples;

  private record Point(long millis, double value) {}

  void add(Series series, long millis, double value) {
    lines.computeIfAbsent(series, any -> new ArrayList<>()).add(new Point(millis, value));
    samples++;
  }

  int samples() {
    return samples;
  }

  /**
   * Splits the request, which must have at least two samples. It is split by series while there are
   * several, then by time, the older half first.
   */
  List<WriteRequest> halves() {
    List<WriteRequest> halves = List.of(new WriteRequest(), new WriteRequest());
    int half = lines.size() > 1 ? (lines.size() + 1) / 2 : (samples + 1) / 2;
    int seen = 0;
    for (Map.Entry<Series, List<Point>> line : lines.entrySet()) {
      for (Point point : line.getValue()) {
        halves.get(seen < half ? 0 : 1).add(line.getKey(), point.millis(), point.value());
        seen += lines.size() > 1 ? 0 : 1;
      }
      seen += lines.size() > 1 ? 1 : 0;
    }
    return halves;
  }

  /** Removes the samples up to the newest ones of another, by series; returns their number. */
  int without(WriteRequest newest) {
    int before = samples;
    newest.lines.forEach(
        (series, points) -> {
          long upTo = points.get(points.size() - 1).millis();
          List<Point> mine = lines.getOrDefault(series, new ArrayList<>());
          int all = mine.size();
          mine.removeIf(point -> point.millis() <= upTo);
          samples -= all - mine.size();
          if (mine.isEmpty()) {
            lines.remove(series);
          }
        });
    return before - samples;
  }

  /** The time of the first sample of its first series; there must be at least one sample. */
  long firstMillis() {
    return lines.values().iterator().next().get(0).millis();
  }

  /** Its first series and the time of its first sample, in readable form. */
  String shown() {
    return lines.keySet().iterator().next() + " at " + Instant.ofEpochMilli(firstMillis());
  }

  byte[] bytes() {
    Message request = new Message();
    lines.forEach((series, points) -> request.message(1, line(series, points)));
    return request.bytes();
  }

  /** The receiver wants labels sorted; {@code __name__} sorts before every letter. */
  private static Message line(Series series, List<Point> points) {
    Message line = new Message();
    line.message(1, label("__name__", series.meter().shownName()));
    series.labels().forEach((name, value) -> line.message(1, label(name, value)));
    for (Point point : points) {
      line.message(2, new Message().fixed64(1, point.value()).varint(2, point.millis()));
    }
    return line;
  }

  private static Message label(String name, String value) {
    return new Message().bytes(1, name.getBytes(UTF_8)).bytes(2, value.getBytes(UTF_8));
  }

  private static final class Message {

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    Message message(int field, Message value) {
      return bytes(field, value.bytes());
    }

    Message bytes(int field, byte[] value) {
      number(((long) field << 3) | LENGTH_DELIMITED);
      number(value.length);
      out.writeBytes(value);
      return this;
    }

    Message varint(int field, long value) {
      number(((long) field << 3) | VARINT);
      number(value);
      return this;
    }

    Message fixed64(int field, double value) {
      number(((long) field << 3) | FIXED_64);
      long bits = Double.doubleToRawLongBits(value);
      out.writeBytes(
          ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN).putLong(bits).array());
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

    byte[] bytes() {
      return out.toByteArray();
    }
  }
}
