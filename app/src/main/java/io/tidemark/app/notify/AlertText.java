package io.tidemark.app.notify;

import io.tidemark.model.alert.Alert;
import io.tidemark.model.alert.AlertKey;
import io.tidemark.model.log.SourceLabels;
import io.tidemark.model.wire.Json;
import io.tidemark.sink.answer.Advice;
import io.tidemark.sink.answer.Answer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Formats a notice like Alertmanager's webhook (version 4 of its document), so that existing
 * receivers can read it: one group with one alert.
 *
 * @param page address that the alerts link to
 */
record AlertText(String page) {

  /** The end time that Alertmanager gives to an active alert. */
  private static final String NO_END = "0001-01-01T00:00:00Z";

  /** The whole document. */
  byte[] document(AlertNotice notice) {
    Map<String, String> labels = labels(notice);
    notice.labels().forEach((name, value) -> labels.put(SourceLabels.SHOWN + name, value));
    Map<String, String> annotations = annotations(notice);
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("version", "4");
    document.put("groupKey", "{}/" + LabelHash.of(labels));
    document.put("truncatedAlerts", 0);
    document.put("status", notice.status().label());
    document.put("receiver", "tidemark");
    document.put("groupLabels", labels);
    document.put("commonLabels", labels);
    document.put("commonAnnotations", annotations);
    document.put("externalURL", page);
    document.put("alerts", List.of(alert(notice, labels, annotations)));
    return Json.MAPPER.writeValueAsBytes(document);
  }

  private Map<String, Object> alert(
      AlertNotice notice, Map<String, String> labels, Map<String, String> annotations) {
    Alert alert = notice.alert();
    Map<String, Object> one = new LinkedHashMap<>();
    one.put("status", notice.status().label());
    one.put("labels", labels);
    one.put("annotations", annotations);
    one.put("startsAt", Instant.ofEpochMilli(alert.startMillis()).toString());
    one.put("endsAt", end(notice));
    one.put("generatorURL", page);
    one.put("fingerprint", LabelHash.of(labels));
    return one;
  }

  private static String end(AlertNotice notice) {
    if (notice.status() == AlertNotice.Status.FIRING) {
      return NO_END;
    }
    Long end = notice.alert().endMillis();
    return Instant.ofEpochMilli(end == null ? notice.alert().lastMillis() : end).toString();
  }

  static Map<String, String> labels(AlertNotice notice) {
    AlertKey key = notice.key();
    Map<String, String> labels = new TreeMap<>();
    if (!notice.host().isEmpty()) {
      labels.put("host", notice.host());
    }
    labels.put("alertname", key.rule().alert());
    labels.put("severity", key.rule().severity().label());
    labels.put("run", key.run().toString());
    labels.put("device", key.device());
    labels.put("memory", key.memory());
    return labels;
  }

  private static Map<String, String> annotations(AlertNotice notice) {
    Map<String, String> annotations = new LinkedHashMap<>();
    annotations.put("summary", notice.alert().sentence());
    annotations.put("description", description(notice));
    return annotations;
  }

  /** Where and why the run stands, who fills its memory, and what to do. */
  private static String description(AlertNotice notice) {
    Answer answer = notice.answer();
    String advice = Advice.of(notice.key().rule(), notice.key().memory(), false);
    if (answer == null) {
      return advice;
    }
    List<String> words = new ArrayList<>();
    if (answer.where() != null) {
      words.add(answer.where().words() + ".");
    }
    // The summary is the alert's own sentence.
    String why = answer.cause().why();
    if (answer.verdict().state().trouble() > 0
        && why != null
        && !why.equals(notice.alert().sentence())) {
      words.add(why + ".");
    }
    answer.fills().words().forEach(holders -> words.add("Filled " + holders + "."));
    if (answer.trend() != null) {
      words.add(answer.trend() + ".");
    }
    words.addAll(answer.actions().isEmpty() ? List.of(advice) : answer.actions());
    return String.join(" ", words);
  }

  /**
   * The fingerprint of a set of labels as Prometheus and Alertmanager compute it: 64-bit FNV-1a
   * over names and values in order of the names, each followed by a byte 255.
   */
  static final class LabelHash {

    private static final long OFFSET = 0xcbf29ce484222325L;
    private static final long PRIME = 0x100000001b3L;

    private LabelHash() {}

    /** Sixteen hexadecimal digits. */
    static String of(Map<String, String> labels) {
      long hash = OFFSET;
      for (Map.Entry<String, String> label : new TreeMap<>(labels).entrySet()) {
        hash = add(add(hash, label.getKey()), label.getValue());
      }
      return "%016x".formatted(hash);
    }

    private static long add(long hash, String text) {
      long sum = hash;
      for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
        sum = (sum ^ (b & 0xff)) * PRIME;
      }
      return (sum ^ 0xff) * PRIME;
    }
  }
}
