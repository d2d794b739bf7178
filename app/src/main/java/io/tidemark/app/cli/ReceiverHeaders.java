package io.tidemark.app.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidemark.model.Refusal;
import io.tidemark.sink.receiver.Secret;
import java.net.URI;
import java.net.URLDecoder;
import java.net.http.HttpRequest;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Headers of every request to a receiver. A refusal names the header, never its value, which may be
 * secret.
 */
final class ReceiverHeaders {

  private final Map<String, Secret> all = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

  private ReceiverHeaders() {}

  /** Those of an option, each as {@code NAME:VALUE}. */
  static Map<String, Secret> of(String option, List<String> headers) {
    ReceiverHeaders read = new ReceiverHeaders();
    headers.forEach(header -> read.add(option, header, ':'));
    return read.all;
  }

  /** Those of OpenTelemetry's variable, {@code name=value,name=value} with {@code %} escapes. */
  static Map<String, Secret> ofVariables(Map<String, String> variables) {
    ReceiverHeaders read = new ReceiverHeaders();
    String general = "OTEL_EXPORTER_OTLP_HEADERS";
    String metrics = "OTEL_EXPORTER_OTLP_METRICS_HEADERS";
    String name = variables.getOrDefault(metrics, "").isBlank() ? general : metrics;
    for (String header : variables.getOrDefault(name, "").split(",", -1)) {
      if (!header.isBlank()) {
        read.add(name, unescaped(name, header), '=');
      }
    }
    return read.all;
  }

  private static String unescaped(String variable, String header) {
    try {
      return URLDecoder.decode(header.replace("+", "%2B"), UTF_8);
    } catch (IllegalArgumentException e) {
      throw new Refusal(variable + ": a % in it is followed by no two hexadecimal digits");
    }
  }

  private void add(String origin, String header, char separator) {
    int end = header.indexOf(separator);
    if (end < 1) {
      throw new Refusal(
          "%s: want NAME%sVALUE; found one without a name or %s"
              .formatted(origin, separator, separator == ':' ? "colon" : "="));
    }
    String name = header.substring(0, end).strip();
    String value = header.substring(end + 1).strip();
    try {
      HttpRequest.newBuilder(URI.create("http://localhost")).setHeader(name, value);
    } catch (IllegalArgumentException e) {
      throw new Refusal(
          "%s '%s': neither its name nor its value may break a request, nor may it be ours"
              .formatted(origin, name));
    }
    all.put(name, () -> value);
  }
}
