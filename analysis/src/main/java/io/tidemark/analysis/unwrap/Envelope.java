package io.tidemark.analysis.unwrap;

import io.tidemark.analysis.line.Logfmt;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * A JSON object around a text, as written by Docker's json-file, {@code journalctl -o json}, and
 * JSON loggers.
 *
 * @param text what the writer wrote, with line ends within it
 * @param part whether the next object of the stream continues its last line
 * @param millis time of writing; {@code null} if the object does not state it
 */
record Envelope(String text, String stream, Part part, @Nullable Long millis) {

  /** Whether a text ends its line. */
  enum Part {
    MORE_FOLLOWS,
    LAST
  }

  private static final JsonFactory JSON = new JsonFactory();

  /** Name of the text in the records of an OpenTelemetry export. */
  private static final String EXPORTED = "stringValue";

  /** Names of the text field, in order of preference. */
  private static final List<String> TEXTS =
      List.of("MESSAGE", "log", "message", "msg", "textPayload", EXPORTED, "body", "line", "event");

  private static final List<String> ERRORS = List.of("error", "err", "exc_info", "exception");

  /** What a logger writes beside a text whose name others use, too. */
  private static final Map<String, Set<String>> BESIDE =
      Map.of(
          "body",
              Set.of(
                  "severity", "severity_text", "severityText", "severity_number", "severityNumber"),
          "line", Set.of("labels"),
          "event", Set.of("level"));

  /** Objects and lists around the fields: Google Cloud, Datadog, OpenTelemetry, Rust's tracing. */
  private static final Set<String> AROUND =
      Set.of("jsonPayload", "content", "resourceLogs", "scopeLogs", "logRecords", "body", "fields");

  private static final List<String> MICROS =
      List.of("_SOURCE_REALTIME_TIMESTAMP", "__REALTIME_TIMESTAMP");
  private static final List<String> TIMES =
      List.of("time", "timestamp", "@timestamp", "ts", "asctime", "datetime", "timeUnixNano");

  /** Field that says whether the next object of journald continues a line. */
  private static final String BREAK = "_LINE_BREAK";

  /** All fields of Docker's json-file. Its texts keep their line end. */
  private static final Set<String> DOCKER = Set.of("log", "stream", "time", "attrs");

  /** Field of the container runtime's tag in Fluent Bit. */
  private static final String TAG = "logtag";

  /** The fields whose values count. */
  private static final Set<String> READ =
      Stream.of(TEXTS, ERRORS, MICROS, TIMES, List.of("stream", BREAK, TAG))
          .flatMap(List::stream)
          .collect(Collectors.toUnmodifiableSet());

  /** Parses {@code bytes[from, to)}; {@code null} if it is not an object around a text. */
  static @Nullable Envelope read(byte[] bytes, int from, int to) {
    byte[] object;
    if (bytes[from] != '{') {
      object = Logfmt.toJson(bytes, from, to);
    } else if (bytes[to - 1] == ']') {
      // Fluent Bit's standard output is a list of a time and an object with arrows.
      String text = new String(bytes, from, to - 1 - from, StandardCharsets.UTF_8);
      object = text.replace("\"=>", "\":").getBytes(StandardCharsets.UTF_8);
    } else {
      return json(bytes, from, to);
    }
    return object == null ? null : json(object, 0, object.length);
  }

  private static @Nullable Envelope json(byte[] bytes, int from, int to) {
    Set<String> names = new HashSet<>();
    Map<String, String> fields = new HashMap<>();
    try (JsonParser in = JSON.createParser(ObjectReadContext.empty(), bytes, from, to - from)) {
      if (in.nextToken() != JsonToken.START_OBJECT) {
        return null;
      }
      fields(in, names, fields);
      if (in.nextToken() != null) {
        return null;
      }
    } catch (JacksonException e) {
      return null;
    }
    return of(names, fields);
  }

  private static void fields(JsonParser in, Set<String> names, Map<String, String> fields) {
    while (in.nextToken() == JsonToken.PROPERTY_NAME) {
      String name = in.currentName();
      names.add(name);
      JsonToken token = in.nextToken();
      if (AROUND.contains(name) && token == JsonToken.START_OBJECT) {
        fields(in, names, fields);
      } else if (AROUND.contains(name) && token == JsonToken.START_ARRAY) {
        while (in.nextToken() == JsonToken.START_OBJECT) {
          fields(in, names, fields);
        }
      } else if (!READ.contains(name)) {
        in.skipChildren();
      } else {
        String value = value(in, token);
        if (value != null) {
          // An export holds the texts of several records.
          String before = name.equals(EXPORTED) ? fields.get(name) : null;
          fields.put(name, before == null ? value : before + '\n' + value);
        }
      }
    }
  }

  /**
   * Returns the text of a field; {@code null} for JSON null and for an object, such as the {@code
   * log} of the Elastic Common Schema. An array is read as bytes, as journald writes text that is
   * not UTF-8.
   */
  private static @Nullable String value(JsonParser in, JsonToken token) {
    if (token == JsonToken.START_ARRAY) {
      return listed(in);
    }
    if (token == JsonToken.START_OBJECT) {
      in.skipChildren();
      return null;
    }
    return token == JsonToken.VALUE_NULL ? null : in.getString();
  }

  private static String listed(JsonParser in) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (JsonToken token = in.nextToken(); token != JsonToken.END_ARRAY; token = in.nextToken()) {
      if (token == JsonToken.VALUE_NUMBER_INT) {
        bytes.write(in.getValueAsInt());
      } else {
        in.skipChildren();
      }
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }

  private static @Nullable Envelope of(Set<String> names, Map<String, String> fields) {
    for (String name : TEXTS) {
      String text = fields.get(name);
      Set<String> beside = BESIDE.get(name);
      if (text != null && (beside == null || !Collections.disjoint(beside, names))) {
        return new Envelope(
            text + error(fields),
            fields.getOrDefault("stream", ""),
            part(name, text, names, fields),
            millis(fields));
      }
    }
    return null;
  }

  /** The exception that a logger writes beside its text. */
  private static String error(Map<String, String> fields) {
    for (String name : ERRORS) {
      String error = fields.get(name);
      if (error != null) {
        return '\n' + error;
      }
    }
    return "";
  }

  private static Part part(
      String name, String text, Set<String> names, Map<String, String> fields) {
    boolean more;
    if (name.equals("MESSAGE")) {
      more = "line-max".equals(fields.get(BREAK));
    } else if (fields.containsKey(TAG)) {
      more = "P".equals(fields.get(TAG));
    } else {
      boolean docker = names.contains("stream") && names.contains("time");
      more = docker && name.equals("log") && DOCKER.containsAll(names) && !text.endsWith("\n");
    }
    return more ? Part.MORE_FOLLOWS : Part.LAST;
  }

  private static @Nullable Long millis(Map<String, String> fields) {
    for (String name : MICROS) {
      String micros = fields.get(name);
      if (micros != null) {
        return OwnTime.figure(micros);
      }
    }
    for (String name : TIMES) {
      String time = fields.get(name);
      Long millis = time == null ? null : OwnTime.of(time);
      if (millis != null) {
        return millis;
      }
    }
    return null;
  }
}
