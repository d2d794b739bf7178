package io.tidemark.app.notify;

import io.tidemark.app.notify.AlertNotice.Status;
import io.tidemark.model.alert.Alert;
import io.tidemark.model.alert.AlertKey;
import io.tidemark.model.run.RunStatus;
import io.tidemark.sink.board.Board;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Finds the changes of alerts since the last look. An alert that began and ended between two looks
 * is found by its count. The first look reports only active alerts, so a restart repeats those, as
 * Prometheus does.
 */
final class NoticeFinder {

  private final Map<AlertKey, Alert> known = new TreeMap<>();
  private boolean looked;

  List<AlertNotice> look(Board board) {
    List<AlertNotice> found = new ArrayList<>();
    board.alerts().forEach((key, alert) -> compare(board, key, alert, found));
    known.forEach(
        (key, alert) -> {
          if (alert.active() && !board.alerts().containsKey(key)) {
            found.add(notice(board, key, alert, Status.RESOLVED));
          }
        });
    known.clear();
    known.putAll(board.alerts());
    looked = true;
    return found;
  }

  private void compare(Board board, AlertKey key, Alert alert, List<AlertNotice> found) {
    Alert before = known.get(key);
    boolean began = before == null ? alert.active() || looked : alert.times() > before.times();
    if (began) {
      found.add(notice(board, key, alert, Status.FIRING));
    }
    if (!alert.active() && (began || (before != null && before.active()))) {
      found.add(notice(board, key, alert, Status.RESOLVED));
    }
  }

  private static AlertNotice notice(Board board, AlertKey key, Alert alert, Status status) {
    RunStatus run = board.runs().get(key.run());
    Map<String, String> labels = run == null ? Map.of() : run.source().labels();
    return board.usageOf(key.run()).stream()
        .filter(usage -> usage.getKey().device().equals(key.device()))
        .filter(usage -> usage.getKey().memory().equals(key.memory()))
        .findFirst()
        .map(usage -> new AlertNotice(key, alert, status, usage.getValue(), labels))
        .orElseGet(() -> new AlertNotice(key, alert, status, null, labels));
  }
}
