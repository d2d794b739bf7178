package io.tidemark.app.summary;

import io.tidemark.sink.answer.Answer;
import io.tidemark.sink.answer.Note;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An answer as lines for a terminal: a heading and a text for each of its parts. */
final class AnswerLines {

  private final List<String> lines = new ArrayList<>();

  private AnswerLines() {}

  static List<String> of(Answer answer) {
    AnswerLines text = new AnswerLines();
    text.part("where", answer.where() == null ? null : answer.where().words());
    text.part("why", answer.cause().why());
    text.part("what", answer.cause().what());
    String heading = "fills";
    for (String holders : answer.fills().words()) {
      text.part(heading, holders);
      heading = "";
    }
    text.part("trend", answer.trend());
    text.part("fits", answer.cause().fits());
    answer.actions().forEach(action -> text.part("do", action));
    String last = "";
    for (Note note : answer.also()) {
      text.part(note.kind().equals(last) ? "" : note.kind(), note.words());
      last = note.kind();
    }
    return text.lines;
  }

  private void part(String heading, @Nullable String words) {
    if (words != null) {
      lines.addAll(Columns.wrapped(heading, words));
    }
  }
}
