package io.tidemark.app.summary;

import io.tidemark.model.Counted;
import io.tidemark.model.TerminalText;
import io.tidemark.model.log.RunId;
import io.tidemark.model.memory.MemoryUsage;
import io.tidemark.model.run.RunStatus;
import io.tidemark.sink.answer.Answer;
import io.tidemark.sink.answer.Answers;
import io.tidemark.sink.answer.Fullness;
import io.tidemark.sink.board.Board;
import io.tidemark.sink.verdict.CulpritText;
import io.tidemark.sink.verdict.RunOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * One line per open run, and per source without one for its newest run, by urgency: its state, the
 * memory that matters most, and the reason.
 */
public final class StatusLines {

  private static final int BAR_CELLS = 20;

  private StatusLines() {}

  /**
   * A line.
   *
   * @param kind what it is about: a new one is news, other figures of it are not
   * @param ended whether its run has ended
   */
  public record Row(RunId run, String kind, String text, boolean ended) {}

  /**
   * Returns the lines of a moment.
   *
   * @param also runs that have a line although they ended and their source has a newer one
   */
  public static List<Row> of(Board board, long nowMillis, Predicate<RunId> also) {
    List<Row> rows = new ArrayList<>();
    for (Map.Entry<RunId, RunStatus> run : RunOrder.of(board, nowMillis)) {
      RunId id = run.getKey();
      boolean ended = run.getValue().endMillis() != null;
      if (!ended || isNewest(board, id) || also.test(id)) {
        rows.add(row(board, id, run.getValue(), nowMillis));
      }
    }
    return rows;
  }

  private static Row row(Board board, RunId id, RunStatus status, long nowMillis) {
    Answer answer = Answers.of(board, id, status, nowMillis);
    String what = answer.where() == null ? "lines" : answer.where().memory();
    String kind = answer.verdict().state().label() + " " + what;
    return new Row(id, kind, line(board, id, status, answer), status.endMillis() != null);
  }

  private static boolean isNewest(Board board, RunId id) {
    return !board.runs().containsKey(new RunId(id.source(), id.number() + 1));
  }

  public static String line(Board board, RunId id, RunStatus status, long nowMillis) {
    return line(board, id, status, Answers.of(board, id, status, nowMillis));
  }

  private static String line(Board board, RunId id, RunStatus status, Answer answer) {
    Fullness where = answer.where();
    String why = answer.cause().why();
    String figures = where == null ? lines(status, why == null) : bar(where) + where.words();
    MemoryUsage usage = where == null ? null : board.usage().get(where.of(id));
    String cause = why == null && usage != null ? CulpritText.sentence(usage.tidemark()) : why;
    return TerminalText.of(
        "%s%s %s: %s%s%s%s"
            .formatted(
                id,
                Summary.worker(status),
                answer.verdict().words(),
                figures,
                cause == null ? "" : "; " + cause,
                answer.trend() == null ? "" : "; " + answer.trend(),
                contradictions(status)));
  }

  private static String contradictions(RunStatus status) {
    Long lines = status.tracking().contradictions();
    return lines == null ? "" : "; %,d contradicting lines (several writers)".formatted(lines);
  }

  private static String lines(RunStatus status, boolean silent) {
    String read = Counted.text(status.lines().read(), "line");
    return silent ? read + ", none about memory so far" : read;
  }

  private static String bar(Fullness where) {
    if (where.capacityBytes() <= 0) {
      return "";
    }
    double share = (double) where.shownBytes() / where.capacityBytes();
    int full = (int) Math.min(BAR_CELLS, Math.round(share * BAR_CELLS));
    return "[" + "#".repeat(full) + ".".repeat(BAR_CELLS - full) + "] ";
  }
}
