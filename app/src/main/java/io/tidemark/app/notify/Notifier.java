package io.tidemark.app.notify;

import io.tidemark.app.notify.AlertNotice.Status;
import io.tidemark.app.notify.AlertQueue.AlertReceiver;
import io.tidemark.model.alert.Alert;
import io.tidemark.model.alert.AlertKey;
import io.tidemark.model.alert.AlertRule;
import io.tidemark.model.alert.AlertRule.Severity;
import io.tidemark.model.log.RunId;
import io.tidemark.model.memory.MemoryKey;
import io.tidemark.model.run.RunStatus;
import io.tidemark.sink.answer.Answers;
import io.tidemark.sink.board.Board;
import io.tidemark.sink.board.RaisedAlerts;
import io.tidemark.sink.receiver.Endpoint;
import io.tidemark.sink.receiver.Receiver;
import io.tidemark.sink.receiver.ReceiverAnswer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Sends notices of alerts that begin and end to the receivers of the command line. */
public final class Notifier implements AutoCloseable {

  private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);

  private final NoticeFinder finder = new NoticeFinder(Clock.systemUTC());
  private final List<AlertQueue> queues;

  private Notifier(List<AlertQueue> queues) {
    this.queues = queues;
  }

  /**
   * Starts a thread for each receiver.
   *
   * @param webhook address that gets each notice; {@code null} for none
   * @param form of what it gets
   * @param command an executable file that is run for each notice; {@code null} for none
   * @param page address that the alerts link to
   */
  public static Notifier open(
      @Nullable Endpoint webhook, AlertForm form, @Nullable Path command, String page) {
    AlertText text = new AlertText(page);
    List<AlertQueue> queues = new ArrayList<>();
    if (webhook != null) {
      queues.add(new AlertQueue(new AlertWebhook(webhook, form, text), FIRST_PAUSE));
    }
    if (command != null) {
      queues.add(
          new AlertQueue(new AlertCommand(command, text, AlertCommand.LONGEST), FIRST_PAUSE));
    }
    return new Notifier(queues);
  }

  /**
   * Compares the board with that of the last look; without a receiver, the board is not requested.
   */
  public void look(Supplier<Board> board) {
    if (!queues.isEmpty()) {
      finder.look(board.get()).forEach(notice -> queues.forEach(queue -> queue.add(notice)));
    }
  }

  @Override
  public void close() {
    queues.forEach(AlertQueue::close);
  }

  /**
   * Finds the changes of alerts since the last look. An alert that began and ended between two
   * looks is found by its count. The first look reports only active alerts, so a restart repeats
   * those, as Prometheus does.
   */
  static final class NoticeFinder {

    private final Map<AlertKey, Alert> known = new TreeMap<>();

    /** Warnings that began beside a critical alert of their memory. */
    private final Set<AlertKey> silenced = new HashSet<>();

    private final Clock clock;
    private final long startMillis;

    /** The runs of known alerts: the end of an alert has the labels of its beginning. */
    private final Map<RunId, RunStatus> runs = new HashMap<>();

    private boolean looked;

    /** Begins now: an alert that had ended before is no news. */
    NoticeFinder(Clock clock) {
      this.clock = clock;
      this.startMillis = clock.millis();
    }

    List<AlertNotice> look(Board board) {
      List<AlertNotice> found = new ArrayList<>();
      SortedMap<AlertKey, Alert> alerts = RaisedAlerts.of(board, clock.millis(), startMillis);
      alerts.forEach((key, alert) -> compare(board, key, alert, alerts, found));
      known.forEach(
          (key, alert) -> {
            if (alert.active() && !alerts.containsKey(key)) {
              found.add(notice(board, key, alert, Status.RESOLVED));
            }
          });
      known.clear();
      known.putAll(alerts);
      silenced.retainAll(alerts.keySet());
      known.keySet().removeAll(silenced);
      Set<RunId> alerted = new HashSet<>();
      known.keySet().forEach(key -> alerted.add(key.run()));
      runs.putAll(board.runs());
      runs.keySet().retainAll(alerted);
      looked = true;
      return found;
    }

    private void compare(
        Board board,
        AlertKey key,
        Alert alert,
        SortedMap<AlertKey, Alert> alerts,
        List<AlertNotice> found) {
      Alert before = known.get(key);
      boolean again = before == null || alert.times() > before.times();
      if (again && isSilenced(key, alerts)) {
        silenced.add(key);
        return;
      }
      // What began before this program is known to the receiver.
      if (silenced.remove(key) && !alert.active() && alert.startMillis() >= startMillis) {
        return;
      }
      Long end = alert.endMillis();
      boolean isNews = end == null || (looked && end >= startMillis);
      boolean began = again && (before != null || isNews);
      if (began && !alert.active() && isOutOfMemory(key, alerts)) {
        return;
      }
      if (began) {
        found.add(notice(board, key, alert, Status.FIRING));
      }
      if (!alert.active() && (began || (before != null && before.active()))) {
        found.add(notice(board, key, alert, Status.RESOLVED));
      }
    }

    private static boolean isSilenced(AlertKey key, SortedMap<AlertKey, Alert> alerts) {
      return key.rule().severity() == Severity.WARNING
          && alerts.entrySet().stream()
              .anyMatch(
                  other ->
                      other.getValue().active()
                          && other.getKey().rule().severity() == Severity.CRITICAL
                          && other.getKey().memory().equals(key.memory())
                          && other.getKey().device().equals(key.device())
                          && other.getKey().run().equals(key.run()));
    }

    /** Whether a refusal that is over is that of a failure, which has an alert of its own. */
    private boolean isOutOfMemory(AlertKey key, SortedMap<AlertKey, Alert> alerts) {
      AlertKey failed =
          new AlertKey(key.run(), AlertRule.OUT_OF_MEMORY, key.device(), key.memory());
      Alert before = known.get(failed);
      Alert now = alerts.get(failed);
      return key.rule() == AlertRule.ALLOCATION_REFUSED
          && now != null
          && (before == null || now.times() > before.times());
    }

    private AlertNotice notice(Board board, AlertKey key, Alert alert, Status status) {
      RunStatus run = board.runs().get(key.run());
      RunStatus known = run == null ? runs.get(key.run()) : run;
      MemoryKey memory = new MemoryKey(key.run(), key.device(), key.memory());
      return new AlertNotice(
          key,
          alert,
          status,
          board.usage().get(memory),
          run == null ? null : Answers.of(board, memory, run, alert.lastMillis()),
          known == null ? null : known.source());
    }
  }

  static final class AlertWebhook implements AlertReceiver {

    private static final Duration ANSWER = Duration.ofSeconds(10);

    private final Endpoint endpoint;
    private final AlertForm form;
    private final AlertText text;
    private final Receiver receiver;

    AlertWebhook(Endpoint endpoint, AlertForm form, AlertText text) {
      this.endpoint = endpoint;
      this.form = form;
      this.text = text;
      this.receiver = new Receiver(endpoint, Map.of("Content-Type", "application/json"), ANSWER);
    }

    @Override
    public void deliver(AlertNotice notice) throws IOException {
      Receiver.Reply reply = receiver.status(form.document(text.values(notice)));
      if (reply.answer() == ReceiverAnswer.ACCEPTED) {
        return;
      }
      if (reply.answer().isFinal()) {
        throw new Rejected(reply.said());
      }
      throw new Later(reply.said(), Duration.ofMillis(reply.afterMillis()));
    }

    @Override
    public String toString() {
      return endpoint.toString();
    }
  }
}
