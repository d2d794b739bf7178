package io.tidemark.sink.otlp;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * A decoded request of OTLP.
 *
 * @param series values as a scrape in Prometheus' text format names them
 * @param kinds by name of a metric: gauge, sum, rising sum or summary
 * @param nanos times of points
 */
record OtlpPoints(
    Map<String, String> resource,
    Map<String, Double> series,
    Map<String, String> kinds,
    Map<String, String> units,
    Set<Long> nanos) {

  /** A field of a message: a number, or bytes, a character each. */
  private record Field(int number, long value, String bytes) {

    List<Field> fields() {
      return OtlpPoints.fields(bytes.getBytes(ISO_8859_1));
    }

    String text() {
      return new String(bytes.getBytes(ISO_8859_1), UTF_8);
    }
  }

  static OtlpPoints of(byte[] body) {
    OtlpPoints points =
        new OtlpPoints(
            new HashMap<>(), new HashMap<>(), new HashMap<>(), new HashMap<>(), new TreeSet<>());
    Field all = only(fields(body), 1);
    points.resource.putAll(attributes(only(all.fields(), 1).fields(), 1));
    for (Field metric : only(all.fields(), 2).fields()) {
      points.add(metric.fields());
    }
    return points;
  }

  private void add(List<Field> metric) {
    String name = only(metric, 1).text();
    Field data = metric.get(metric.size() - 1);
    Map<Integer, Long> about =
        data.fields().stream()
            .filter(field -> field.number() > 1)
            .collect(Collectors.toMap(Field::number, Field::value));
    String sum = about.getOrDefault(3, 0L) == 1 ? "rising sum" : "sum";
    if (data.number() == 7 && about.get(2) != 2) {
      throw new AssertionError(name + ": a sum that is not cumulative");
    }
    kinds.put(name, Map.of(5, "gauge", 7, sum, 11, "summary").get(data.number()));
    units.put(name, only(metric, 3).text());
    for (Field one : data.fields()) {
      if (one.number() == 1) {
        point(name, one.fields(), data.number() == 11);
      }
    }
  }

  private void point(String name, List<Field> point, boolean summary) {
    String labels =
        attributes(point, 7).entrySet().stream()
            .map(label -> label.getKey() + "=\"" + escaped(label.getValue()) + "\"")
            .collect(Collectors.joining(",", "{", "}"))
            .replace("{}", "");
    nanos.add(only(point, 3).value());
    long value = only(point, 4).value();
    if (summary) {
      put(name + "_count" + labels, (double) value);
      put(name + "_sum" + labels, Double.longBitsToDouble(only(point, 5).value()));
    } else {
      put(name + labels, Double.longBitsToDouble(value));
    }
  }

  private void put(String name, double value) {
    if (series.put(name, value) != null) {
      throw new AssertionError(name + " comes twice");
    }
  }

  private static String escaped(String value) {
    return value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
  }

  /** Attributes with text values, in the order of their names. */
  private static Map<String, String> attributes(List<Field> message, int number) {
    Map<String, String> attributes = new TreeMap<>();
    for (Field field : message) {
      if (field.number() == number) {
        attributes.put(
            only(field.fields(), 1).text(), only(only(field.fields(), 2).fields(), 1).text());
      }
    }
    return attributes;
  }

  private static Field only(List<Field> message, int number) {
    List<Field> found = message.stream().filter(field -> field.number() == number).toList();
    if (found.size() != 1) {
      throw new AssertionError("field %d: found %d".formatted(number, found.size()));
    }
    return found.get(0);
  }

  private static List<Field> fields(byte[] message) {
    ByteBuffer in = ByteBuffer.wrap(message).order(ByteOrder.LITTLE_ENDIAN);
    List<Field> fields = new ArrayList<>();
    while (in.hasRemaining()) {
      long tag = number(in);
      int type = (int) tag & 7;
      byte[] bytes = new byte[type == 2 ? (int) number(in) : 0];
      in.get(bytes);
      long value = type == 0 ? number(in) : type == 1 ? in.getLong() : 0;
      fields.add(new Field((int) (tag >> 3), value, new String(bytes, ISO_8859_1)));
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
