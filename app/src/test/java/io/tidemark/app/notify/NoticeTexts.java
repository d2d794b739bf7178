package io.tidemark.app.notify;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidemark.model.log.RunId;
import io.tidemark.model.wire.Json;
import io.tidemark.sink.answer.Answers;
import io.tidemark.sink.answer.Fullness;
import io.tidemark.sink.board.Board;
import java.io.IOException;
import java.io.UncheckedIOException;

/** What receivers of alerts read about a run. */
public final class NoticeTexts {

  private NoticeTexts() {}

  /** The last notice of the memory that the run's answer is about. */
  private static AlertNotice notice(Board board, RunId run) {
    Notifier.NoticeFinder finder = Notices.finder(0);
    finder.look(Notices.empty());
    Fullness main = Answers.of(board, run, board.runs().get(run), 0).where();
    return finder.look(board).stream()
        .filter(notice -> notice.key().run().equals(run))
        .filter(notice -> main == null || notice.key().memory().equals(main.memory()))
        .reduce((one, next) -> next)
        .orElseThrow();
  }

  /** The annotations of the webhook's document. */
  public static String webhook(Board board, RunId run) {
    byte[] document;
    try {
      document =
          AlertForm.of("", AlertForm.WEBHOOK, null)
              .document(new AlertText("http://page").values(notice(board, run)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Json.MAPPER.readTree(new String(document, UTF_8)).path("commonAnnotations").toString();
  }

  /** The variables of a program. */
  public static String variables(Board board, RunId run) {
    return new AlertText("http://page").values(notice(board, run)).toString();
  }
}
