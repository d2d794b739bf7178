package io.tidemark.app.notify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.tidemark.analysis.run.Settings;
import io.tidemark.app.logfile.Analysed;
import io.tidemark.app.logfile.LogAtRest;
import io.tidemark.model.alert.Alert;
import io.tidemark.model.alert.AlertKey;
import io.tidemark.model.alert.AlertRule;
import io.tidemark.model.run.ReadLines;
import io.tidemark.model.run.RunFailures;
import io.tidemark.model.run.RunSource;
import io.tidemark.model.run.RunStatus;
import io.tidemark.model.run.RunTime;
import io.tidemark.model.run.RunTracking;
import io.tidemark.sink.board.BoardBuilder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NoticeFinderTest {

  private static final Alert ACTIVE = Notices.alert(1, null, "97 % full");
  private static final Alert ENDED = Notices.alert(1, 3_000L, "97 % full");

  private final Notifier.NoticeFinder finder = Notices.finder(0);

  private List<String> look(Alert alert) {
    return finder.look(Notices.board(alert)).stream().map(n -> n.status().label()).toList();
  }

  @Test
  void anAlertIsNewsWhenItBeginsAndWhenItEnds() {
    assertThat(finder.look(Notices.empty())).isEmpty();
    assertThat(look(ACTIVE)).containsExactly("firing");
    assertThat(look(ACTIVE)).isEmpty();
    assertThat(look(ENDED)).containsExactly("resolved");
    assertThat(look(ENDED)).isEmpty();
  }

  @Test
  void anAlertBetweenTwoLooksIsNotMissed() {
    finder.look(Notices.empty());
    assertThat(look(ENDED)).containsExactly("firing", "resolved");
    assertThat(look(Notices.alert(2, 4_000L, "98 % full"))).containsExactly("firing", "resolved");
    assertThat(look(Notices.alert(3, null, "98 % full"))).containsExactly("firing");
    assertThat(look(Notices.alert(4, null, "98 % full"))).containsExactly("firing");
  }

  @Test
  void aRefusalThatWasTheFailureItselfIsNoNewsOfItsOwn() {
    AlertKey refused = key(AlertRule.ALLOCATION_REFUSED);
    AlertKey failed = key(AlertRule.OUT_OF_MEMORY);
    finder.look(Notices.empty());

    assertThat(finder.look(Notices.board(new TreeMap<>(Map.of(refused, ENDED)))))
        .extracting(AlertNotice::key)
        .containsExactly(refused, refused);
    Notifier.NoticeFinder other = Notices.finder(0);
    other.look(Notices.empty());
    assertThat(other.look(Notices.board(new TreeMap<>(Map.of(refused, ENDED, failed, ACTIVE)))))
        .extracting(AlertNotice::key)
        .containsExactly(failed);
  }

  private List<String> look(Map<AlertKey, Alert> alerts) {
    return finder.look(Notices.board(new TreeMap<>(alerts))).stream()
        .map(notice -> notice.key().rule() + " " + notice.status().label())
        .toList();
  }

  @Test
  void aCriticalAlertSilencesTheWarningsOfItsMemory() {
    AlertKey full = key(AlertRule.CRITICAL);
    AlertKey near = key(AlertRule.NEAR_CAPACITY);
    AlertKey pieces = key(AlertRule.FRAGMENTED);
    AlertKey other = new AlertKey(Notices.FULL.run(), AlertRule.FRAGMENTED, "1", "DRAM");
    finder.look(Notices.empty());
    assertThat(look(Map.of(near, ACTIVE))).containsExactly("NEAR_CAPACITY firing");

    assertThat(look(Map.of(near, ACTIVE, full, ACTIVE, pieces, ACTIVE, other, ACTIVE)))
        .containsExactlyInAnyOrder("CRITICAL firing", "FRAGMENTED firing");
    assertThat(look(Map.of(near, ENDED, full, ACTIVE, pieces, ACTIVE, other, ACTIVE)))
        .containsExactly("NEAR_CAPACITY resolved");
    assertThat(look(Map.of(full, ENDED, pieces, ACTIVE, other, ACTIVE)))
        .as("what goes on is news now")
        .containsExactlyInAnyOrder("CRITICAL resolved", "FRAGMENTED firing");
  }

  @Test
  void aWarningThatEndsWhileItIsSilencedIsNoNews() {
    AlertKey full = key(AlertRule.CRITICAL);
    AlertKey pieces = key(AlertRule.FRAGMENTED);
    finder.look(Notices.empty());
    look(Map.of(full, ACTIVE, pieces, ACTIVE));

    assertThat(look(Map.of(full, ACTIVE, pieces, ENDED))).isEmpty();
    assertThat(look(Map.of(full, ENDED, pieces, ENDED))).containsExactly("CRITICAL resolved");
  }

  @Test
  void aWarningThatBeginsAgainIsSilencedToo() {
    AlertKey full = key(AlertRule.CRITICAL);
    AlertKey near = key(AlertRule.NEAR_CAPACITY);
    finder.look(Notices.empty());
    look(Map.of(near, ACTIVE));
    look(Map.of(near, ENDED));

    assertThat(look(Map.of(near, Notices.alert(2, null, "92 % full"), full, ACTIVE)))
        .containsExactly("CRITICAL firing");
    assertThat(look(Map.of(near, Notices.alert(3, 4_000L, "92 % full"), full, ACTIVE))).isEmpty();
  }

  /** The receiver was notified of it by the program before this one. */
  @Test
  void theEndOfAWarningFromBeforeARestartIsNews() {
    AlertKey full = key(AlertRule.CRITICAL);
    AlertKey near = key(AlertRule.NEAR_CAPACITY);
    Notifier.NoticeFinder restarted = Notices.finder(2_000);
    restarted.look(Notices.board(new TreeMap<>(Map.of(near, ACTIVE, full, ACTIVE))));

    assertThat(restarted.look(Notices.board(new TreeMap<>(Map.of(near, ENDED, full, ENDED)))))
        .filteredOn(notice -> notice.status() == AlertNotice.Status.RESOLVED)
        .extracting(AlertNotice::key)
        .contains(near, full);
  }

  private static AlertKey key(AlertRule rule) {
    return new AlertKey(Notices.FULL.run(), rule, "0", "DRAM");
  }

  @Test
  void aRestartRepeatsWhatIsActiveAndNothingElse() {
    assertThat(look(ENDED)).isEmpty();
    assertThat(Notices.finder(0).look(Notices.board(ACTIVE))).hasSize(1);
  }

  @Test
  void anActiveAlertOfARunThatLeftTheBoardIsResolved() {
    look(ACTIVE);
    assertThat(finder.look(Notices.empty()))
        .extracting(AlertNotice::status)
        .containsExactly(AlertNotice.Status.RESOLVED);
    assertThat(finder.look(Notices.empty())).isEmpty();
  }

  @Test
  void anAlertHasTheLabelsOfItsRunsSourceAndItsEndHasThem() {
    RunSource source = new RunSource("g", 9, "node-7", null, Map.of("pod", "train-0"), null);
    RunStatus status =
        new RunStatus(
            source,
            new ReadLines(List.of(), new RunStatus.Lines(1, 0, 0, 0, 0), 0, 0),
            new RunTracking(0, false, null),
            new RunFailures(List.of(), 0, null, null, null, null, null),
            null,
            new RunTime(1, null));
    BoardBuilder board = new BoardBuilder();
    board.applyRun(Notices.FULL.run(), status);
    board.applyAlert(Notices.FULL, Notices.alert(1, null, "full"));
    assertThat(finder.look(board.snapshot().board()))
        .extracting(AlertNotice::source)
        .containsExactly(source);
    board.applyRun(Notices.FULL.run(), null);
    board.applyAlert(Notices.FULL, null);
    assertThat(finder.look(board.snapshot().board()))
        .extracting(AlertNotice::status, AlertNotice::source)
        .containsExactly(tuple(AlertNotice.Status.RESOLVED, source));
  }

  /** A refusal in L1 and one in DRAM: each notice has the figures of its own memory. */
  @Test
  void aNoticeIsAboutTheMemoryOfItsAlert(@TempDir Path folder) throws Exception {
    String text =
        "2026-02-27 11:12:%s.456 | critical |          Always | TT_FATAL: Out of Memory: Not enough"
            + " space to allocate %d B %s buffer across %d banks, where each bank needs to store %d"
            + " B, but bank size is %d B (allocated: %d B, free: %d B, largest free block: %d B)"
            + " (assert.hpp:104)\n";
    Path log = folder.resolve("train.log");
    Files.writeString(
        log,
        text.formatted("13", 7340032, "L1", 56, 131072, 1395424, 1300000, 95424, 64000)
            + text.formatted("14", 4096, "DRAM", 8, 512, 2048, 1792, 256, 256));
    LogAtRest atRest = LogAtRest.of(List.of(log), Settings.DEFAULT).get(0);
    finder.look(Notices.empty());

    Map<String, Map<String, String>> seen = new TreeMap<>();
    for (AlertNotice notice : finder.look(Analysed.of(atRest, outcome -> {}).board())) {
      Map<String, String> variables = new AlertText("http://page").values(notice);
      seen.put(notice.key().memory(), variables);
      String description =
          new String(
              AlertForm.of("", AlertForm.WEBHOOK, null).document(variables),
              StandardCharsets.UTF_8);
      assertThat(description).contains(variables.get("ALERT_WHERE"));
    }

    assertThat(seen.get("L1"))
        .containsEntry("ALERT_USED_BYTES", Long.toString(56 * 1300000))
        .containsEntry("ALERT_CAPACITY_BYTES", Long.toString(56 * 1395424))
        .hasEntrySatisfying("ALERT_WHERE", where -> assertThat(where).startsWith("L1 "))
        .hasEntrySatisfying("ALERT_WHY", why -> assertThat(why).contains("7.00 MiB"));
    assertThat(seen.get("DRAM"))
        .containsEntry("ALERT_USED_BYTES", Long.toString(8 * 1792))
        .containsEntry("ALERT_CAPACITY_BYTES", Long.toString(8 * 2048))
        .hasEntrySatisfying("ALERT_WHERE", where -> assertThat(where).startsWith("DRAM "))
        .hasEntrySatisfying("ALERT_WHY", why -> assertThat(why).contains("4.00 KiB"));
  }

  /** The log was old when the program started. */
  @Test
  void anAlertThatHadEndedBeforeIsNoNews() {
    Notifier.NoticeFinder late = Notices.finder(10_000);
    late.look(Notices.empty());

    assertThat(late.look(Notices.board(Notices.alert(1, 9_999L, "full")))).isEmpty();
    Notifier.NoticeFinder early = Notices.finder(9_000);
    early.look(Notices.empty());
    assertThat(early.look(Notices.board(Notices.alert(1, 9_999L, "full")))).hasSize(2);
  }
}
