package io.tidemark.app.summary;

import io.tidemark.model.TerminalText;
import io.tidemark.sink.answer.Answer;
import io.tidemark.sink.answer.Note;
import java.util.ArrayList;
import java.util.List;

/**
 * GitHub's Markdown, for a job's summary and for agents. Text of a log is escaped: it makes no
 * table, no link and no HTML.
 */
public final class Markdown {

  private static final int MOST_NOTES = 5;
  private static final String SPECIAL = "\\`*_[]<>|~";

  private final List<String> lines = new ArrayList<>();

  /** A heading. */
  public Markdown head(String text) {
    lines.add("### " + escaped(text));
    lines.add("");
    return this;
  }

  /** The first rows of a table; the rest is counted. Nothing without rows. */
  public Markdown table(List<String> heads, List<List<String>> rows, int most) {
    if (rows.isEmpty()) {
      return this;
    }
    row(heads);
    lines.add("|" + "---|".repeat(heads.size()));
    rows.stream().limit(most).forEach(this::row);
    if (rows.size() > most) {
      lines.add("");
      lines.add("and %,d more".formatted(rows.size() - most));
    }
    lines.add("");
    return this;
  }

  private void row(List<String> cells) {
    StringBuilder row = new StringBuilder("|");
    cells.forEach(cell -> row.append(' ').append(escaped(cell)).append(" |"));
    lines.add(row.toString());
  }

  /**
   * The parts of an answer as a table of two columns.
   *
   * @param alerts the rules that fired, empty for none
   */
  public Markdown answer(String name, Answer answer, String alerts) {
    List<Note> parts = new ArrayList<>(answer.parts());
    if (!alerts.isEmpty()) {
      parts.add(new Note("alerts", alerts));
    }
    answer.also().stream().limit(MOST_NOTES).forEach(parts::add);
    List<List<String>> rows =
        parts.stream().map(part -> List.of(part.kind(), part.words())).toList();
    return head(name + ": " + answer.verdict().words())
        .table(List.of("", "device memory"), rows, rows.size());
  }

  /** Makes text of a log harmless. */
  static String escaped(String text) {
    StringBuilder escaped = new StringBuilder();
    TerminalText.of(text)
        .chars()
        .forEach(
            c -> {
              if (SPECIAL.indexOf(c) >= 0) {
                escaped.append('\\');
              }
              escaped.append((char) c);
            });
    return escaped.toString();
  }

  /** The whole text, with a line end at its end. */
  public String text() {
    return String.join("\n", lines).stripTrailing() + "\n";
  }
}
