package io.tidemark.app.summary;

import io.tidemark.model.alert.Alert;
import io.tidemark.model.alert.AlertKey;
import io.tidemark.model.alert.AlertRule;
import io.tidemark.model.alert.AlertRule.Severity;
import io.tidemark.model.log.RunId;
import io.tidemark.sink.board.Board;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** The rules that fired in a run, critical ones first, and the plans that do not fit. */
final class AlertLines {

  private AlertLines() {}

  static List<String> of(Board board, RunId run) {
    List<Map.Entry<AlertKey, Alert>> alerts = board.alertsOf(run);
    List<String> lines = new ArrayList<>();
    List<String> groups = new ArrayList<>();
    for (Severity severity : List.of(Severity.CRITICAL, Severity.WARNING)) {
      String names =
          alerts.stream()
              .map(alert -> alert.getKey().rule())
              .filter(rule -> rule.severity() == severity)
              .distinct()
              .sorted(Comparator.comparing(AlertRule::ordinal).reversed())
              .map(rule -> words(rule) + (isActive(rule, alerts) ? "" : " (ended)"))
              .collect(Collectors.joining(", "));
      if (!names.isEmpty()) {
        groups.add(severity.label() + " " + names);
      }
    }
    if (!groups.isEmpty()) {
      lines.addAll(Columns.wrapped("alerts", String.join(" · ", groups)));
    }
    alerts.stream()
        .filter(alert -> alert.getKey().rule() == AlertRule.WILL_NOT_FIT)
        .forEach(alert -> lines.addAll(Columns.wrapped("", alert.getValue().sentence())));
    return lines;
  }

  /** Whether the rule is active for any memory or plan. */
  private static boolean isActive(AlertRule rule, List<Map.Entry<AlertKey, Alert>> alerts) {
    return alerts.stream()
        .anyMatch(alert -> alert.getKey().rule() == rule && alert.getValue().active());
  }

  /** The name in words, without the project's own prefix: {@code memory near capacity}. */
  private static String words(AlertRule rule) {
    return rule.alert()
        .replaceFirst("^Tidemark", "")
        .replaceAll("(?<!^)(?=[A-Z])", " ")
        .toLowerCase(Locale.ROOT);
  }
}
