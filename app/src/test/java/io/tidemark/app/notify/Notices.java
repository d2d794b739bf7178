package io.tidemark.app.notify;

import io.tidemark.model.alert.Alert;
import io.tidemark.model.alert.AlertKey;
import io.tidemark.model.alert.AlertRule;
import io.tidemark.model.log.RunId;
import io.tidemark.model.run.RunSource;
import io.tidemark.sink.board.Board;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Creates alerts as on a board. */
final class Notices {

  static final AlertKey FULL =
      new AlertKey(new RunId("train.log", 1), AlertRule.CRITICAL, "0", "DRAM");

  private Notices() {}

  static Alert alert(long times, @Nullable Long endMillis, String sentence) {
    return new Alert(1_000, 2_000, endMillis, times, sentence, 10, 20);
  }

  static AlertNotice firing(String sentence) {
    return new AlertNotice(
        FULL, alert(1, null, sentence), AlertNotice.Status.FIRING, null, null, null);
  }

  static AlertNotice of(RunSource source) {
    return new AlertNotice(
        FULL, alert(1, null, "full"), AlertNotice.Status.FIRING, null, null, source);
  }

  /** Finds what is news for a program that started at this time. */
  static Notifier.NoticeFinder finder(long startMillis) {
    return new Notifier.NoticeFinder(
        Clock.fixed(Instant.ofEpochMilli(startMillis), ZoneOffset.UTC));
  }

  static Board board(SortedMap<AlertKey, Alert> alerts) {
    return new Board(
        Collections.emptySortedMap(),
        Collections.emptySortedMap(),
        Collections.emptySortedMap(),
        Collections.emptySortedMap(),
        Collections.emptySortedMap(),
        alerts);
  }

  static Board board(Alert alert) {
    return board(new TreeMap<>(Map.of(FULL, alert)));
  }

  static Board empty() {
    return board(Collections.emptySortedMap());
  }
}
