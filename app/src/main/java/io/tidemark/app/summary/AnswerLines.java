package io.tidemark.app.summary;

import io.tidemark.sink.answer.Answer;
import io.tidemark.sink.answer.Note;
import java.util.ArrayList;
import java.util.List;

/** An answer as lines for a terminal: a heading and a text for each of its parts. */
final class AnswerLines {

  private AnswerLines() {}

  static List<String> of(Answer answer) {
    List<Note> parts = new ArrayList<>(answer.parts());
    parts.addAll(answer.also());
    List<String> lines = new ArrayList<>();
    String last = "";
    for (Note part : parts) {
      lines.addAll(Columns.wrapped(part.kind().equals(last) ? "" : part.kind(), part.words()));
      last = part.kind();
    }
    return lines;
  }
}
