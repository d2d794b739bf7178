package io.tidemark.sink.push;

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

  static OtlpPoints of(byte[] body) {
    OtlpPoints points =
        new OtlpPoints(
            new HashMap<>(), new HashMap<>(), new HashMap<>(), new HashMap<>(), new TreeSet<>());
    ProtoField all = ProtoField.only(ProtoField.fields(body), 1);
    points.resource.putAll(attributes(ProtoField.only(all.fields(), 1).fields(), 1));
    for (ProtoField metric : ProtoField.only(all.fields(), 2).fields()) {
      points.add(metric.fields());
    }
    return points;
  }

  private void add(List<ProtoField> metric) {
    String name = ProtoField.only(metric, 1).text();
    ProtoField data = metric.get(metric.size() - 1);
    Map<Integer, Long> about =
        data.fields().stream()
            .filter(field -> field.number() > 1)
            .collect(Collectors.toMap(ProtoField::number, ProtoField::value));
    String sum = about.getOrDefault(3, 0L) == 1 ? "rising sum" : "sum";
    if (data.number() == 7 && about.get(2) != 2) {
      throw new AssertionError(name + ": a sum that is not cumulative");
    }
    kinds.put(name, Map.of(5, "gauge", 7, sum, 11, "summary").get(data.number()));
    units.put(name, ProtoField.only(metric, 3).text());
    for (ProtoField one : data.fields()) {
      if (one.number() == 1) {
        point(name, one.fields(), data.number() == 11);
      }
    }
  }

  private void point(String name, List<ProtoField> point, boolean summary) {
    String labels =
        attributes(point, 7).entrySet().stream()
            .map(label -> label.getKey() + "=\"" + escaped(label.getValue()) + "\"")
            .collect(Collectors.joining(",", "{", "}"))
            .replace("{}", "");
    nanos.add(ProtoField.only(point, 3).value());
    long value = ProtoField.only(point, 4).value();
    if (summary) {
      put(name + "_count" + labels, (double) value);
      put(name + "_sum" + labels, Double.longBitsToDouble(ProtoField.only(point, 5).value()));
    } else {
      put(name + labels, Double.longBitsToDouble(value));
    }
  }

  private void put(String name, double value) {
    if (series.put(name, value) != null) {
      throw new AssertionError(name + " comes twice");
    }
  }

  static String escaped(String value) {
    return value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
  }

  /** Attributes with text values, in the order of their names. */
  private static Map<String, String> attributes(List<ProtoField> message, int number) {
    Map<String, String> attributes = new TreeMap<>();
    for (ProtoField field : message) {
      if (field.number() == number) {
        attributes.put(
            ProtoField.only(field.fields(), 1).text(),
            ProtoField.only(ProtoField.only(field.fields(), 2).fields(), 1).text());
      }
    }
    return attributes;
  }
}
