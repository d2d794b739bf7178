package io.tidemark.app.notify;

import io.tidemark.sink.board.Board;
import io.tidemark.sink.history.Endpoint;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Sends notices of alerts that begin and end to the receivers of the command line. */
public final class Notifier implements AutoCloseable {

  private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);

  private final NoticeFinder finder = new NoticeFinder();
  private final List<AlertQueue> queues;

  private Notifier(List<AlertQueue> queues) {
    this.queues = queues;
  }

  /**
   * Starts a thread for each receiver.
   *
   * @param webhook address that gets Alertmanager's document; {@code null} for none
   * @param command an executable file that is run for each notice; {@code null} for none
   * @param page address that the alerts link to
   */
  public static Notifier open(@Nullable Endpoint webhook, @Nullable Path command, String page) {
    AlertText text = new AlertText(page);
    List<AlertQueue> queues = new ArrayList<>();
    if (webhook != null) {
      queues.add(new AlertQueue(new AlertWebhook(webhook, text), FIRST_PAUSE));
    }
    if (command != null) {
      queues.add(new AlertQueue(new AlertCommand(command, text), FIRST_PAUSE));
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
}
