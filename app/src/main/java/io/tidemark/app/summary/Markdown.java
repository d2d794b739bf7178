package io.tidemark.app.summary;

import io.tidemark.model.TerminalText;
import io.tidemark.sink.answer.Answer;
import io.tidemark.sink.answer.Note;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * GitHub's Markdown, for a job's summary, a comment and agents. Words of letters and numbers stand
 * plain. All other words, such as names of a log or a file, stand in code spans: there GitHub makes
 * no link, mention, reference, entity or HTML.
 */
public final class Markdown {

  private static final int MOST_NOTES = 5;

  /** A word between its punctuation. */
  private static final Pattern WORD = Pattern.compile("(\\(?)(.*?)([,;:.)]*)");

  private static final Pattern PLAIN =
      Pattern.compile("|%|-|[A-Za-z]+(['-][A-Za-z]+)*|[+-]?\\d[\\d,]*(\\.\\d+)?×?");

  /** GitHub links it if the repository has such a commit. */
  private static final Pattern COMMIT = Pattern.compile("[0-9A-Fa-f]{7,}");

  private static final Pattern BACKTICKS = Pattern.compile("`+");

  private final List<String> lines = new ArrayList<>();

  public Markdown head(String text) {
    lines.add("### " + safe(text));
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
    cells.forEach(cell -> row.append(' ').append(safe(cell).replace("|", "\\|")).append(" |"));
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

  /** Makes text of a log harmless outside of tables. */
  static String safe(String text) {
    StringBuilder safe = new StringBuilder();
    StringBuilder code = new StringBuilder();
    for (String word : TerminalText.of(text).split(" ", -1)) {
      Matcher parts = WORD.matcher(word);
      boolean plain =
          parts.matches()
              && PLAIN.matcher(parts.group(2)).matches()
              && !COMMIT.matcher(parts.group(2)).matches();
      if (plain || !parts.group(1).isEmpty()) {
        end(code, safe);
      }
      if (plain) {
        safe.append(word).append(' ');
      } else {
        safe.append(parts.group(1));
        code.append(code.isEmpty() ? "" : " ").append(parts.group(2));
        if (!parts.group(3).isEmpty()) {
          end(code, safe);
          safe.insert(safe.length() - 1, parts.group(3));
        }
      }
    }
    end(code, safe);
    return safe.substring(0, safe.length() - 1);
  }

  /** Ends a code span, whose fence is longer than each row of backticks in it. */
  private static void end(StringBuilder code, StringBuilder to) {
    if (!code.isEmpty()) {
      String text = code.toString();
      int longest =
          BACKTICKS
              .matcher(text)
              .results()
              .mapToInt(run -> run.end() - run.start())
              .max()
              .orElse(0);
      String fence = "`".repeat(longest + 1);
      String blank = text.startsWith("`") || text.endsWith("`") ? " " : "";
      to.append(fence).append(blank).append(text).append(blank);
      to.append(fence).append(' ');
      code.setLength(0);
    }
  }

  /** The whole text, with a line end at its end. */
  public String text() {
    return String.join("\n", lines).stripTrailing() + "\n";
  }
}
