package io.tidemark.sink.push;

import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.xerial.snappy.Snappy;

/**
 * A decoded request of remote write, whose series have a sample each.
 *
 * @param samples bits of the values, by series as a scrape in Prometheus' text format names them
 * @param millis times of the samples
 */
record WrittenRequest(Map<String, Long> samples, Set<Long> millis) {

  static WrittenRequest of(byte[] body) throws IOException {
    WrittenRequest request = new WrittenRequest(new TreeMap<>(), new TreeSet<>());
    for (ProtoField series : ProtoField.fields(Snappy.uncompress(body))) {
      Map<String, String> labels = new TreeMap<>();
      series.fields().stream()
          .filter(field -> field.number() == 1)
          .map(ProtoField::fields)
          .forEach(
              label ->
                  labels.put(ProtoField.only(label, 1).text(), ProtoField.only(label, 2).text()));
      String shown =
          labels.remove("__name__")
              + labels.entrySet().stream()
                  .map(one -> one.getKey() + "=\"" + OtlpPoints.escaped(one.getValue()) + "\"")
                  .collect(Collectors.joining(",", "{", "}"));
      var sample = ProtoField.only(series.fields(), 2).fields();
      request.millis.add(ProtoField.only(sample, 2).value());
      if (request.samples.put(shown, ProtoField.only(sample, 1).value()) != null) {
        throw new AssertionError(shown + " comes twice");
      }
    }
    return request;
  }

  /** The values of a scrape in Prometheus' text format by series. */
  static Map<String, Double> series(String scrape) {
    Map<String, Double> series = new TreeMap<>();
    for (String line : scrape.lines().filter(line -> !line.startsWith("#")).toList()) {
      int end = line.lastIndexOf(' ');
      series.put(line.substring(0, end), Double.valueOf(line.substring(end + 1)));
    }
    return series;
  }
}
