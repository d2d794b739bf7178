package io.tidemark.app.notify;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidemark.model.TerminalText;
import io.tidemark.model.alert.Alert;
import io.tidemark.model.alert.AlertKey;
import io.tidemark.model.log.SourceLabels;
import io.tidemark.model.memory.Culprit;
import io.tidemark.model.memory.MemoryUsage;
import io.tidemark.model.wire.Json;
import io.tidemark.sink.answer.Advice;
import io.tidemark.sink.answer.Answer;
import io.tidemark.sink.answer.Fullness;
import io.tidemark.sink.verdict.CulpritText;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;

/**
 * The words and figures of a notice as variables, for a program's environment and for the forms of
 * receivers.
 *
 * @param page address that the alerts link to
 */
record AlertText(String page) {

  /** The variable with all labels, a JSON object. */
  static final String LABELS = "ALERT_LABELS";

  /** The end time that Alertmanager gives to an active alert. */
  private static final String NO_END = "0001-01-01T00:00:00Z";

  /** How long an alert is kept of which nothing more is heard. */
  private static final Duration LONGEST = Duration.ofDays(1);

  /** The variables of a notice, with its figures and sentences. */
  Map<String, String> values(AlertNotice notice) {
    Map<String, String> labels = labels(notice);
    Map<String, String> values = new TreeMap<>();
    boolean firing = notice.status() == AlertNotice.Status.FIRING;
    values.put("ALERT_STATUS", notice.status().label());
    values.put("ALERT_ACTION", firing ? "trigger" : "resolve");
    String json = Json.MAPPER.writeValueAsString(labels);
    values.put("ALERT_ID", UUID.nameUUIDFromBytes(json.getBytes(UTF_8)).toString());
    values.put(LABELS, json);
    Alert alert = notice.alert();
    Long end = alert.endMillis();
    String ended = time(end == null ? alert.lastMillis() : end);
    values.put("ALERT_BEGAN", time(alert.startMillis()));
    values.put("ALERT_ENDED", firing ? NO_END : ended);
    values.put("ALERT_UNTIL", firing ? time(alert.lastMillis() + LONGEST.toMillis()) : ended);
    labels.forEach(
        (name, value) -> put(values, "ALERT_" + name.replace("alertname", "name"), value));
    put(values, "ALERT_SUMMARY", alert.sentence());
    put(values, "ALERT_DESCRIPTION", description(notice));
    put(values, "ALERT_PAGE", page);
    Answer answer = notice.answer();
    if (answer != null) {
      Map<String, String> parts = new LinkedHashMap<>();
      answer.parts().forEach(part -> parts.merge(part.kind(), part.words(), "%s; %s"::formatted));
      parts.forEach((kind, words) -> put(values, "ALERT_" + kind, words));
    }
    addFigures(notice, values);
    return values;
  }

  private static String time(long millis) {
    return Instant.ofEpochMilli(millis).toString();
  }

  /** Those of the alert, its host and its operator. */
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
    notice.labels().forEach((name, value) -> labels.put(SourceLabels.SHOWN + name, value));
    return labels;
  }

  private static void addFigures(AlertNotice notice, Map<String, String> values) {
    Answer answer = notice.answer();
    MemoryUsage usage = notice.usage();
    Fullness stated = answer == null ? null : answer.where();
    if (stated != null && stated.neededBytes() != null) {
      values.put("ALERT_NEEDED_BYTES", stated.neededBytes().toString());
    }
    if (usage == null && stated != null) {
      if (stated.usedBytes() != null) {
        values.put("ALERT_USED_BYTES", stated.usedBytes().toString());
        values.put("ALERT_PEAK_BYTES", Long.toString(stated.peakBytes()));
      }
      values.put("ALERT_CAPACITY_BYTES", Long.toString(stated.capacityBytes()));
    }
    if (usage == null) {
      return;
    }
    values.put("ALERT_USED_BYTES", Long.toString(usage.now().usedBytes()));
    values.put("ALERT_CAPACITY_BYTES", Long.toString(usage.now().capacityBytes()));
    values.put("ALERT_PEAK_BYTES", Long.toString(usage.tidemark().usedBytes()));
    Culprit culprit = usage.tidemark().culprit();
    if (culprit.raisedBy() != null) {
      put(values, "ALERT_OP", culprit.raisedBy());
    }
    String place = CulpritText.place(culprit);
    if (place != null) {
      put(values, "ALERT_PLACE", place);
    }
  }

  /** Text of a log may contain characters that no variable can hold, such as NUL. */
  private static void put(Map<String, String> values, String name, String value) {
    values.put(name.toUpperCase(Locale.ROOT), TerminalText.of(value));
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
}
